"""Acts of players and referees in a hand, checked against the table, stored once, kept for good."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.errors import ActFormatError
from scoring.game.seats import Seat
from scoring.play.acts import LONGEST_REASON, Act, EndHand, SeatAct, TakeBack
from scoring.play.table import Table
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.reasons import given_reason
from tournament.models import Action, Championship, HandInPlay, Match, PlayAct
from tournament.play.match_cache import KeptMatch, kept_matches
from tournament.play.match_now import HandNow, Step, made_columns, match_now
from tournament.play.services.seats import (
    Phone,
    lock_match,
    locked_match,
    refuse_paused,
    refuse_unless_held,
    refuse_unless_on_phones,
)
from tournament.play.stored_acts import arrived_late, columns_of, digest_of, table_after, was_done
from tournament.results.services.locked_hand import hand_place
from tournament.streams.announcements import announce


@sensitive_variables()
@transaction.atomic
def play_act(
    *, actor: Actor, match: Match, deal: int, phone: Phone, own_number: int, act: SeatAct
) -> None:
    """Do an act of a seat, exactly once: `own_number` counts the seat's acts in the hand from 1.

    A repeated act under its number changes nothing. The act that ends the hand is recorded with a
    digest of all of them.

    Raises `SeatLost` for a phone that doesn't hold the seat, `Conflict` for another act under a
    used number, or one out of order, `NotNow` where it isn't played now or it isn't the seat's
    turn, and `UserError` for a card that the rules don't allow.
    """
    kept = locked_match(match)
    now, match, hand = kept.now, kept.now.match, kept.now.hand
    refuse_unless_held(kept, act.seat, phone)
    if was_done(_known(match, hand, deal, act.seat, own_number), act):
        return
    refuse_unless_on_phones(match)
    refuse_paused(now)
    if hand is None or hand.number != deal or now.step is not Step.PLAY:
        raise Conflict(_("This hand is not being played now. Look at the table again."))
    if own_number != hand.next_number(act.seat):
        raise arrived_late()
    _store(match.round.stage.championship, actor, match, hand, act, own_number, kept)


@sensitive_variables()
@transaction.atomic
def take_back_card(*, actor: Actor, match: Match, deal: int, reason: str, acts: int) -> None:
    """Give the last card of a hand back to the player who played it by mistake.

    `acts` is the number of acts that the referee saw, so that a double click gives one card back.
    Raises `Conflict` for another number, `UserError` without a reason, `NotNow` where the last act
    was no card, or the hand has a result.
    """
    championship, match = lock_match(match)
    hand = _hand_as_seen(match, deal, acts)
    why = given_reason(reason)
    with _reason_fits():
        taken = TakeBack(why)
    _store(championship, actor, match, hand, taken, None)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.CARD_TAKEN_BACK,
        place=hand_place(match, deal),
        after={"acts": acts + 1},
        reason=why,
    )


def _known(
    match: Match, hand: HandNow | None, deal: int, seat: Seat, own_number: int
) -> PlayAct | None:
    """Return the act of that seat under that number; 1 query, none for the current hand."""
    if hand is not None and hand.number == deal:
        own = (one for one in hand.acts if one.seat == seat.value)
        return next((one for one in own if one.own_number == own_number), None)
    acts = PlayAct.objects.filter(hand__match=match, hand__deal=deal, seat=seat.value)
    return acts.filter(own_number=own_number).first()


@sensitive_variables()
@transaction.atomic
def end_hand(
    *, actor: Actor, match: Match, deal: int, reason: str, ns_points: int | None, acts: int
) -> None:
    """End a hand that is being played, with these points of N–S, or with none: then a referee
    enters its result. Both sides still say whether that is right.

    `acts` is as for `take_back_card`. Raises `Conflict` where the table has played on, `UserError`
    without a reason or for points without trumps, and `NotNow` for a hand that isn't played or is
    over.
    """
    championship, match = lock_match(match)
    hand = _hand_as_seen(match, deal, acts)
    why = given_reason(reason)
    if ns_points is not None and hand.table.public.trump is None:
        raise UserError(
            _("Trumps have not been made: end the hand without points, and enter its result."),
            field="ns_points",
        )
    _end(championship, actor, match, hand, why, ns_points)


def end_left_hand(
    championship: Championship, actor: Actor, match: Match, hand: HandNow, reason: str
) -> None:
    """End a hand that is not on the table and was not played to its end, without points, as part of
    another act.

    Nobody plays on in it. Raises `UserError` for too long a reason.
    """
    _end(championship, actor, match, hand, reason, None)


def _end(
    championship: Championship,
    actor: Actor,
    match: Match,
    hand: HandNow,
    reason: str,
    ns_points: int | None,
) -> None:
    with _reason_fits():
        ended = EndHand(reason, ns_points)
    _store(championship, actor, match, hand, ended, None)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.HAND_ENDED,
        place=hand_place(match, hand.number),
        after={"acts": len(hand.acts) + 1, "ns_points": ns_points},
        reason=reason,
    )


def _hand_as_seen(match: Match, deal: int, acts: int) -> HandNow:
    """Return the hand that a referee has looked at. Raises `NotNow` and `Conflict`."""
    refuse_unless_on_phones(match)
    now = match_now(match)
    hand = now.hand
    is_over = hand is not None and (hand.stands is not None or hand.is_set_aside)
    if hand is None or not now.begun or hand.number != deal or is_over:
        raise NotNow(_("Hand %(deal)d is not being played at this table.") % {"deal": deal})
    if len(hand.acts) != acts:
        raise Conflict(_("The table has played on meanwhile. Look at it again."))
    return hand


def _note_made(stored: HandInPlay, table: Table) -> None:
    """Store the outcome of the acts, or that a card given back has opened the hand again."""
    # Don't change the row that was read: it may stay in the cache after a rollback.
    HandInPlay.objects.filter(pk=stored.pk).update(**made_columns(table))


@contextmanager
def _reason_fits() -> Iterator[None]:
    """Say in words that a reason is too long for an act."""
    try:
        yield
    except ActFormatError:
        raise UserError(
            _("A reason has at most %(most)d characters here.") % {"most": LONGEST_REASON},
            field="reason",
        ) from None


def _store(
    championship: Championship,
    actor: Actor,
    match: Match,
    hand: HandNow,
    act: Act,
    own_number: int | None,
    kept: KeptMatch | None = None,
) -> None:
    table = table_after(hand.table, act)
    stored = hand.stored or HandInPlay.objects.create(
        match=match,
        deal=hand.number,
        variant=table.public.rules.variant.value,
        nonce=secrets.token_hex(16),
    )
    if table.public.ending is not None or isinstance(act, TakeBack):
        _note_made(stored, table)
    row = PlayAct.objects.create(
        hand=stored,
        number=len(hand.acts) + 1,
        own_number=own_number,
        by=actor.name,
        at=timezone.now(),
        **columns_of(act),
    )
    if kept is not None:
        transaction.on_commit(lambda: kept_matches.grow(kept, stored, row))
    announce(championship, match.table.number, act=row.pk)
    if table.public.ending is not None:
        acts = [*hand.acts, row]
        record_event(
            championship=championship,
            actor=actor,
            action=Action.HAND_PLAYED,
            place=hand_place(match, hand.number),
            after={"acts": len(acts), "digest": digest_of(stored, acts)},
        )
