"""Calls of the referee: a table calls, a referee comes, and the call is over.

A call changes nothing in the championship; it is recorded so that everybody can see how long a
table waited.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.game.seats import Party, Side
from tournament.audit.services import record_event
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locks import lock_championship, lock_running_championship
from tournament.models import Action, Championship, Match, RefereeCall, RoundStatus
from tournament.models.places import TablePlace

MOST_CALLS = 10
"""Calls of one table in one round: more is a broken phone, or somebody who plays with it."""


@transaction.atomic
def call_referee(*, actor: Actor, match: Match, side: Party) -> RefereeCall:
    """Call a referee to the table of a match, for the party that sits `side`; return the call.

    While the table waits, calling again, by either pair, returns that call. Raises `NotNow` for a
    match that is not being played, for a table that called too often, and after the end.
    """
    assert actor.contestant is not None, "pairs call"
    championship = lock_running_championship(match.round.stage.championship)
    match = Match.objects.select_related("round", "table").get(pk=match.pk)
    table, round = match.table.number, match.round.number
    if match.cancelled:
        raise NotNow(_("This match is not played: it was cancelled. Show this to a referee."))
    if match.round.status != RoundStatus.OPEN or match.round.handed_in_at is not None:
        raise NotNow(_("Round %(round)d is not being played.") % {"round": round})
    calls = RefereeCall.objects.filter(championship=championship)
    waiting = calls.filter(table=table, outcome="").first()
    if waiting is not None:
        return waiting
    if calls.filter(table=table, round=round).count() >= MOST_CALLS:
        raise NotNow(_("This table has called too often in this round. Go to a referee."))
    call = RefereeCall(
        championship=championship,
        number=(calls.aggregate(last=Max("number"))["last"] or 0) + 1,
        round=round,
        table=table,
        side=side.value,
        actor=actor.name,
        actor_contestant=actor.contestant,
        actor_table=actor.table,
        at=timezone.now(),
    )
    call.save()
    _record(championship, actor, Action.REFEREE_CALLED, call, call.at, side=side.value)
    return call


@transaction.atomic
def withdraw_call(*, actor: Actor, call: RefereeCall) -> RefereeCall:
    """Take back a call, by the pair that made it. Twice is once.

    Raises `UserError` for anybody else: the pair that called might still need the referee.
    """
    championship = lock_championship(call.championship)
    call = RefereeCall.objects.get(pk=call.pk)
    # A table's link tells only the side of two partners; a player alone is known by number.
    sits_there = not isinstance(actor.side, Side) or actor.side.value == call.side
    if actor.contestant != call.actor_contestant or not sits_there:
        raise UserError(_("Only the pair that called the referee can take the call back."))
    if call.outcome:
        return call
    call.ended_contestant, call.ended_table = actor.contestant, actor.table
    return _end(
        championship, actor, call, RefereeCall.Outcome.WITHDRAWN, Action.REFEREE_CALL_WITHDRAWN
    )


@transaction.atomic
def answer_call(*, actor: Actor, call: RefereeCall) -> RefereeCall:
    """Tell the table that this referee is coming. Twice is once.

    Raises `Conflict` when another referee is on the way already, or the call is over.
    """
    assert actor.authority >= Authority.REFEREE, "tables call, referees come"
    championship = lock_championship(call.championship)
    call = RefereeCall.objects.get(pk=call.pk)
    _refuse_if_over(call)
    if call.coming_by == actor.name:
        return call
    if call.coming_by:
        raise Conflict(_("%(who)s is already on the way.") % {"who": call.coming_by})
    at = call.coming_at = timezone.now()
    call.coming_by = actor.name
    call.save(update_fields=["coming_at", "coming_by"])
    _record(championship, actor, Action.REFEREE_COMING, call, at)
    return call


@transaction.atomic
def end_call(*, actor: Actor, call: RefereeCall) -> RefereeCall:
    """Note that a call has been dealt with, by any referee. Twice is once.

    Raises `Conflict` when the table has taken it back.
    """
    assert actor.authority >= Authority.REFEREE, "tables call, referees come"
    championship = lock_championship(call.championship)
    call = RefereeCall.objects.get(pk=call.pk)
    if call.outcome == RefereeCall.Outcome.DONE:
        return call
    _refuse_if_over(call)
    return _end(championship, actor, call, RefereeCall.Outcome.DONE, Action.REFEREE_CALL_DONE)


def _refuse_if_over(call: RefereeCall) -> None:
    if call.outcome == RefereeCall.Outcome.WITHDRAWN:
        raise Conflict(_("The table has taken its call back."))
    if call.outcome:
        raise Conflict(_("%(who)s has already dealt with this call.") % {"who": call.ended_by})


def _end(
    championship: Championship,
    actor: Actor,
    call: RefereeCall,
    outcome: RefereeCall.Outcome,
    action: Action,
) -> RefereeCall:
    at = call.ended_at = timezone.now()
    call.outcome, call.ended_by = outcome, actor.name
    call.save(update_fields=["outcome", "ended_at", "ended_by", "ended_contestant", "ended_table"])
    _record(championship, actor, action, call, at)
    return call


def _record(
    championship: Championship,
    actor: Actor,
    action: Action,
    call: RefereeCall,
    at: datetime,
    **told: str,
) -> None:
    """Record an act about a call, of the time that the call keeps."""
    record_event(
        championship=championship,
        actor=actor,
        action=action,
        place=TablePlace(call.round, call.table),
        after={"call": call.number, **told},
        at=at,
    )
