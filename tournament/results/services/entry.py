"""Entering, changing and taking back one result of a match, of any kind.

A result is never overwritten: every act adds a version. An entry names the version it was made
from, so that when two referees edit a hand the second one is told of the first one's entry, instead
of overwriting it unseen.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.game.seats import Party
from tournament.audit.services import record_event
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.finality import can_be_corrected
from tournament.core.reasons import given_reason
from tournament.core.ties import refuse_while_handed_in
from tournament.models import (
    Action,
    ConfirmationRule,
    Match,
    Outcome,
    Result,
    ResultConfirmation,
    Round,
    RoundStatus,
)
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import content_of, kind_of_match, numbers_of, unsaved_result
from tournament.results.own_slips import own_slip, slip_until
from tournament.results.played_hands import refuse_against_play
from tournament.results.postponed import corrections_until, is_awaited, is_unsettled
from tournament.results.services.locked_hand import LockedHand, lock_hand


@transaction.atomic
def enter_result(
    *,
    actor: Actor,
    match: Match,
    deal: int,
    entry: Content,
    based_on: int,
    reason: str = "",
    side: Party | None = None,
) -> Result:
    """Store a hand's result as a new version and return it.

    `based_on` is the version the user started from, 0 for none. An unchanged or repeated entry is
    not stored again; a referee who enters what a table entered confirms it. A change needs a
    `reason`, but for a slip of one's own (`own_slips`) in an open round. `side` is the party that
    entered it at its table; None for a referee, whose entry nobody has to confirm.

    Raises `Conflict` when somebody else wrote meanwhile, `NotNow` when this actor can't change the
    round's results any more, the match was cancelled, or something else was played on phones, and
    `UserError` naming the field for an impossible entry.
    """
    hand = lock_hand(match, deal)
    return enter_locked(hand, actor=actor, entry=entry, based_on=based_on, reason=reason, side=side)


def enter_locked(
    hand: LockedHand,
    *,
    actor: Actor,
    entry: Content,
    based_on: int,
    reason: str,
    side: Party | None = None,
) -> Result:
    """Do `enter_result` as part of an act that has locked the hand."""
    refuse_unless_open(hand.match, hand.deal, authority=actor.authority)
    current = hand.current
    kind = kind_of_match(hand.match)
    if actor.authority is Authority.PLACE:
        assert side is not None, "a place enters for one of its pairs"
        assert kind.is_for_pairs(entry), "a place makes no rulings and takes nothing back"
    entry = kind.checked(entry)
    refuse_against_play(hand.match, hand.deal, entry, authority=actor.authority)
    if entry.outcome is Outcome.BLANK:
        refuse_to_leave_a_hole(hand.match.round)
    if current is not None and content_of(current) == entry:
        sent_twice = current.version == based_on + 1 and current.entered_by == actor.name
        if current.version == based_on or sent_twice:
            if side is None and current.entered_side:
                # A referee who enters the table's own result has the slip in hand: that confirms
                # it.
                confirmation = ResultConfirmation.By.REFEREE
                confirm_locked(hand, actor=actor, version=current.version, by=confirmation)
            return current
    if based_on != hand.version:
        raise Conflict(_("Somebody else has changed this result meanwhile."))
    if current is None and entry.outcome is Outcome.BLANK:
        raise NotNow(_("There is no result to take back."))
    why = _why(actor, hand.match, current, entry, reason)
    return store_version(hand, actor=actor, entry=entry, why=why, side=side)


@transaction.atomic
def confirm_result(
    *, actor: Actor, match: Match, deal: int, version: int, by: ResultConfirmation.By
) -> ResultConfirmation:
    """Note that somebody finds this version of a result right. Twice is once.

    Raises `Conflict` when it is not the current version any more, `NotNow` where there is nothing
    to confirm or the actor has no say in this round any more.
    """
    return confirm_locked(lock_hand(match, deal), actor=actor, version=version, by=by)


def confirm_locked(
    hand: LockedHand, *, actor: Actor, version: int, by: ResultConfirmation.By
) -> ResultConfirmation:
    """Do `confirm_result` as part of an act that has locked the hand."""
    is_referee = actor.authority >= Authority.REFEREE
    assert is_referee or by is not ResultConfirmation.By.REFEREE, (
        "a place confirms for one of its pairs"
    )
    refuse_unless_open(hand.match, hand.deal, authority=actor.authority)
    if hand.stands is None:
        raise NotNow(_("There is no result to confirm."))
    if hand.version != version:
        raise Conflict(_("Somebody else has changed this result meanwhile."))
    refuse_against_play(hand.match, hand.deal, content_of(hand.stands), authority=actor.authority)
    known = ResultConfirmation.objects.filter(result=hand.stands, by=by).first()
    if known is not None:
        return known
    confirmation = ResultConfirmation.objects.create(
        result=hand.stands,
        by=by,
        actor=actor.name,
        actor_contestant=actor.contestant,
        actor_table=actor.table,
    )
    record_event(
        championship=hand.championship,
        actor=actor,
        action=Action.RESULT_CONFIRMED,
        place=hand.place,
        after={"version": version, "by": by.value},
        at=confirmation.at,
    )
    return confirmation


def is_provisional(of: Round | Match) -> bool:
    """Return whether the results of a closed round, or of a match of it, can still be corrected by
    referees; 1 query at most, for a match."""
    until = of.corrections_until if isinstance(of, Round) else corrections_until(of)
    return can_be_corrected(until)


def refuse_unless_open(
    match: Match, deal: int, *, authority: Authority = Authority.REFEREE
) -> None:
    """Raise a `UserError` if somebody of this authority can't enter a result of this deal now.

    The times are told by `refuse_unless_round_open`; in a closed round a postponed match can still
    be played, and corrected as long as its pairs don't agree on it or have time to.
    """
    refuse_other_hands(match, deal, numbers_of(match.round))
    if match.cancelled:
        raise NotNow(_("This match is not played: it was cancelled."))
    if is_unsettled(match):
        return
    refuse_unless_round_open(match.round, authority=authority)


def refuse_unless_round_open(round: Round, *, authority: Authority) -> None:
    """Raise `NotNow` if somebody of this authority can't change the round's results now.

    Everybody can while the round is open, referees as long as the results of a closed round are
    provisional, organisers always.
    """
    number = round.number
    if round.status == RoundStatus.PLANNED:
        raise NotNow(
            _("Round %(round)d is not open yet. Open it to enter results.") % {"round": number}
        )
    refuse_while_handed_in(round)
    if authority is Authority.ORGANISER:
        return
    if round.stage.championship.ended_at is not None:
        raise NotNow(_("The championship has ended: only an organiser can change a result now."))
    if round.status == RoundStatus.OPEN:
        return
    if authority is Authority.PLACE:
        raise NotNow(_("Round %(round)d is closed.") % {"round": number})
    if not is_provisional(round):
        raise NotNow(
            _(
                "The time for corrections of round %(round)d is over: only an organiser can change "
                "a result now."
            )
            % {"round": number}
        )


def refuse_other_hands(match: Match, deal: int, played: Collection[int]) -> None:
    """Raise a `UserError` for a hand, or another number of a result, that isn't played there."""
    if deal not in played:
        raise UserError(
            _("Hand %(deal)d is not played in round %(round)d.")
            % {"deal": deal, "round": match.round.number}
        )


