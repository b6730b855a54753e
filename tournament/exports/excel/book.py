"""Write a workbook: cells by row and column, names, tables, lists of choices.

XlsxWriter writes the files, and nothing else here knows it. It was chosen over openpyxl, with which
workbooks are read, because it stores a formula's value with it: so programs that show a file
without computing it (a mail preview, a phone, Excel before editing is allowed) show the scores. It
is also two to three times as fast.

Rows and columns are counted from 1, as formulas do. The only time in a file is that of its heading:
equal content gives equal bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC
from fractions import Fraction
from io import BytesIO
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import quote_sheetname, xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from tournament.exports.excel.cells import (
    Style,
    Value,
    begins_like_a_formula,
    nearest_cell_number,
    safe_text,
)
from tournament.exports.heading import Heading

Progress = Callable[[int, int], None]
"""Called with how much is done, of how much."""

_LONGEST_TAB = 31
_NOT_IN_TABS = re.compile(r"[\[\]:*?/\\]")
_LINES = {"hair": 7, "medium": 2}
"""Kinds of lines, by their numbers in the library."""


class _PlainWorksheet(Worksheet):
    """A worksheet whose formulas are written as they are.

    The library searches each for the names of some eighty newer functions, to mark them. Ours use
    none (a test sees to that), and the search takes as long as everything else together.
    """

    def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:
        del expand_future_functions
        return formula


class Book:
    """A workbook that says whose it is, and has no sheets yet.

    `progress` is told after each of the `steps` how much is done; putting the file together at the
    end takes as long as all of them.
    """

    def __init__(
        self, heading: Heading, *, progress: Progress | None = None, steps: int = 0
    ) -> None:
        self._progress, self._done, self._steps = progress, 0, steps
        self._bytes = BytesIO()
        self._workbook = Workbook(self._bytes, {"in_memory": True})
        self._workbook.set_properties(
            {
                "title": safe_text(heading.full_title),
                "author": safe_text(heading.championship),
                "subject": safe_text(heading.status),
                "created": heading.made_at.astimezone(UTC).replace(tzinfo=None),
            }
        )
        self._formats: dict[tuple[Style, bool], Format] = {}
        self._tabs = {"history"}  # which Excel keeps for itself

    def add_sheet(self, name: str) -> Sheet:
        """Return a new worksheet behind the others; `name` is its tab's text, as far as allowed."""
        tab = self._tab(name)
        return Sheet(self, tab, self._workbook.add_worksheet(tab, _PlainWorksheet))

    def define(self, name: str, cells: str) -> None:
        """Give cells a name that formulas and lists of choices use."""
        refused = self._workbook.define_name(name, f"={cells}")
        assert refused == 0, f"{name} can't name cells"

    def look(self, style: Style, *, quoted: bool = False) -> Format:
        """Return a style as the file knows it.

        `quoted` sets the mark that a program sets when somebody types an apostrophe before a text:
        without it, editing the cell and leaving it again would make a formula of a text that begins
        like one.
        """
        found = self._formats.get((style, quoted))
        if found is None:
            made = self._workbook.add_format({**_properties(style), "quote_prefix": quoted})
            found = self._formats[style, quoted] = made
        return found

    def step(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, 2 * self._steps)

    def content(self) -> bytes:
        """Return the file; after this nothing more can be written."""
        self._workbook.close()
        return self._bytes.getvalue()

    def _tab(self, name: str) -> str:
        """Return a text that a tab may have: short, without special signs, and unique."""
        # Counted as the format does: a letter beyond U+FFFF is two.
        units = _NOT_IN_TABS.sub(" ", safe_text(name)).encode("utf-16-le")

        def fitting(ending: str) -> str:
            room = 2 * _LONGEST_TAB - len(ending.encode("utf-16-le"))
            return units[:room].decode("utf-16-le", "ignore").strip("' ") + ending

        tab, number = fitting("") or "1", 1
        while tab.casefold() in self._tabs:
            number += 1
            tab = fitting(f" {number}")
        self._tabs.add(tab.casefold())
        return tab


