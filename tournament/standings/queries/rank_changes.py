"""The differences between two standings: which pairs change their place or total."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.standings.queries.contestants import ContestantRef
from tournament.standings.queries.table import StandingsLine, StandingsView


@dataclass(frozen=True, slots=True)
class RankChange:
    """A pair's line in the standings before and after; None where it is not ranked."""

    contestant: ContestantRef
    before: StandingsLine | None
    after: StandingsLine | None

    @property
    def changes_place(self) -> bool:
        return self._ranks[0] != self._ranks[1]

    @property
    def changes_value(self) -> bool:
        """Whether its total or its mean is another one."""
        values = [line and (line.total, line.mean) for line in (self.before, self.after)]
        return values[0] != values[1]

    @property
    def _ranks(self) -> tuple[int | None, int | None]:
        return (
            self.before.rank if self.before else None,
            self.after.rank if self.after else None,
        )

    def __str__(self) -> str:
        before, after = self._ranks
        values = {"pair": self.contestant.number, "before": before, "after": after}
        if before is None and after is None:
            return _("Pair %(pair)d is not ranked.") % values
        if before is None:
            return _("Pair %(pair)d enters the standings in place %(after)d.") % values
        if after is None:
            return _("Pair %(pair)d, now in place %(before)d, is no longer ranked.") % values
        if before == after:
            return _("Pair %(pair)d stays in place %(after)d.") % values
        return _("Pair %(pair)d moves from place %(before)d to place %(after)d.") % values


def rank_changes_between(before: StandingsView, after: StandingsView) -> tuple[RankChange, ...]:
    """All pairs of either, in the order of the standings after; then those who aren't in them."""
    old = {line.contestant.id: line for line in before.lines}
    new = {line.contestant.id: line for line in after.lines}
    gone = [line for line in before.lines if line.contestant.id not in new]
    return tuple(
        RankChange(line.contestant, old.get(line.contestant.id), new.get(line.contestant.id))
        for line in (*after.lines, *gone)
    )