def refuse_to_leave_a_hole(round: Round) -> None:
    """Raise `NotNow` if a result of this round can't be taken back: published hands have one."""
    if round.status == RoundStatus.CLOSED:
        raise NotNow(
            _(
                "Round %(round)d is closed, so its results can't be taken back. Enter the "
                "right one, or why the hand was not played."
            )
            % {"round": round.number}
        )


def may_mend(actor: Actor, match: Match, current: Result) -> bool:
    """Return whether this actor may change the result without a reason; 2 queries at most.

    Not in a round that was reopened: everybody knows its results.
    """
    round = match.round
    is_new = round.status == RoundStatus.OPEN and round.public_since is None
    return is_new and slip_until(current, actor.acted_by) is not None


def _why(actor: Actor, match: Match, current: Result | None, entry: Content, reason: str) -> str:
    """Return why a version is stored, as it is kept; "" for the first one."""
    if current is None:
        return ""
    mends = not reason.strip() and entry.outcome is not Outcome.BLANK
    if mends and may_mend(actor, match, current):
        return own_slip()
    return given_reason(reason)


def store_version(
    hand: LockedHand, *, actor: Actor, entry: Content, why: str, side: Party | None
) -> Result:
    """Store and record the version after the current one, as part of an act that checks it."""
    before = hand.current
    if before is not None:
        before.is_current = False
        before.save(update_fields=["is_current"])
    result = unsaved_result(hand.match, hand.deal, entry)
    result.version = hand.version + 1
    result.entered_by = actor.name
    result.entered_side = side.value if side else ""
    result.entered_contestant, result.entered_table = actor.contestant, actor.table
    result.change_reason = why
    minutes = hand.championship.correction_minutes
    if is_awaited(hand.match) and minutes:
        result.corrections_until = timezone.now() + timedelta(minutes=minutes)
    result.save()
    record_event(
        championship=hand.championship,
        actor=actor,
        action=Action.RESULT_CHANGED if before else Action.RESULT_ENTERED,
        place=hand.place,
        before=_as_json(before) if before else None,
        after=_as_json(result),
        reason=why,
        at=result.entered_at,
    )
    if _is_agreed_at_the_table(hand, actor, entry):
        stored = replace(hand, current=result)
        by = ResultConfirmation.By.TABLE
        confirm_locked(stored, actor=actor, version=result.version, by=by)
    return result


def _is_agreed_at_the_table(hand: LockedHand, actor: Actor, entry: Content) -> bool:
    """Return whether an entry by the table's link counts as agreed: one phone enters for all."""
    rule = hand.championship.confirmation
    by_table = actor.table is not None and rule == ConfirmationRule.TABLE
    return by_table and entry.outcome is not Outcome.BLANK


def _as_json(result: Result) -> dict[str, Any]:
    """Return the version as the record keeps it."""
    return {
        "version": result.version,
        **content_of(result).as_columns(),
        "entered_side": result.entered_side,
        **({"corrections_until": until.isoformat()} if (until := result.corrections_until) else {}),
    }
