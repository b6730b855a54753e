"""From a spreadsheet's rows to the results of a championship, or to everything wrong with them.

One row is one deal at one table; a hand that was not played has no row. Every cell is read by its
column's reader, then the row is checked by itself, then against the rows above it: trumps are made
by the same side in all rows of a deal, and a contestant sits at one table of it.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scoring.cli.faults import quoted
from scoring.cli.table_file import Row, Table, read_table
from scoring.duplicate.scores import POINTS_IN_A_HAND, Award, Infraction, TableResult
from scoring.game.announcements import Announcement, Double, parse_double, parse_trump
from scoring.game.seats import Side, Sides


@dataclass(slots=True)
class PlayedDeal:
    """A deal as the file names it, who made trumps, and its results in the order of the file.

    `line` is the line that first says who made trumps.
    """

    label: str
    makers: Side
    line: int
    results: list[TableResult[str]] = field(default_factory=list)


def read_results(path: Path) -> list[PlayedDeal]:
    """The deals in the order in which the file first mentions them.

    Raises `InputFaults` with every fault of the file.
    """
    table = read_table(path, COLUMNS)
    reader = _ResultsReader(table)
    for row in table.rows:
        reader.read(row)
    if not table.rows and not table.faults:
        table.report(table.header.line + 1, 1, "at least one result", "nothing")
    table.refuse_faults()
    return reader.deals


def _name(text: str) -> str:
    name = unicodedata.normalize("NFC", text)
    if not name:
        raise ValueError(text)
    return name


def _points(text: str) -> int | None:
    if not text:
        return None
    if not re.fullmatch("[0-9]{1,2}", text) or int(text) > POINTS_IN_A_HAND:
        raise ValueError(text)
    return int(text)


_SOME_POINTS = f"a whole number from 0 to {POINTS_IN_A_HAND}"

# What each column expects, and how a cell is read; a reader raises ValueError.
_READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "deal": ("the deal's number or name", _name),
    "maker": ("NS or EW", lambda text: Side(text.upper())),
    "ns": ("a team's name", _name),
    "ew": ("a team's name", _name),
    "ns_points": (_SOME_POINTS, _points),
    "ew_points": (_SOME_POINTS, _points),
    "trump": ("O, C, E, B, botifarra or nothing", parse_trump),
    "double": ("contro, recontro or nothing", parse_double),
    "infraction": ("NS, EW, NS+EW or nothing", lambda text: Infraction(text.upper())),
    "award": ("NS, EW, NS+EW or nothing", lambda text: Award(text.upper())),
}

COLUMNS = tuple(_READERS)

_REQUIRED = ("deal", "maker", "ns", "ew")
_POINTS = ("ns_points", "ew_points")

_IF_NO_COLUMN = {
    "ns_points": None,
    "ew_points": None,
    "trump": None,
    "double": Double.NONE,
    "infraction": Infraction.NONE,
    "award": Award.NONE,
}


class _ResultsReader:
    """Reads row after row, and reports to the table what is wrong."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.columns = _columns_by_title(table)
        self._deals: dict[str, PlayedDeal] = {}
        self._contestant_lines: dict[tuple[str | int, str], int] = {}
        """The line in which a deal first has a contestant."""

    @property
    def deals(self) -> list[PlayedDeal]:
        return list(self._deals.values())

    def read(self, row: Row) -> None:
        if not self._is_complete(row):
            return
        values = self._read_cells(row)
        ns_points = self._check_points(row.line, values)
        self._check_award(row.line, values)
        self._check_deal(row.line, values)
        if not self.table.faults:
            announcement = Announcement(values["trump"], values["double"])
            self._deals[values["deal"]].results.append(
                TableResult(
                    Sides(values["ns"], values["ew"]),
                    ns_points,
                    announcement,
                    values["infraction"],
                    values["award"],
                )
            )

    def _is_complete(self, row: Row) -> bool:
        """Whether the row has as many cells as the header; else it is unclear which is which."""
        expected, found = len(self.table.header.cells), len(row.cells)
        if found < expected:
            self.table.report(row.line, found + 1, f"{expected} cells", f"only {found}")
        elif found > expected:
            self.table.report(row.line, expected + 1, f"only {expected} cells", str(found))
        return found == expected

    def _read_cells(self, row: Row) -> dict[str, Any]:
        """The row's values by column, without those that can't be read."""
        values: dict[str, Any] = {
            title: value for title, value in _IF_NO_COLUMN.items() if title not in self.columns
        }
        for title, column in self.columns.items():
            expected, read = _READERS[title]
            text = row.cells[column - 1]
            try:
                values[title] = read(text)
            except ValueError:
                self.table.report(row.line, column, expected, quoted(text) if text else "nothing")
        return values

    def _check_points(self, line: int, values: dict[str, Any]) -> int | None:
        """The points of N–S, from whichever side's are there."""
        columns = [self.columns[title] for title in _POINTS if title in self.columns]
        if not columns or not values.keys() >= set(_POINTS):
            return None
        ns_points: int | None = values["ns_points"]
        ew_points: int | None = values["ew_points"]
        if ew_points is None:
            if ns_points is None and values.get("infraction") is Infraction.NONE:
                award = values.get("award")
                if award is Award.NONE:
                    expected = "the points of NS or EW, as there is no rule-break"
                    self.table.report(line, columns[0], expected, "neither")
                elif award in (Award.NS, Award.EW):
                    expected = "the points of NS or EW, as only one side is awarded the average"
                    self.table.report(line, columns[0], expected, "neither")
            return ns_points
        from_ew = POINTS_IN_A_HAND - ew_points
        if ns_points is not None and ns_points != from_ew:
            rest = POINTS_IN_A_HAND - ns_points
            expected = f"{rest}, which adds up to {POINTS_IN_A_HAND} with {ns_points}"
            self.table.report(line, columns[-1], expected, str(ew_points))
        return from_ew

    def _check_award(self, line: int, values: dict[str, Any]) -> None:
        """A table has a rule-break or an award, not both."""
        infraction, award = values.get("infraction"), values.get("award")
        if infraction and award:
            self.table.report(line, self.columns["award"], "nothing beside a rule-break", award)

    def _check_deal(self, line: int, values: dict[str, Any]) -> None:
        """Compare the row with the rows of its deal above, and its contestants with each other."""
        makers: Side | None = values.get("maker")
        if makers is not None and "deal" in values:
            label: str = values["deal"]
            deal = self._deals.setdefault(label, PlayedDeal(label, makers, line))
            if makers is not deal.makers:
                expected = f"{deal.makers} as in line {deal.line}, the same in all rows of a deal"
                self.table.report(line, self.columns["maker"], expected, makers)
        for title in ("ns", "ew"):
            if title in values:
                # A row whose deal can't be read is compared with nothing but itself.
                place = values.get("deal", line), values[title]
                if place in self._contestant_lines:
                    again = (
                        f"{quoted(values[title])} again, as in line {self._contestant_lines[place]}"
                    )
                    self.table.report(line, self.columns[title], "a team once in a deal", again)
                self._contestant_lines.setdefault(place, line)


def _columns_by_title(table: Table) -> dict[str, int]:
    """Where the columns are, from 1; what is wrong with the header is reported."""
    line, titles = table.header.line, table.header.cells
    columns: dict[str, int] = {}
    for column, title in enumerate(titles, start=1):
        if title not in _READERS:
            table.report(line, column, f"one of the columns {', '.join(COLUMNS)}", quoted(title))
        elif title in columns:
            found = f"{title} again, as in column {columns[title]}"
            table.report(line, column, "each column once", found)
        else:
            columns[title] = column
    for title in _REQUIRED:
        if title not in columns:
            table.report(line, len(titles) + 1, f"a column {title}", "none")
    if not any(title in columns for title in _POINTS):
        table.report(line, len(titles) + 1, f"a column {' or '.join(_POINTS)}", "none")
    return columns
