"""Empty lists to fill in, as CSV and as a workbook.

Their headings are in the language of the page, and the import knows them.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import datetime
from functools import cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from xlsxwriter import Workbook

from tournament.contestants.list_import.layouts import Part
from tournament.core.csv_text import csv_chunks

COLUMNS = (Part.NUMBER, Part.FIRST, Part.SECOND, Part.CLUB, Part.NAME, Part.SUBSTITUTE)


def headings() -> list[str]:
    return [str(part.label) for part in COLUMNS]


def csv_template() -> Iterable[bytes]:
    return csv_chunks([headings()])


_WIDTHS = (10, 28, 28, 24, 24, 36)
_ROWS = 200
_A4 = 9
_MADE = datetime(2026, 1, 1)  # noqa: DTZ001
"""The file's time of making: a fixed one, so that its bytes never differ."""
_TEXT = "@"
"""Number format of cells that stay the text that is typed, dates and figures too."""


def workbook_template() -> bytes:
    return _in(get_language())


@cache
def _in(_language: str | None) -> bytes:
    """Return the workbook in the language in force: always equal, and slow to make."""
    file = io.BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        book.set_properties({"created": _MADE})
        _add_list(book)
        _add_notes(book)
    return file.getvalue()


def _add_list(book: Workbook) -> None:
    sheet = book.add_worksheet(_("Pairs")[:31])
    text = book.add_format({"num_format": _TEXT})
    for column, width in enumerate(_WIDTHS):
        sheet.set_column(column, column, width)
    sheet.write_row(0, 0, headings(), book.add_format({"bold": True}))
    for row in range(1, _ROWS + 1):
        for column in range(1, len(COLUMNS)):
            sheet.write_blank(row, column, None, text)
    sheet.freeze_panes(1, 0)
    sheet.repeat_rows(0)
    sheet.set_landscape()
    sheet.set_paper(_A4)
    sheet.fit_to_pages(1, 0)


def _add_notes(book: Workbook) -> None:
    notes = (
        (Part.NUMBER, _("Optional: otherwise it gets the lowest free number.")),
        (Part.FIRST, _("First name and surname. Required.")),
        (Part.SECOND, _("First name and surname. Required.")),
        (Part.CLUB, _("Optional.")),
        (Part.NAME, _("Optional: otherwise the pair is called by its players.")),
        (Part.SUBSTITUTE, _("Optional. Separate several with semicolons.")),
    )
    sheet = book.add_worksheet(_("How to fill it in")[:31])
    sheet.set_column(0, 0, 24)
    sheet.set_column(1, 1, 70)
    bold, wrapped = book.add_format({"bold": True}), book.add_format({"text_wrap": True})
    for row, (part, note) in enumerate(notes):
        sheet.write(row, 0, str(part.label), bold)
        sheet.write(row, 1, note, wrapped)
