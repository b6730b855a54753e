"""Rows and cells that every reader of lists produces, and the limits of how much is read.

A cell keeps its kind (a number, a date, a formula, …) beside its text, because a date is a fault
where a pair's name or number should be.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.errors import UserError

MAX_BYTES = 2 * 1024 * 1024
"""Most bytes of a file or a pasted text."""
MAX_ROWS = 500
"""Most rows of a sheet that have anything in them. A championship has fewer pairs."""
MAX_COLUMNS = 50
MAX_LETTERS = 1000
"""Most letters of a cell. Neither a name nor ten substitutes in one cell are as long."""
MAX_ALL_LETTERS = 500_000
"""Most letters of all sheets together: they travel with the preview."""
MAX_SHEETS = 20


class Kind(Enum):
    TEXT = ""
    NUMBER = "n"
    DAY = "d"
    TRUTH = "b"
    ERROR = "e"
    CLIPPED = "l"
    """More letters than are read."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's text and its kind. A formula's text is the value it had when it was saved."""

    text: str = ""
    kind: Kind = Kind.TEXT
    formula: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.text.strip() and not self.formula

    @property
    def line(self) -> str:
        """Return the text in one line, as a field of a page can hold it."""
        return " ".join(self.text.split())


NOTHING = Cell()


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row: the line or row number in its source, from 1, and its cells."""

    line: int
    cells: tuple[Cell, ...]
    hidden: bool = False
    written: str = ""
    """The line as it was typed, perhaps longer than the cells; "" for a row of a workbook."""

    @property
    def as_typed(self) -> str:
        """Return the row as a line of text, so that it can be edited and read again."""
        return self.written or "; ".join(cell.line for cell in self.cells)

    @property
    def is_empty(self) -> bool:
        return all(cell.is_empty for cell in self.cells)

    @property
    def width(self) -> int:
        """Return the column after the last one that is not empty."""
        filled = (number for number, cell in enumerate(self.cells, 1) if not cell.is_empty)
        return max(filled, default=0)

    def cell(self, column: int) -> Cell:
        """Return the cell in this column, from 0."""
        return self.cells[column] if column < len(self.cells) else NOTHING


class Unread(Enum):
    LONG = "long"
    LARGE = "large"

    @property
    def sentence(self) -> str:
        if self is Unread.LONG:
            return _("These are too many lines: at most %(max)d are allowed.") % {"max": MAX_ROWS}
        return _("This is too much for a list of pairs: copy only the list into a new file.")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a workbook, or a text: its rows, of which none is empty."""

    rows: tuple[GridRow, ...]
    name: str = ""
    """Only a workbook's sheet has one."""
    hidden_columns: frozenset[int] = frozenset()
    wider: bool = False
    """Whether something stands to the right of the columns that are read."""
    unread: Unread | None = None
    is_free: bool = False
    """Whether people may have written it as they like, not as a table."""

    @property
    def width(self) -> int:
        return max((row.width for row in self.rows), default=0)

    @property
    def hides_rows(self) -> bool:
        return any(row.hidden for row in self.rows)

    @property
    def left(self) -> int:
        """Return the first column with any content."""
        first = (
            next(number for number, cell in enumerate(row.cells) if not cell.is_empty)
            for row in self.rows
        )
        return min(first, default=0)


@dataclass(frozen=True, slots=True)
class Source:
    """Everything that was read: the sheets that can be chosen, and those that are hidden."""

    sheets: tuple[Sheet, ...]
    hidden: tuple[str, ...] = ()
    """Names of the hidden sheets, which are not read."""


