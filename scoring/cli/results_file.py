"""Reader of a spreadsheet with a championship's results, which reports everything wrong with them.

One row is one deal at one table; a hand that was not played has no row. Every cell is read by its
column's reader, then the row is checked by itself, then against the rows above it: trumps are made
by the same side in all rows of a deal, and a contestant sits at one table of it.
"""

import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scoring.cli.columns import MAKER, NS_EW_POINTS, TRUMP, InputColumn, RowReader, double_column
from scoring.cli.faults import quoted
from scoring.cli.table_file import Row, Table, read_table
from scoring.duplicate.scores import Award, Infraction, TableResult
from scoring.game.announcements import DUPLICATE_DOUBLES, Announcement
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
    """Return the deals in the order in which the file first mentions them.

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


_KNOWN = (
    InputColumn("deal", "the deal's number or name", _name),
    MAKER,
    InputColumn("ns", "a team's name", _name),
    InputColumn("ew", "a team's name", _name),
    *NS_EW_POINTS,
    TRUMP,
    double_column(DUPLICATE_DOUBLES),
    InputColumn(
        "infraction",
        "NS, EW, NS+EW or nothing",
        lambda text: Infraction(text.upper()),
        if_absent=Infraction.NONE,
    ),
    InputColumn(
        "award", "NS, EW, NS+EW or nothing", lambda text: Award(text.upper()), if_absent=Award.NONE
    ),
)

COLUMNS = tuple(column.title for column in _KNOWN)

_POINTS = tuple(column.title for column in NS_EW_POINTS)


class _ResultsReader:
    """Reads row after row, and reports to the table what is wrong."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cells = RowReader(table, _KNOWN)
        self.cells.need_one_of(_POINTS)
        self.columns = self.cells.columns
        self._deals: dict[str, PlayedDeal] = {}
        self._contestant_lines: dict[tuple[str | int, str], int] = {}
        """The line in which a deal first has a contestant."""

    @property
    def deals(self) -> list[PlayedDeal]:
        return list(self._deals.values())

    def read(self, row: Row) -> None:
        values = self.cells.read(row)
        if values is None:
            return
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

    def _check_points(self, line: int, values: dict[str, Any]) -> int | None:
        """Return the points of N–S, from whichever side's are there."""
        columns = [self.columns[title] for title in _POINTS if title in self.columns]
        if not columns or not values.keys() >= set(_POINTS):
            return None
        ns_points = self.cells.ns_points(line, values)
        if ns_points is None and values.get("infraction") is Infraction.NONE:
            award = values.get("award")
            if award is Award.NONE:
                expected = "the points of NS or EW, as there is no rule-break"
                self.table.report(line, columns[0], expected, "neither")
            elif award in (Award.NS, Award.EW):
                expected = "the points of NS or EW, as only one side is awarded the average"
                self.table.report(line, columns[0], expected, "neither")
        return ns_points

    def _check_award(self, line: int, values: dict[str, Any]) -> None:
        """Report a table with both a rule-break and an award."""
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
