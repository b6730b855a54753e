"""Reading who has not come to a table at which everybody plays alone, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.game.seats import Seat
from tournament.models import (
    Action,
    AuditEvent,
    Contestant,
    CorrectionRequest,
    Match,
    Outcome,
    Result,
    RoundStatus,
)
from tournament.models.places import TablePlace, columns_of
from tournament.models.schedule import by_seat

WHOLE_TABLE = 4
"""How many players sit at a table that can play without one of them."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A player who has not come, and everybody's numbers at the table that was planned, from North
    on."""

    player: Contestant
    planned: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableNow:
    """Who sits at a table, who has not come to it, and why nothing can be done ("": something
    can)."""

    players: tuple[tuple[Seat, Contestant], ...]
    absence: Absence | None
    refusal: str

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(player.number for _seat, player in self.players)


def table_now(match: Match) -> TableNow:
    """Reads the match's round and table; 6 queries at most."""
    players = by_seat(match.sides)
    absence = _absence(match, tuple(player.number for _seat, player in players))
    refusal = _why_not(match)
    if not refusal and absence is None and len(players) < WHOLE_TABLE:
        refusal = _(
            "Of a table of three nobody can be missing: two don't play abarrotada. Enter why the "
            "table did not play."
        )
    return TableNow(players, absence, refusal)


def _absence(match: Match, numbers: tuple[int, ...]) -> Absence | None:
    """The one that the record tells of these players at this table, who plays nowhere else."""
    place = TablePlace(match.round.number, match.table.number)
    told = AuditEvent.objects.filter(
        championship=match.round.championship_id,
        action__in=(Action.PLAYER_ABSENT, Action.PLAYER_CAME),
        **columns_of(place),
    )
    last = told.order_by("sequence").last()
    if last is None or last.action == Action.PLAYER_CAME:
        return None
    before, after = last.before, last.after
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    if tuple(after["players"]) != numbers:
        return None  # the round has been paired anew since
    player = match.round.championship.contestants.get(number=after["absent"])
    if player.match_seats.filter(round=match.round_id).exists():
        return None
    return Absence(player, tuple(before["players"]))


def _why_not(match: Match) -> str:
    """Why nobody's seat at the table changes now, in words; "" if it can. 2 queries."""
    told = {"round": match.round.number}
    if match.round.status == RoundStatus.PLANNED:
        return _("Round %(round)d is not open yet: until then who is missing can withdraw.") % told
    if match.round.status != RoundStatus.OPEN or match.round.handed_in_at is not None:
        return _("Round %(round)d is not being played.") % told
    current = Result.objects.filter(match=match, is_current=True)
    if current.exclude(outcome=Outcome.BLANK).exists():
        return _("The table has a result already. Take it back first.")
    if CorrectionRequest.objects.filter(match=match).exists():
        return _("A correction was asked for at this table: nobody's seat can be changed any more.")
    return ""
