"""Columns of files that commands read, and the reader of their cells.

`RowReader` finds the columns in the header, in any order, and reads row after row. What is wrong is
reported to the table, and reading goes on.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from scoring.cli.faults import quoted
from scoring.cli.table_file import Row, Table
from scoring.game.announcements import Double, parse_double, parse_trump
from scoring.game.seats import Side
from scoring.game.tricks import POINTS_IN_A_HAND

NEEDED = object()
"""Stands for the value of a column that can't be left out."""


@dataclass(frozen=True, slots=True)
class InputColumn:
    """A column: its title, what is expected in it, and how a cell is read.

    `read` raises `ValueError`. `if_absent` is every row's value where the column is left out.
    """

    title: str
    expected: str
    read: Callable[[str], Any]
    if_absent: Any = NEEDED


def read_points(text: str) -> int | None:
    """Return trick points, 0 to 72, or None for nothing. Raises `ValueError`."""
    if not text:
        return None
    if not re.fullmatch("[0-9]{1,2}", text) or int(text) > POINTS_IN_A_HAND:
        raise ValueError(text)
    return int(text)


SOME_POINTS = f"a whole number from 0 to {POINTS_IN_A_HAND}"
MAKER = InputColumn("maker", "NS or EW", lambda text: Side(text.upper()))
NS_EW_POINTS = tuple(
    InputColumn(title, SOME_POINTS, read_points, if_absent=None)
    for title in ("ns_points", "ew_points")
)
TRUMP = InputColumn("trump", "O, C, E, B, botifarra or nothing", parse_trump, if_absent=None)


def double_column(allowed: Sequence[Double]) -> InputColumn:
    """Return the column of doubles, where these can be announced."""
    expected = ", ".join(double for double in allowed if double) + " or nothing"
    read = partial(parse_double, allowed=allowed)
    return InputColumn("double", expected, read, if_absent=Double.NONE)


def side_or_nothing(text: str) -> Side | None:
    """Return the side, NS or EW in any case, or None for nothing. Raises `ValueError`."""
    return Side(text.upper()) if text else None


class RowReader:
    """Reads rows by their columns; `columns` are the titles that were found, with their places."""

    def __init__(self, table: Table, known: Sequence[InputColumn]) -> None:
        self.table = table
        self.known = {column.title: column for column in known}
        self.columns = self._find_columns()

    def _find_columns(self) -> dict[str, int]:
        """Return the columns' places, from 1; what is wrong with the header is reported."""
        line, titles = self.table.header.line, self.table.header.cells
        columns: dict[str, int] = {}
        for place, title in enumerate(titles, start=1):
            if title not in self.known:
                expected = f"one of the columns {', '.join(self.known)}"
                self.table.report(line, place, expected, quoted(title))
            elif title in columns:
                found = f"{title} again, as in column {columns[title]}"
                self.table.report(line, place, "each column once", found)
            else:
                columns[title] = place
        for title, column in self.known.items():
            if title not in columns and column.if_absent is NEEDED:
                self.table.report(line, len(titles) + 1, f"a column {title}", "none")
        return columns

    def need_one_of(self, titles: Sequence[str]) -> None:
        """Report that none of these columns is there, if so."""
        if not any(title in self.columns for title in titles):
            line, place = self.table.header.line, len(self.table.header.cells) + 1
            self.table.report(line, place, f"a column {' or '.join(titles)}", "none")

    def read(self, row: Row) -> dict[str, Any] | None:
        """Return the row's values by column, without those that can't be read.

        None for a row with more or fewer cells than the header: it is unclear which is which.
        """
        expected, found = len(self.table.header.cells), len(row.cells)
        if found < expected:
            self.table.report(row.line, found + 1, f"{expected} cells", f"only {found}")
        elif found > expected:
            self.table.report(row.line, expected + 1, f"only {expected} cells", str(found))
        if found != expected:
            return None
        values = {
            title: column.if_absent
            for title, column in self.known.items()
            if title not in self.columns and column.if_absent is not NEEDED
        }
        for title, place in self.columns.items():
            text = row.cells[place - 1]
            try:
                values[title] = self.known[title].read(text)
            except ValueError:
                found_text = quoted(text) if text else "nothing"
                self.table.report(row.line, place, self.known[title].expected, found_text)
        return values

    def ns_points(self, line: int, values: dict[str, Any]) -> int | None:
        """Return the points of N–S, from whichever side's are there; None where neither are.

        Reports points of both that don't add up to 72.
        """
        ns_points: int | None = values.get("ns_points")
        ew_points: int | None = values.get("ew_points")
        if ew_points is None:
            return ns_points
        if ns_points is not None and ns_points + ew_points != POINTS_IN_A_HAND:
            rest = POINTS_IN_A_HAND - ns_points
            expected = f"{rest}, which adds up to {POINTS_IN_A_HAND} with {ns_points}"
            self.table.report(line, self.columns["ew_points"], expected, str(ew_points))
        return POINTS_IN_A_HAND - ew_points
