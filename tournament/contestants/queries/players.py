"""Effects of a player who comes late, leaves, or comes back.

The rounds that are left are planned anew (`schedule.remaining`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from tournament.contestants.queries.late_entry import joinable_stages
from tournament.core.stages import stages_of
from tournament.models import Championship, Contestant, Match, RoundStatus
from tournament.schedule.remaining import RemainingRounds, first_round_not_begun, remaining_rounds
from tournament.stages.formats import format_of
from tournament.standings.contestants import stage_contestants, who_play


@dataclass(frozen=True, slots=True)
class PlannedAnew:
    """Rounds that are planned anew, and for how many players."""

    rounds: RemainingRounds
    players: int

    @property
    def resting(self) -> int:
        return format_of(self.rounds.stage).resting(self.players)

    @property
    def has_a_table(self) -> bool:
        return self.players >= format_of(self.rounds.stage).least


def _planned_anew(remaining: Iterable[RemainingRounds], *, change: int) -> tuple[PlannedAnew, ...]:
    """Return the planned rounds for `change` players more (negative: fewer)."""
    return tuple(
        PlannedAnew(
            one,
            change
            + sum(
                player.is_there_in(one.first) and player.is_there_in(one.last)
                for player in stage_contestants(one.stage).values()
            ),
        )
        for one in remaining
        if one.is_planned
    )


@dataclass(frozen=True, slots=True)
class LatePlayer:
    number: int
    from_round: int
    """First round of the player: in individuals the first of a set."""
    remaining: tuple[RemainingRounds, ...]
    anew: tuple[PlannedAnew, ...]

    @property
    def waits_from(self) -> int | None:
        """Return the first round that is still to be paired, for everybody."""
        return next((one.first for one in self.remaining if not one.is_planned), None)


def late_player(championship: Championship) -> LatePlayer | None:
    """Return the effects of a late player; None where there are no rounds left for one."""
    remaining = remaining_rounds(championship, joinable_stages(championship))
    if not remaining:
        return None
    last = championship.contestants.aggregate(last=Max("number"))["last"] or 0
    anew = _planned_anew(remaining, change=1)
    return LatePlayer(last + 1, remaining[0].first, remaining, anew)


@dataclass(frozen=True, slots=True)
class LostTable:
    """A table of a set that has begun at which nobody can go on: the other players rest."""

    match_id: int
    round: int
    table: str
    table_number: int
    players: tuple[int, ...]
    """Numbers of the other players."""
    names: tuple[str, ...]

    @property
    def as_recorded(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "table": self.table_number,
            "players": list(self.players),
        }


@dataclass(frozen=True, slots=True)
class PlayerLeaves:
    """Effects of a player who withdraws now: from the next round on that has not begun."""

    from_round: int
    lost: tuple[LostTable, ...]
    remaining: tuple[RemainingRounds, ...]
    anew: tuple[PlannedAnew, ...]
    refusal: str
    """Why the player can't withdraw, in words; "" if that is possible."""


def player_leaves(contestant: Contestant) -> PlayerLeaves:
    """Return the changes in the rounds that have not begun."""
    championship = contestant.championship
    from_round = max(first_round_not_begun(championship), contestant.joined_round)
    remaining = _remaining_for(contestant)
    anew = _planned_anew(remaining, change=-1)
    lost = _lost_tables(contestant, from_round, remaining)
    refusal = ""
    if not remaining and not lost:
        refusal = _("There is no round left to withdraw from: all have begun.")
    elif few := next((one for one in anew if not one.has_a_table), None):
        refusal = _(
            "Too few would be left for a table: %(count)d. End the championship instead."
        ) % {"count": few.players}
    return PlayerLeaves(from_round, lost, remaining, anew, refusal)


def _remaining_for(contestant: Contestant) -> tuple[RemainingRounds, ...]:
    """Return the remaining rounds of the stages in which the player plays."""
    stages = stages_of(contestant.championship)
    plays = who_play(stages)
    own = [stage for stage in stages if plays(contestant.pk, stage.pk)]
    return remaining_rounds(contestant.championship, own)


def _lost_tables(
    contestant: Contestant, from_round: int, remaining: Iterable[RemainingRounds], **which: Any
) -> tuple[LostTable, ...]:
    """Return the player's tables, from that round on, in rounds that are not planned anew."""
    anew = [(one.first, one.last) for one in remaining]
    matches = (
        Match.objects.filter(
            seats__contestant=contestant,
            round__number__gte=from_round,
            **{"cancelled": False, **which},
        )
        .select_related("round", "table")
        .with_pairs()
        .prefetch_related("seats__contestant__players")
        .order_by("round__number")
    )
    found = []
    for match in matches:
        number = match.round.number
        if any(first <= number <= last for first, last in anew):
            continue
        others = [one for side in match.sides for one in side if one != contestant]
        found.append(
            LostTable(
                match.pk,
                number,
                match.table.shown_name,
                match.table.number,
                tuple(one.number for one in others),
                tuple(one.shown_name for one in others),
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class PlayerReturns:
    """Effects of the return of a player who has withdrawn."""

    tables: tuple[LostTable, ...]
    """Tables of a set that has begun, which play on."""
    remaining: tuple[RemainingRounds, ...]
    anew: tuple[PlannedAnew, ...]
    hold: str
    """Why the player can't come back, in words; "" if that is possible."""


def player_returns(contestant: Contestant) -> PlayerReturns:
    """Return the changes in the rounds from which a player has withdrawn."""
    assert contestant.withdrawn_from is not None, "it has withdrawn"
    left, championship = contestant.withdrawn_from, contestant.championship
    begun = championship.rounds.filter(number__gte=left).exclude(status=RoundStatus.PLANNED)
    first = begun.order_by("number").first()
    hold = ""
    if first is not None:
        hold = _("Round %(round)d has begun without it.") % {"round": first.number}
    remaining = _remaining_for(contestant)
    lost = _lost_tables(contestant, left, remaining, cancelled=True)
    left_in = dict(championship.contestants.values_list("number", "withdrawn_from"))

    def has_left(number: int, round: int) -> bool:
        gone = left_in[number]
        return gone is not None and gone <= round

    # Where another player of the table has left too, it resumes when that one comes back.
    tables = tuple(
        one for one in lost if not any(has_left(number, one.round) for number in one.players)
    )
    return PlayerReturns(tables, remaining, _planned_anew(remaining, change=1), hold)
