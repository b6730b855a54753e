"""One of four who play alone has not come: the others play as a table of three."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game.seats import SEATS_OF
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_running_championship
from tournament.models import Action, Match, MatchSeat
from tournament.models.places import TablePlace
from tournament.rounds.absences import TableNow, table_now


@transaction.atomic
def play_without(*, actor: Actor, match: Match, player: int) -> Match:
    """Let a table play as three, as the player of that number has not come. Twice is once.

    The others move up from North on. The round counts nothing for who is missing, like any round
    without a table. Raises `NotNow` where the table has a result, in a round that is not being
    played, and at a table of three; `UserError` for somebody who doesn't sit there.
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
    """The match as it is while the championship is locked."""
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
