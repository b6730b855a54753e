"""Players who are missing at a table of four, and pairs that rest because they asked for it.

Where everybody plays alone and one of four has not come, the others play as a table of three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game.seats import SEATS_OF, Seat
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_contestant, lock_running_championship
from tournament.models import (
    Action,
    AuditEvent,
    Contestant,
    CorrectionRequest,
    Match,
    MatchSeat,
    Outcome,
    Result,
    Round,
    RoundStatus,
)
from tournament.models.places import ContestantPlace, TablePlace, columns_of
from tournament.models.schedule import by_seat
from tournament.schedule.services.rounds import pair_round
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef, stage_contestants

WHOLE_TABLE = 4
"""Number of players at a table that can play without one of them."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A player who has not come, and the players' numbers of the planned table, from North on."""

    player: Contestant
    planned: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableNow:
    """Players of a table, the one who has not come, and why nothing can be changed ("": it can)."""

    players: tuple[tuple[Seat, Contestant], ...]
    absence: Absence | None
    refusal: str

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(player.number for _seat, player in self.players)


def table_now(match: Match) -> TableNow:
    """Return the table as it is; reads the match's round and table; 6 queries at most."""
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
    """Return the recorded absence, unless it is outdated: paired anew, or seated elsewhere."""
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
    """Return why nobody's seat at the table changes now, in words; "" if it can. 2 queries."""
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


@transaction.atomic
def play_without(*, actor: Actor, match: Match, player: int) -> Match:
    """Let a table play as three, as the player of that number has not come. Twice is once.

    The others move up from North on. For the missing player the round counts nothing, like any
    round without a table. Raises `NotNow` where the table has a result, in a round that is not
    being played, and at a table of three; `UserError` for somebody who doesn't sit there.
    """
    match, now = _locked(match)
    if now.absence is not None and now.absence.player.number == player:
        return match
    _refuse(now)
    if player not in now.numbers:
        raise UserError(_("No player %(number)d sits at this table.") % {"number": player})
    if now.absence is not None:
        raise NotNow(_("Somebody is missing at this table already."))
    rest = [number for number in now.numbers if number != player]
    _seat(actor, match, now, rest, Action.PLAYER_ABSENT, absent=player)
    return match


@transaction.atomic
def play_with_everybody(*, actor: Actor, match: Match) -> Match:
    """Seat the player who has come after all, everybody as planned. Twice is once.

    Raises `NotNow` where `play_without` does.
    """
    match, now = _locked(match)
    if now.absence is None:
        return match
    _refuse(now)
    came = now.absence.player.number
    _seat(actor, match, now, now.absence.planned, Action.PLAYER_CAME, came=came)
    return match


def _locked(match: Match) -> tuple[Match, TableNow]:
    """Return the match as it is while the championship is locked."""
    championship = lock_running_championship(match.round.stage.championship)
    match = Match.objects.select_related("round__stage", "table").get(pk=match.pk)
    match.round.championship = match.round.stage.championship = championship
    if match.cancelled:
        raise NotNow(_("This match is not played: it was cancelled."))
    return match, table_now(match)


def _refuse(now: TableNow) -> None:
    if now.refusal:
        raise NotNow(now.refusal)


def _seat(
    actor: Actor, match: Match, now: TableNow, numbers: Sequence[int], action: Action, **who: Any
) -> None:
    """Seat the players of these numbers, from North on, and record who sat there before."""
    contestants = match.round.championship.contestants.filter(number__in=numbers)
    ids = dict(contestants.values_list("number", "pk"))
    match.seats.all().delete()
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, held=seat.value, contestant_id=ids[number], round=match.round)
        for seat, number in zip(SEATS_OF[len(numbers)], numbers, strict=True)
    )
    record_event(
        championship=match.round.championship,
        actor=actor,
        action=action,
        place=TablePlace(match.round.number, match.table.number),
        before={"players": list(now.numbers)},
        after={**who, "players": list(numbers)},
    )


def why_no_rest(round: Round) -> str:
    """Return why nobody can ask to rest in a round, or take that back, in words; "" if they can."""
    if not format_of(round.stage).rests_on_request:
        return _("In this format nobody can ask to rest.")
    if round.status != RoundStatus.PLANNED:
        return _("Round %(round)d has been opened: its pairings can't change any more.") % {
            "round": round.number
        }
    return ""


def who_can_rest(round: Round) -> tuple[tuple[ContestantRef, ...], tuple[ContestantRef, ...]]:
    """Return the pairs that have asked to rest in a round, and the other pairs of it; queries as
    for `stage_contestants`."""
    there = [one for one in stage_contestants(round.stage).values() if one.plays_in(round.number)]
    asked = tuple(one for one in there if one.has_asked_to_rest(round.number))
    return asked, tuple(one for one in there if one not in asked)


@transaction.atomic
def ask_for_rest(*, actor: Actor, contestant: Contestant, round: Round) -> Contestant:
    """Leave a pair out of a round that has not been opened. Twice is once.

    Raises `NotNow` in a format without such rests, once the round has been opened, for a pair that
    doesn't take part in it, and where a paired round can't be paired without it.
    """
    return _change(actor, contestant, round, rests=True)


@transaction.atomic
def take_back_asked_rest(*, actor: Actor, contestant: Contestant, round: Round) -> Contestant:
    """Let a pair play after all in a round in which it had asked to rest. NotNow as above."""
    return _change(actor, contestant, round, rests=False)


def _change(actor: Actor, contestant: Contestant, round: Round, *, rests: bool) -> Contestant:
    championship, current = lock_contestant(contestant)
    round = championship.rounds.select_related("stage__championship").get(pk=round.pk)
    if refusal := why_no_rest(round):
        raise NotNow(refusal)
    known = set(current.asked_rests)
    if (round.number in known) == rests:
        return current
    playing = {
        one.id for one in stage_contestants(round.stage).values() if one.plays_in(round.number)
    }
    if rests and current.pk not in playing:
        raise NotNow(
            _("Pair %(pair)d does not take part in round %(round)d.")
            % {"pair": current.number, "round": round.number}
        )
    current.asked_rests = sorted(known ^ {round.number})
    current.save(update_fields=["asked_rests"])
    told = {"round": round.number}
    record_event(
        championship=championship,
        actor=actor,
        action=Action.REST_ASKED if rests else Action.ASKED_REST_TAKEN_BACK,
        place=ContestantPlace(current.number),
        before=None if rests else told,
        after=told if rests else None,
    )
    if round.paired:
        pair_round(actor=actor, round=round)
    return current
