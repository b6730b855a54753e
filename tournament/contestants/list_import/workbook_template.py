"""The empty list as a workbook: a sheet to fill in, and one that tells what goes where."""

from __future__ import annotations

import io
from functools import cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from tournament.contestants.list_import.grids import column_letters
from tournament.contestants.list_import.layouts import Part
from tournament.contestants.list_import.template import COLUMNS, headings

_WIDTHS = (10, 28, 28, 24, 24, 36)
_ROWS = 200
_TEXT = "@"
"""The number format of cells that stay the text that is typed, dates and figures too."""


def workbook_template() -> bytes:
    """The file, in the language of the page."""
    return _in(get_language())


@cache
def _in(_language: str | None) -> bytes:
    """The file, in the language in force: always the same, and dear to make."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = _("Pairs")[:31]
    _fill_list(sheet)
    _fill_notes(book.create_sheet(_("How to fill it in")[:31]))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _fill_list(sheet: Worksheet) -> None:
    sheet.append(headings())
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = "9"  # A4
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    for column, width in enumerate(_WIDTHS):
        sheet.column_dimensions[column_letters(column)].width = width
    for row in sheet.iter_rows(min_row=2, max_row=_ROWS + 1, min_col=2, max_col=len(COLUMNS)):
        for cell in row:
            cell.number_format = _TEXT


def _fill_notes(sheet: Worksheet) -> None:
    notes = (
        (Part.NUMBER, _("Optional: otherwise it gets the lowest free number.")),
        (Part.FIRST, _("First name and surname. Required.")),
        (Part.SECOND, _("First name and surname. Required.")),
        (Part.CLUB, _("Optional.")),
        (Part.NAME, _("Optional: otherwise the pair is called by its players.")),
        (Part.SUBSTITUTE, _("Optional. Separate several with semicolons.")),
    )
    for part, note in notes:
        sheet.append([str(part.label), note])
    for column, width in enumerate((24, 70)):
        sheet.column_dimensions[column_letters(column)].width = width
    for row in sheet.iter_rows():
        row[0].font = Font(bold=True)
        row[1].alignment = Alignment(wrap_text=True)