def column_letters(column: int) -> str:
    """Return the letters of a column by its index: A, B, … Z, AA, …"""
    letters = ""
    left = column + 1
    while left:
        left, digit = divmod(left - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def place_of(sheet: Sheet, row: GridRow, column: int | None) -> str:
    """Return where a cell is found: its sheet and name in a workbook, line and column of a text."""
    if column is None:
        return _("line %(line)d") % {"line": row.line}
    if not sheet.name:
        return _("line %(line)d, column %(column)d") % {"line": row.line, "column": column + 1}
    return f"{sheet.name}, {column_letters(column)}{row.line}"


def refuse_size(size: int) -> None:
    """Raise `UserError` for a file or text that is too large."""
    if size > MAX_BYTES:
        raise UserError(
            _("This is too large: at most %(max)d MB are allowed.") % {"max": MAX_BYTES >> 20}
        )


def clipped(text: str) -> Cell:
    """Return a text as a cell, no longer than cells are read."""
    if len(text) > MAX_LETTERS:
        return Cell(text[:MAX_LETTERS], Kind.CLIPPED)
    return Cell(text)


def cell_of(value: object) -> Cell:
    """Return a value that a library has read, as a cell. Raises ValueError for NaN and infinity."""
    match value:
        case bool():
            return Cell("TRUE" if value else "FALSE", Kind.TRUTH)
        case int() | float():
            return Cell(_number_text(value), Kind.NUMBER)
        case date() | time() | timedelta():
            return Cell(_day_text(value), Kind.DAY)
        case _:
            return clipped(str(value))


def _number_text(number: float) -> str:
    """Return a number as text; whole ones without a fraction."""
    if not math.isfinite(number):
        raise ValueError(number)
    return str(int(number) if number == int(number) else number)[:MAX_LETTERS]


def _day_text(moment: date | time | timedelta) -> str:
    if isinstance(moment, timedelta):
        minutes = round(moment / timedelta(minutes=1))
        return f"{minutes // 60}:{minutes % 60:02}"
    if isinstance(moment, time):
        return f"{moment:%H:%M}"
    if isinstance(moment, datetime) and moment.time() != time.min:
        return f"{moment:%Y-%m-%d %H:%M}"
    return f"{moment:%Y-%m-%d}"


def fill_down(rows: Mapping[int, dict[int, Cell]], column: int, first: int, last: int) -> None:
    """Give each row of a merged area its value: one club beside several pairs, say."""
    value = rows.get(first, {}).get(column)
    if value is not None:
        for line, cells in rows.items():
            if first < line <= last:
                cells.setdefault(column, value)


def rows_of(
    cells: Mapping[int, Mapping[int, Cell]], hidden: Collection[int] = ()
) -> Iterator[GridRow]:
    for line, own in cells.items():
        in_order = tuple(own.get(column, NOTHING) for column in range(max(own) + 1))
        yield GridRow(line, in_order, line in hidden)


def sheet_of(
    rows: Iterable[GridRow],
    *,
    name: str = "",
    hidden_columns: frozenset[int] = frozenset(),
    wider: bool = False,
    is_free: bool = False,
) -> Sheet:
    """Return a sheet of these rows, without empty ones; unread if they are too many."""
    kept = tuple(row for row in rows if not row.is_empty)
    if len(kept) > MAX_ROWS:
        return Sheet((), name, unread=Unread.LONG)
    return Sheet(kept, name, hidden_columns, wider, is_free=is_free)


def within_limits(sheets: Iterable[Sheet]) -> Iterator[Sheet]:
    """Yield the sheets with any content; unread from where all together hold too many letters."""
    room = MAX_ALL_LETTERS
    for sheet in sheets:
        room -= sum(len(cell.text) for row in sheet.rows for cell in row.cells)
        if room < 0:
            yield Sheet((), sheet.name, unread=Unread.LARGE)
        elif sheet.rows or sheet.unread:
            yield sheet


def sheet_out(sheet: Sheet) -> list[Any]:
    rows = [
        [row.line, row.hidden, [_cell_out(cell) for cell in row.cells], row.written]
        for row in sheet.rows
    ]
    unread = sheet.unread.value if sheet.unread else ""
    return [sheet.name, rows, sorted(sheet.hidden_columns), sheet.wider, unread, sheet.is_free]


def _cell_out(cell: Cell) -> str | list[Any]:
    if cell.kind is Kind.TEXT and not cell.formula:
        return cell.text
    return [cell.text, cell.kind.value, cell.formula]


def sheet_in(content: list[Any]) -> Sheet:
    """Return the sheet that `sheet_out` wrote."""
    name, rows, hidden_columns, wider, unread, is_free = content
    return Sheet(
        tuple(
            GridRow(line, tuple(map(_cell_in, cells)), hidden, written)
            for line, hidden, cells, written in rows
        ),
        name,
        frozenset(hidden_columns),
        wider,
        Unread(unread) if unread else None,
        is_free,
    )


def _cell_in(content: Any) -> Cell:
    if isinstance(content, str):
        return Cell(content)
    text, kind, formula = content
    return Cell(text, Kind(kind), formula)
