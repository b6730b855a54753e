"""Entering, changing and taking back the result of one hand at one table.

A result is never overwritten: every act adds a version. Whoever enters one says which version it
was made from, so that of two referees who edit the same hand the second is told what the first one
wrote instead of replacing it unseen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.championship import POINTS_IN_A_HAND, Infraction
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locking import lock_running_championship
from tournament.core.reasons import clean_note, given_reason
from tournament.models import (
    Action,
    Championship,
    Match,
    NotPlayedReason,
    Outcome,
    Result,
    RoundStatus,
)
from tournament.results.entry import BLANK, ResultInput, content_of, unsaved_result

__all__ = ["BLANK", "ResultInput", "enter_result", "refuse_unless_open"]


@transaction.atomic
def enter_result(
    *,
    actor: Actor,
    match: Match,
    deal: int,
    entry: ResultInput,
    based_on: int,
    reason: str = "",
) -> Result:
    """Store a hand's result as a new version and return it.

    `based_on` is the version the user started from, 0 for none. What already stands there is not
    stored again: neither a form sent without a change, nor the same form sent twice. A change of
    what stands there needs a `reason`.

    Raises `Conflict` when somebody else wrote meanwhile, `NotNow` when the round is not open or
    the match cancelled, `UserError` naming the field for an entry that can't be.
    """
    championship = lock_running_championship(match.round.stage.championship)
    match = Match.objects.select_related("round__stage__championship", "table").get(pk=match.pk)
    refuse_unless_open(match, deal)
    entry = _checked(entry)
    current = Result.objects.filter(match=match, deal=deal, is_current=True).first()
    if current is not None and content_of(current) == entry:
        sent_twice = current.version == based_on + 1 and current.entered_by == actor.name
        if current.version == based_on or sent_twice:
            return current
    if based_on != (current.version if current else 0):
        raise Conflict(_("Somebody else has written this result meanwhile."))
    if current is None and entry.outcome is Outcome.BLANK:
        raise NotNow(_("There is no result to take back."))
    why = given_reason(reason) if current else ""
    result = _store(actor, match, deal, entry, current, why)
    _record(championship, actor, match, result, current)
    return result


def refuse_unless_open(match: Match, deal: int) -> None:
    """Raise a `UserError` if no result of this deal can be entered for this match now."""
    number = match.round.number
    if deal not in match.round.deals:
        raise UserError(
            _("Hand %(deal)d is not played in round %(round)d.") % {"deal": deal, "round": number}
        )
    if match.cancelled:
        raise NotNow(_("This match is not played: it was cancelled."))
    if match.round.stage.championship.ended_at is not None:
        raise NotNow(_("The championship has ended: nothing can be changed any more."))
    if match.round.status == RoundStatus.PLANNED:
        raise NotNow(
            _("Round %(round)d is not open yet. Open it to enter results.") % {"round": number}
        )
    if match.round.status == RoundStatus.CLOSED:
        raise NotNow(
            _("Round %(round)d is closed. Reopen it to change its results.") % {"round": number}
        )


def _checked(entry: ResultInput) -> ResultInput:
    """The entry in the one form in which it is stored. Raises `UserError` naming the field."""
    note = clean_note(entry.note)
    if entry.outcome is Outcome.PLAYED:
        _check_played(entry)
        return replace(entry, note=note)
    if entry.ns_points is not None or entry.infraction is not Infraction.NONE:
        raise UserError(
            _("A hand that was not played has neither points nor a rule-break."),
            field="not_played_reason",
        )
    if entry.outcome is Outcome.BLANK:
        return BLANK
    if entry.not_played_reason not in NotPlayedReason.values:
        raise UserError(_("Say why the hand was not played."), field="not_played_reason")
    if entry.not_played_reason == NotPlayedReason.OTHER and not note:
        raise UserError(_("Write down why the hand was not played."), field="note")
    return ResultInput(
        outcome=Outcome.NOT_PLAYED, not_played_reason=entry.not_played_reason, note=note
    )


def _check_played(entry: ResultInput) -> None:
    if entry.not_played_reason:
        raise UserError(
            _("A hand that was played has no reason for not being played."),
            field="not_played_reason",
        )
    if entry.ns_points is None:
        if entry.infraction is Infraction.NONE:
            raise UserError(_("Enter the points of one side."), field="ns_points")
    elif not 0 <= entry.ns_points <= POINTS_IN_A_HAND:
        raise UserError(
            _("Points are a whole number from 0 to %(most)d.") % {"most": POINTS_IN_A_HAND},
            field="ns_points",
        )


def _store(
    actor: Actor,
    match: Match,
    deal: int,
    entry: ResultInput,
    current: Result | None,
    why: str,
) -> Result:
    if current is not None:
        current.is_current = False
        current.save(update_fields=["is_current"])
    result = unsaved_result(match, deal, entry)
    result.version = current.version + 1 if current else 1
    result.entered_by = actor.name
    result.change_reason = why
    result.save()
    return result


def _record(
    championship: Championship,
    actor: Actor,
    match: Match,
    result: Result,
    before: Result | None,
) -> None:
    record_event(
        championship=championship,
        actor=actor,
        action=Action.RESULT_CHANGED if before else Action.RESULT_ENTERED,
        target=f"round {match.round.number} table {match.table.number} hand {result.deal}",
        before=_as_json(before) if before else None,
        after=_as_json(result),
        reason=result.change_reason,
    )


def _as_json(result: Result) -> dict[str, Any]:
    """What a version says, for the record."""
    return {
        "version": result.version,
        "outcome": result.outcome,
        "ns_points": result.ns_points,
        "trump": result.trump,
        "double": result.double,
        "infraction": result.infraction,
        "not_played_reason": result.not_played_reason,
        "note": result.note,
    }
