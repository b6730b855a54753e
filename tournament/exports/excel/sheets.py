"""The frame of every worksheet: its heading, a frozen row of titles, and how it prints.

On paper the titles are repeated on every page, A4, as wide as the page; the header and the footer
say whose sheet it is, whether it is provisional, when it was made, and which page of how many.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import lru_cache
from io import BytesIO
from textwrap import wrap
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.translation import gettext as _
from openpyxl.utils import get_column_letter
from openpyxl.workbook import Workbook
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from tournament.exports.excel.cells import (
    HEAD,
    HEAD_RIGHT,
    NOTE,
    PLAIN,
    SUBTITLE,
    TITLE,
    Style,
    Value,
    add_styles,
    put,
    safe_text,
)
from tournament.exports.heading import Heading

MIME_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_A4 = 9
"""The number of the paper size in the file format."""
_HEADER_LIMIT = 100
"""Letters of a name in the printed header: the format allows 255 for the whole header."""
_LINE_HEIGHT = 15.0
"""Height of a line of text in a row, in points."""
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(</dcterms:modified>)")

Cell = tuple[Value, Style]


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column: its title, its width in letters, and whether it holds figures."""

    title: str
    width: float
    figures: bool = False


def new_workbook(heading: Heading) -> Workbook:
    """A workbook without sheets that knows our styles and says whose it is."""
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    add_styles(workbook)
    properties = workbook.properties
    properties.title = safe_text(heading.full_title)
    properties.creator = safe_text(heading.championship)
    properties.subject = safe_text(heading.status)
    properties.language = heading.language
    properties.created = heading.made_at.astimezone(UTC).replace(tzinfo=None)
    return workbook


def add_sheet(
    workbook: Workbook,
    name: str,
    heading: Heading,
    columns: Sequence[SheetColumn],
    *,
    notes: Sequence[str] = (),
    frozen: int = 0,
    wide: bool = True,
) -> int:
    """Add a worksheet with its heading and the titles of its columns; returns the next row.

    `frozen` columns at the left stay in sight, like the rows down to the titles. `name` is what
    the sheet's tab says.
    """
    sheet = workbook.create_sheet(_tab_name(name))
    put(sheet, 1, 1, heading.championship, TITLE)
    sheet.row_dimensions[1].height = 24
    status = f" ({heading.status})" if heading.status else ""
    put(sheet, 2, 1, heading.full_title + status, SUBTITLE)
    put(sheet, 3, 1, f"{heading.details} · {heading.made}", PLAIN)
    row = 4
    for note in notes:
        put(sheet, row, 1, note, NOTE)
        row += 1
    row += 1
    titles = [(column.title, HEAD_RIGHT if column.figures else HEAD) for column in columns]
    write_row(sheet, row, titles, columns)
    for index, column in enumerate(columns, start=1):
        sheet.column_dimensions[get_column_letter(index)].width = column.width
    sheet.freeze_panes = sheet.cell(row + 1, frozen + 1)
    _set_up_printing(sheet, heading, title_row=row, wide=wide)
    return row + 1


def write_row(
    sheet: Worksheet, row: int, cells: Sequence[Cell], columns: Sequence[SheetColumn]
) -> None:
    """Write a row of values, and make it high enough for its longest text.

    Programs differ in whether they do so themselves when they open a file.
    """
    lines = 1
    for index, ((value, style), column) in enumerate(zip(cells, columns), start=1):
        put(sheet, row, index, value, style)
        if isinstance(value, str) and style.wrap:
            lines = max(lines, _lines(value, int(column.width)))
    if lines > 1:
        sheet.row_dimensions[row].height = lines * _LINE_HEIGHT


@lru_cache(maxsize=5_000)
def _lines(text: str, letters: int) -> int:
    return sum(max(1, len(wrap(line, letters))) for line in text.splitlines())


def finish_sheet(sheet: Worksheet, *, columns: int, last_row: int) -> None:
    """Set the part of the sheet that is printed: all of it."""
    sheet.print_area = f"A1:{get_column_letter(columns)}{last_row}"


def fitting_width(texts: Sequence[str], *, least: float, most: float) -> float:
    """A column's width in letters that shows the longest of the texts, within limits."""
    longest = max((len(text) for text in texts), default=0)
    return min(most, max(least, longest * 1.05 + 2))


def to_bytes(workbook: Workbook, heading: Heading) -> bytes:
    """The file. The only clock in it is the heading's: the same content is the same file."""
    raw = BytesIO()
    workbook.save(raw)
    made = heading.made_at.astimezone(UTC)
    stamp = made.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    result = BytesIO()
    with ZipFile(raw) as source, ZipFile(result, "w") as target:
        for part in source.infolist():
            content = source.read(part)
            if part.filename == "docProps/core.xml":
                content = _MODIFIED.sub(rb"\g<1>" + stamp + rb"\g<2>", content)
            info = ZipInfo(part.filename, made.timetuple()[:6])
            info.compress_type = ZIP_DEFLATED
            target.writestr(info, content)
    return result.getvalue()


def _tab_name(name: str) -> str:
    """What a tab may say: at most 31 letters, and none of those that mean something there."""
    return re.sub(r"[\[\]:*?/\\]", " ", safe_text(name))[:31]


def _set_up_printing(sheet: Worksheet, heading: Heading, *, title_row: int, wide: bool) -> None:
    sheet.print_title_rows = f"{title_row}:{title_row}"
    sheet.page_setup.paperSize = _A4
    sheet.page_setup.orientation = "landscape" if wide else "portrait"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.page_margins = PageMargins(
        left=0.5, right=0.5, top=0.8, bottom=0.7, header=0.35, footer=0.35
    )
    header, footer = sheet.oddHeader, sheet.oddFooter
    assert header is not None
    assert footer is not None
    header.left.text = _header_text(heading.championship)
    header.right.text = _header_text(heading.status.upper())
    header.right.font = "Calibri,Bold"
    footer.left.text = _header_text(heading.made)
    pages = {"page": "&P", "pages": "&N"}
    footer.right.text = _header_text(_("Page %(page)s of %(pages)s")) % pages


def _header_text(text: str) -> str:
    """Text in a printed header, where & begins a command: doubled, it is the letter."""
    text = " ".join(safe_text(text).split())
    if len(text) > _HEADER_LIMIT:
        text = text[: _HEADER_LIMIT - 1] + "…"
    return text.replace("&", "&&")
