"""Differences between two standings: pairs that change their place or the value that ranks them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.standings.columns import StandingsColumn, Value
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import StandingsLine
from tournament.standings.rankings.ranking import StandingsView


@dataclass(frozen=True, slots=True)
class RankChange:
    """Pair's line in the standings before and after; None if it is not ranked.

    `ranking_columns` are those by which pairs are ranked, or can be.
    """

    contestant: ContestantRef
    before: StandingsLine[Any] | None
    after: StandingsLine[Any] | None
    ranking_columns: tuple[StandingsColumn[Any], ...]

    @property
    def changes_place(self) -> bool:
        return self._ranks[0] != self._ranks[1]

    @property
    def changes_value(self) -> bool:
        """Return whether a value that ranks it, or can, has changed."""
        before, after = (line and self.values(line) for line in (self.before, self.after))
        return before != after

    def values(self, line: StandingsLine[Any]) -> list[Value]:
        """Return the values of one of its lines in the columns that rank, or can."""
        return [column.value(line) for column in self.ranking_columns]

    def texts(self, columns: Sequence[StandingsColumn[Any]]) -> tuple[tuple[str, str], ...]:
        """Return the texts in these columns before and after; "" if it is not ranked."""
        return tuple(
            (
                column.text(self.before) if self.before else "",
                column.text(self.after) if self.after else "",
            )
            for column in columns
        )

    @property
    def _ranks(self) -> tuple[int | None, int | None]:
        return (
            self.before.rank if self.before else None,
            self.after.rank if self.after else None,
        )

    def __str__(self) -> str:
        before, after = self._ranks
        pair = f"{self.contestant.number} {self.contestant.name}"
        values = {"pair": pair, "before": before, "after": after}
        if before is None and after is None:
            return _("Pair %(pair)s is not ranked.") % values
        if before is None:
            return _("Pair %(pair)s enters the standings in place %(after)d.") % values
        if after is None:
            return _("Pair %(pair)s, now in place %(before)d, is no longer ranked.") % values
        if before == after:
            return _("Pair %(pair)s stays in place %(after)d.") % values
        return _("Pair %(pair)s moves from place %(before)d to place %(after)d.") % values


def rank_changes_between(
    before: StandingsView[Any], after: StandingsView[Any]
) -> tuple[RankChange, ...]:
    """Return a change for every pair of either, in the order of the later standings; pairs that are
    not in them come last."""
    old = {line.contestant.id: line for line in before.lines}
    new = {line.contestant.id: line for line in after.lines}
    gone = [line for line in before.lines if line.contestant.id not in new]
    columns = tuple(one for one in after.ranking.columns if one.ranks)
    return tuple(
        RankChange(
            line.contestant, old.get(line.contestant.id), new.get(line.contestant.id), columns
        )
        for line in (*after.lines, *gone)
    )