class Sheet:
    """A worksheet of a `Book`. `raw` is the library's, for how it prints."""

    def __init__(self, book: Book, tab: str, raw: Worksheet) -> None:
        self.book, self.raw = book, raw
        self.reference = quote_sheetname(tab)
        """Name of the sheet in formulas of other sheets."""

    def put(self, row: int, column: int, value: Value, style: Style) -> None:
        """Write a value into a cell; None or "" leave it empty."""
        if isinstance(value, str) and value:
            look = self.book.look(style, quoted=begins_like_a_formula(value))
            self.raw.write_string(row - 1, column - 1, safe_text(value), look)
        elif value is None or value == "":
            self.raw.write_blank(row - 1, column - 1, None, self.book.look(style))
        else:
            number = _number(value, style)
            self.raw.write_number(row - 1, column - 1, number, self.book.look(style))

    def put_formula(self, row: int, column: int, formula: str, value: Value, style: Style) -> None:
        """Write a formula, without its sign of equality, and its current value."""
        shown: str | float = _number(value, style) if isinstance(value, int | Fraction) else ""
        if isinstance(value, str):
            shown = safe_text(value)
        self.raw.write_formula(row - 1, column - 1, formula, self.book.look(style), shown)

    def allow(self, cells: str, rule: dict[str, Any]) -> None:
        """Let some cells, such as "B4:B9", hold only values that `rule` allows, or nothing."""
        self.raw.data_validation(cells, {"ignore_blank": True, **rule})

    def name_table(
        self, name: str, first: int, last: int, titles: Sequence[tuple[str, Style]]
    ) -> None:
        """Make a named table with filters of the first columns; its row `first` has the titles."""
        self.raw.add_table(
            first - 1,
            0,
            last - 1,
            len(titles) - 1,
            {
                "name": name,
                "style": "Table Style Light 1",
                "columns": [
                    {"header": title, "header_format": self.book.look(style)}
                    for title, style in titles
                ],
            },
        )


def column_letter(column: int) -> str:
    return str(xl_col_to_name(column - 1))


def _number(value: int | Fraction, style: Style) -> float:
    return nearest_cell_number(value, style.places) if isinstance(value, Fraction) else value


def _properties(style: Style) -> dict[str, Any]:
    left = style.wrap and not style.right
    return {
        "font_name": "Calibri",
        "font_size": style.size,
        "bold": style.bold,
        "font_color": "#595959" if style.grey else "#000000",
        "align": "right" if style.right else "left" if left else "",
        "valign": "top",
        "text_wrap": style.wrap,
        "indent": 1 if left else 0,
        "num_format": style.number_format,
        **({"bg_color": "#E7E6E6"} if style.shaded else {}),
        **({"bg_color": "#FFF9DB"} if style.open_to_change else {}),
        **(
            {"bottom": _LINES[style.line_below], "bottom_color": "#7F7F7F"}
            if style.line_below
            else {}
        ),
    }


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of a worksheet that follow one another.

    Names are English in every language, as no reader has to type them.
    """

    sheet: Sheet
    first: int
    last: int

    def here(self, column: int) -> str:
        """Return a column's cells in these rows, for a formula on this sheet."""
        letter = column_letter(column)
        return f"${letter}${self.first}:${letter}${self.last}"

    def name(self, name: str, column: int) -> None:
        """Give a column's cells in these rows a name, which every sheet can use."""
        place = self.here(column)
        if self.first == self.last:
            place = place.partition(":")[0]
        self.sheet.book.define(name, f"{self.sheet.reference}!{place}")


def at(column: int, row: int) -> str:
    """Return a cell of this sheet; its column stays when the formula is copied."""
    return f"${column_letter(column)}{row}"
