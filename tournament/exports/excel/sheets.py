"""The frame of every worksheet: its heading, a frozen row of titles, and how it prints.

On paper (A4) the titles are repeated on every page. A sheet is as wide as a page, its texts in more
lines where they would be too small to read; or several side by side. The header and footer name the
championship, say whether it is provisional and when it was made, and number the pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from unicodedata import normalize

from django.utils.translation import gettext as _

from tournament.exports.excel.book import Sheet, column_letter
from tournament.exports.excel.cells import (
    HEAD,
    HEAD_RIGHT,
    NOTE,
    PLAIN,
    SUBTITLE,
    TITLE,
    Style,
    Value,
    safe_text,
)
from tournament.exports.heading import Heading

# The unit is that of columns: the width of a digit. Files don't say how wide letters are, and each
# program uses the typeface it has, so these widths are about the widest of Calibri, Liberation Sans
# and DejaVu Sans. A row may be a little too high, but nothing in it is cut.
_KINDS = {0.5: " ijlI.,:;·'’!|", 0.69: "frt()[]-", 0.93: "csvxyzk", 0.97: "ae", 1.7: "mwMW@%—…"}
_WIDTHS = {letter: width for width, letters in _KINDS.items() for letter in letters}
_SMALL, _CAPITAL = 1.02, 1.2


@lru_cache(maxsize=20_000)
def text_width(text: str) -> float:
    """Return the width of a text on one line, in figures."""
    return sum(map(_width, normalize("NFC", text)))


@lru_cache(maxsize=1_000)
def _width(letter: str) -> float:
    plain = normalize("NFD", letter)[0]  # an accent makes no letter wider
    return _WIDTHS.get(plain, _CAPITAL if plain.isupper() or not plain.isascii() else _SMALL)


@lru_cache(maxsize=5_000)
def lines_of(text: str, room: float) -> int:
    """Return how many lines a text takes in a cell of this room, broken between words."""
    return sum(_lines(line.split(), max(room, 1.0)) for line in text.splitlines())


def _lines(words: list[str], room: float) -> int:
    lines, used = 1, 0.0
    for word in words:
        width = text_width(word)
        if used and used + text_width(" ") + width > room:
            lines, used = lines + 1, 0.0
        used += width + (text_width(" ") if used else 0)
        while used > room:  # a word that is wider than the cell is broken
            lines, used = lines + 1, used - room
    return lines


MIME_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_A4 = 9
"""Number of the paper size in the file format."""
_HEADER_LIMIT = 100
"""Most letters of a text in the printed header: the format allows 255 for the whole header."""
_INDENT = 2.2
"""Free room left of an indented text, with the edges of the cell, in figures."""
_LINE_HEIGHT = 15.0
"""Height of a line of text in a row, in points."""
_LEAST_SIZE = 7.0
"""Smallest letters on paper, in points."""
_PAGE_WIDTH = 770.0
"""Width between the margins of a page, A4 and lying, in points."""
_FIGURE, _EDGES = 5.25, 3.75
"""Width of a figure that is not made smaller, and of the edges of each column, in points."""
_NARROWEST_TEXT = 14.0
_MOST_LINES = 8
"""Most lines of a row; a longer text, such as of a tie of fifty pairs, is read in its cell."""

Cell = tuple[Value, Style]


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column: its title, its width in letters, and whether it holds figures."""

    title: str
    width: float
    figures: bool = False

    @property
    def head(self) -> Style:
        return HEAD_RIGHT if self.figures else HEAD


def head_sheet(
    sheet: Sheet,
    heading: Heading,
    columns: Sequence[SheetColumn],
    *,
    notes: Sequence[str] = (),
    frozen: int = 0,
    wide: bool = True,
) -> int:
    """Write a worksheet's heading and the titles of its columns; return the next row.

    `frozen` columns at the left stay in sight, like the rows down to the titles.
    """
    raw = sheet.raw
    sheet.put(1, 1, heading.championship, TITLE)
    raw.set_row(0, 24)
    status = f" ({heading.status})" if heading.status else ""
    sheet.put(2, 1, heading.full_title + status, SUBTITLE)
    raw.set_row(1, 17)
    sheet.put(3, 1, f"{heading.details} · {heading.made}", PLAIN)
    row = 4
    for note in filter(None, notes):
        sheet.put(row, 1, note, NOTE)
        row += 1
    row += 1
    titles = [(column.title, column.head) for column in columns]
    for index, column in enumerate(columns):
        raw.set_column(index, index, column.width)
    write_row(sheet, row, titles, columns)
    raw.freeze_panes(row, frozen)
    raw.repeat_rows(row - 1)
    _set_up_printing(sheet, heading, wide=wide)
    return row + 1


