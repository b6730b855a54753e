"""What lies between two states of the standings: which pairs change their place or their total."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.standings.queries.table import StandingsLine, StandingsView
from tournament.standings.queries.teams import TeamRef


@dataclass(frozen=True, slots=True)
class Move:
    """A pair's line in the standings before and after; None where it is not ranked."""

    team: TeamRef
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
        values = {"pair": self.team.number, "before": before, "after": after}
        if before is None and after is None:
            return _("Pair %(pair)d is not ranked.") % values
        if before is None:
            return _("Pair %(pair)d comes into the standings at place %(after)d.") % values
        if after is None:
            return _("Pair %(pair)d, now at place %(before)d, is no longer ranked.") % values
        if before == after:
            return _("Pair %(pair)d stays at place %(after)d.") % values
        return _("Pair %(pair)d goes from place %(before)d to place %(after)d.") % values


def moves_between(before: StandingsView, after: StandingsView) -> tuple[Move, ...]:
    """All pairs of either, in the order of the standings after; then those who aren't in them."""
    old = {line.team.id: line for line in before.lines}
    new = {line.team.id: line for line in after.lines}
    gone = [line for line in before.lines if line.team.id not in new]
    return tuple(
        Move(line.team, old.get(line.team.id), new.get(line.team.id))
        for line in (*after.lines, *gone)
    )
