"""Packs or phones, for a stage or for one table; pauses, and exchanged seats."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat, Side
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_running_stage
from tournament.core.reasons import given_reason
from tournament.models import (
    Action,
    Championship,
    HandAccess,
    Match,
    PlayedWith,
    Round,
    RoundStatus,
    SeatTaken,
    Stage,
)
from tournament.models.places import TablePlace
from tournament.play.left_hands import hands_left_behind, is_between_hands, why_packs_stay
from tournament.play.match_now import match_now
from tournament.play.services.acts import end_left_hand
from tournament.play.services.seats import lock_match, refuse_unless_on_phones
from tournament.results.played_hands import may_be_on_phones
from tournament.stages.formats import format_of


@transaction.atomic
def choose_played_with(
    *,
    actor: Actor,
    stage: Stage,
    played_with: PlayedWith,
    knows_plain_http: bool = False,
    agree_after: int | None = None,
) -> Stage:
    """Let the hands of a stage be played with packs, or on phones; no harm if they already are.

    Over plain HTTP cards cross the hall's network unencrypted: the organiser who turns phones on
    says so (`knows_plain_http`), and the record keeps that. Packs can be chosen at any time: hands
    on phones stay, and results are entered as ever. `agree_after`: the seconds after which phones
    say by themselves that a result is right; None: their players do.

    Raises `UserError` without `knows_plain_http`, `NotNow` for a format that deals no hands, and
    for phones while a round is played with packs.
    """
    locked = lock_running_stage(stage)
    if (locked.played_with, locked.agree_after) == (played_with, agree_after):
        return locked
    turned_on = played_with is PlayedWith.PHONES and locked.played_with != played_with
    if turned_on and (refusal := why_played_with_stays(locked, played_with)):
        raise NotNow(refusal)
    if turned_on and not knows_plain_http:
        raise UserError(
            _("Say that you know how cards cross the network."), field="knows_plain_http"
        )
    before = {"played_with": str(locked.played_with), "agree_after": locked.agree_after}
    locked.played_with, locked.agree_after = played_with, agree_after
    locked.save(update_fields=["played_with", "agree_after"])
    record_event(
        championship=locked.championship,
        actor=actor,
        action=Action.PLAYED_WITH_CHANGED,
        before=before,
        after={
            "stage": locked.number,
            "played_with": played_with.value,
            "agree_after": agree_after,
            **({"knows_plain_http": True} if turned_on else {}),
        },
    )
    return locked


def why_played_with_stays(stage: Stage, played_with: PlayedWith) -> str:
    """Return why `played_with` can't be chosen now, in words; "" if it can. 1 query at most.

    An open round that began with packs goes on with them: people have seen the cards.
    """
    if played_with is PlayedWith.PACKS:
        return ""
    if not format_of(stage).deals:
        return _("In this format no hands are dealt beforehand.")
    with_packs = Round.objects.filter(stage=stage, status=RoundStatus.OPEN)
    dealt = HandAccess.objects.filter(kind=HandAccess.Kind.DEALT)
    first = with_packs.exclude(hand_accesses__in=dealt).order_by("number").first()
    if first is None:
        return ""
    return _(
        "Round %(round)d is being played with packs: close it, or take its opening back, first."
    ) % {"round": first.number}


@transaction.atomic
def change_to_packs(*, actor: Actor, match: Match, reason: str) -> None:
    """Let a table go on with packs; no harm if it does. The play on phones is kept.

    Raises `NotNow` where the match isn't played on phones now, `UserError` without a reason.
    """
    championship, match = lock_match(match)
    if match.packs_since is not None and may_be_on_phones(match):
        return
    refuse_unless_on_phones(match)
    why = given_reason(reason)
    at = match.packs_since = timezone.now()
    match.paused_since = match.waits_from = None
    match.save(update_fields=["packs_since", "paused_since", "waits_from"])
    _record(championship, actor, Action.TABLE_TO_PACKS, match, at, reason=why)


@transaction.atomic
def change_back_to_phones(*, actor: Actor, match: Match) -> None:
    """Let a table that was changed to packs go on with phones; no harm if it does.

    Raises `NotNow` for the reasons of `why_packs_stay`.
    """
    championship, match = lock_match(match)
    if match.packs_since is None:
        return
    if refusal := why_packs_stay(match):
        raise NotNow(refusal)
    at = match.waits_from = timezone.now()
    match.packs_since = None
    match.save(update_fields=["packs_since", "waits_from"])
    _record(championship, actor, Action.TABLE_TO_PHONES, match, at)


@transaction.atomic
def pause_table(*, actor: Actor, match: Match) -> None:
    """Let a table wait: nothing is played there until it goes on; no harm if it waits already.

    Raises `NotNow` where the match isn't played on phones now.
    """
    championship, match = lock_match(match)
    refuse_unless_on_phones(match)
    if match.paused_since is not None:
        return
    at = match.paused_since = timezone.now()
    match.save(update_fields=["paused_since"])
    _record(championship, actor, Action.TABLE_PAUSED, match, at)


@sensitive_variables()
@transaction.atomic
def let_table_go_on(*, actor: Actor, match: Match) -> None:
    """End the pause of a table and take its time off the waiting; no harm if it has none.

    Raises `NotNow` where the match isn't played on phones now.
    """
    championship, match = lock_match(match)
    refuse_unless_on_phones(match)
    if match.paused_since is None:
        return
    since = match_now(match).since
    waited = max(timedelta(), match.paused_since - since) if since else timedelta()
    at = timezone.now()
    match.paused_since, match.waits_from = None, at - waited
    match.save(update_fields=["paused_since", "waits_from"])
    told = match.waits_from.isoformat()
    _record(championship, actor, Action.TABLE_WENT_ON, match, at, waits_from=told)


def _record(
    championship: Championship,
    actor: Actor,
    action: Action,
    match: Match,
    at: datetime,
    *,
    reason: str = "",
    **told: str,
) -> None:
    """Record an act about a table, with the pairs that play there."""
    record_event(
        championship=championship,
        actor=actor,
        action=action,
        place=TablePlace(match.round.number, match.table.number),
        after={"pairs": [pair.number for pair in match.pairs], **told},
        reason=reason,
        at=at,
    )


@sensitive_variables()
@transaction.atomic
def exchange_seats(*, actor: Actor, match: Match, side: Side, reason: str) -> None:
    """Let the phones at the two seats of a pair change places, between two hands only.

    A player who has seen one seat's cards of a hand must not sit at another one while it is played.
    So the hand on the table has to be over, or none begun. Earlier hands with a result that were
    not played to their end (cancelled, or entered by a referee) are ended by this: should their
    result be taken back, a referee enters another one, and nobody plays on.

    Raises `UserError` without a reason, and `NotNow` while a hand is in play, where a later one was
    begun, or a seat is free.
    """
    championship, match = lock_match(match)
    refuse_unless_on_phones(match)
    why = given_reason(reason)
    now = match_now(match)
    if not is_between_hands(now):
        raise NotNow(
            _("Players can change places only between two hands: wait until this one is over.")
        )
    one, other = (now.seats.get(seat) for seat in Seat if seat.side is side)
    if one is None or other is None:
        raise NotNow(_("Both seats of the pair must be taken. If one is free, sit down there."))
    if now.begun:
        for left in hands_left_behind(now):
            end_left_hand(championship, actor, match, left, why)
    own = SeatTaken.objects.filter(match=match)
    own.filter(pk__in=(one.pk, other.pk)).update(freed_at=timezone.now(), freed_by=actor.name)
    # These phones' own seats are over: from now on they may come back to the other ones.
    for seat, phone in ((one.seat, other.phone), (other.seat, one.phone)):
        SeatTaken.objects.create(
            match=match, round=match.round, seat=seat, phone=phone, saw_cards=now.begun
        )
    record_event(
        championship=championship,
        actor=actor,
        action=Action.SEATS_EXCHANGED,
        place=TablePlace(match.round.number, match.table.number),
        after={"side": side.value},
        reason=why,
    )