def write_row(
    sheet: Sheet, row: int, cells: Sequence[Cell], columns: Sequence[SheetColumn]
) -> None:
    """Write a row of values, and make it high enough for its longest text."""
    for index, (value, style) in enumerate(cells, start=1):
        sheet.put(row, index, value, style)
    make_room(sheet, row, cells, columns)


def make_room(
    sheet: Sheet, row: int, cells: Sequence[Cell], columns: Sequence[SheetColumn]
) -> None:
    """Make a row high enough for the longest of these texts.

    Only some programs do so themselves when they open a file.
    """
    lines = 1
    for (value, style), column in zip(cells, columns):
        if isinstance(value, str) and style.wrap:
            room = column.width * (0.9 if style.bold else 1) - (0 if style.right else _INDENT)
            lines = max(lines, lines_of(value, room))
    if lines > 1:
        sheet.raw.set_row(row - 1, min(lines, _MOST_LINES) * _LINE_HEIGHT)


def finish_sheet(sheet: Sheet, *, columns: int, last_row: int) -> None:
    """Set the part of the sheet that is printed: from its first cell to the last of these."""
    sheet.raw.print_area(f"A1:{column_letter(columns)}{last_row}")


def _width_on_paper(columns: Iterable[SheetColumn]) -> float:
    """Return how wide columns are in the smallest letters, in points."""
    whole = sum(column.width * _FIGURE + _EDGES for column in columns)
    return whole * _LEAST_SIZE / PLAIN.size


def fit_a_page(columns: Sequence[SheetColumn]) -> list[SheetColumn]:
    """Return the columns, the widest of texts narrowed so that a page holds all legibly."""
    fitting = list(columns)
    most = max((column.width for column in columns), default=0)
    while _width_on_paper(fitting) > _PAGE_WIDTH and most > _NARROWEST_TEXT:
        most -= 1
        fitting = [
            one if one.figures else replace(one, width=min(one.width, most)) for one in columns
        ]
    return fitting


def print_side_by_side(sheet: Sheet, columns: Sequence[SheetColumn], *, repeated: int) -> None:
    """Print a sheet with too many columns for one page on several; the first are on each."""
    room = _PAGE_WIDTH - _width_on_paper(columns[:repeated])
    pages = ceil(_width_on_paper(columns[repeated:]) / room)
    if pages > 1:
        sheet.raw.fit_to_pages(pages, 0)
        sheet.raw.repeat_columns(0, repeated - 1)


def write_rows(
    sheet: Sheet, first: int, rows: Iterable[Sequence[Cell]], columns: Sequence[SheetColumn]
) -> None:
    """Write rows from `first` down below their titles, with filters; they end the sheet."""
    row = first
    for row, cells in enumerate(rows, start=first):
        write_row(sheet, row, cells, columns)
    add_filters(sheet, titles=first - 1, columns=len(columns), last_row=row)
    finish_sheet(sheet, columns=len(columns), last_row=row)


def add_filters(sheet: Sheet, *, titles: int, columns: int, last_row: int) -> None:
    sheet.raw.autofilter(f"A{titles}:{column_letter(columns)}{last_row}")


def fitting_width(texts: Sequence[str], *, least: float, most: float) -> float:
    """Return a column's width in letters that shows the longest of the texts, within limits."""
    longest = max((len(text) for text in texts), default=0)
    return min(most, max(least, longest * 1.05 + 2))


def _set_up_printing(sheet: Sheet, heading: Heading, *, wide: bool) -> None:
    raw = sheet.raw
    raw.set_paper(_A4)
    if wide:
        raw.set_landscape()
    raw.fit_to_pages(1, 0)
    raw.set_margins(left=0.5, right=0.5, top=0.8, bottom=0.7)
    whose, status = _header_text(heading.championship), _header_text(heading.status.upper())
    raw.set_header(f'&L{whose}&R&"Calibri,Bold"{status}', {"margin": 0.35})
    pages = _header_text(_("Page %(page)s of %(pages)s")) % {"page": "&P", "pages": "&N"}
    raw.set_footer(f"&L{_header_text(heading.made)}&R{pages}", {"margin": 0.35})


def _header_text(text: str) -> str:
    """Return text for a printed header, where & begins a command: doubled, it is the letter."""
    text = " ".join(safe_text(text).split())
    escaped = text.replace("&", "&&")
    if len(escaped) <= _HEADER_LIMIT:
        return escaped
    while len(escaped) >= _HEADER_LIMIT:
        text = text[:-1]
        escaped = text.replace("&", "&&")
    return escaped + "…"
