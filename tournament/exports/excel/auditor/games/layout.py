"""The standings of the auditor's workbook of games, as columns that formulas find by their keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.game.seats import Side
from tournament.exports.excel.auditor.games.results import made, name_of, seat
from tournament.exports.excel.book import Rows, at
from tournament.exports.excel.cells import NUMBER, Style, Value
from tournament.exports.excel.sheets import SheetColumn
from tournament.standings.contestants import ContestantRef
from tournament.standings.queries import StandingsLine
from tournament.standings.rankings.games.columns import GameFigures


@dataclass(frozen=True, slots=True)
class Line:
    """A contestant's line; `standing` is None for one that is not ranked."""

    contestant: ContestantRef
    standing: StandingsLine[GameFigures] | None

    @property
    def figures(self) -> GameFigures | None:
        return self.standing.figures if self.standing else None


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is: the rows, and the columns by their keys; `seats` are the places of a
    side."""

    rows: Rows
    columns: Mapping[str, int]
    seats: range
    in_groups: bool

    def here(self, key: str, row: int) -> str:
        """A line's cell."""
        return at(self.columns[key], row)

    def whole(self, key: str) -> str:
        """A column's cells in all lines."""
        return self.rows.here(self.columns[key])

    def of_the_group(self, row: int) -> str:
        """A factor that is 1 for those of a line's group that are ranked."""
        ranked = f"({self.whole(RANKED)}=1)"
        if not self.in_groups:
            return ranked
        return f"{ranked}*({self.whole(GROUP)}={self.here(GROUP, row)})"

    def competing(self, row: int) -> str:
        """A factor that is 1 for those that are ranked with a line: of its group, and withdrawn as
        it is or there as it is."""
        return f"{self.of_the_group(row)}*({self.whole(LEFT)}={self.here(LEFT, row)})"

    def sum(self, row: int, key: Callable[[Side], str], *, round: int | None = None) -> str:
        """The sum of what a contestant's own sides have in a column of the results."""
        return self._over(row, lambda side, who: f"SUMIFS({name_of(key(side))},{who})", round)

    def sum_of_others(
        self, row: int, key: Callable[[Side], str], *, round: int | None = None
    ) -> str:
        """The same of the sides opposite."""
        return self.sum(row, lambda side: key(side.opponents), round=round)

    def games(self, row: int, criterion: str = '">=0"', *, round: int | None = None) -> str:
        """In how many games a contestant's side has made what the criterion asks for."""
        return self._over(
            row, lambda side, who: f"COUNTIFS({who},{name_of(made(side))},{criterion})", round
        )

    def seated(self, row: int) -> str:
        """At how many tables a contestant sat, whether they played or not."""
        return self._over(row, lambda _side, who: f"COUNTIFS({who})", None)

    def _over(self, row: int, part: Callable[[Side, str], str], round: int | None) -> str:
        of_round = "" if round is None else f",{name_of('round')},{round}"
        return "+".join(
            part(side, f"{name_of(seat(side, place))},{self.here(NUMBER_KEY, row)}{of_round}")
            for side in Side
            for place in self.seats
        )


Formula = Callable[[Layout, int], str]
"""The formula in a line's cell."""


@dataclass(frozen=True, slots=True)
class AuditedColumn:
    """A column of the standings: what it is called, the formula in it, and the value that it has.

    Without a formula the value stands there by itself.
    """

    key: str
    shown: SheetColumn
    value: Callable[[Line], Value]
    formula: Formula | None = None
    style: Style = NUMBER
    name: str = ""
    """What other sheets call its cells, where they read them."""


NUMBER_KEY, RANKED, GROUP, LEFT = "number", "ranked", "group_number", "left"
"""The keys of the columns that a layout itself reads."""
