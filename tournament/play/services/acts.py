"""Playing: each act is checked against the table, stored once, and never changed."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.errors import ActFormatError
from scoring.play.acts import LONGEST_REASON, Act, SeatAct, TakeBack
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.reasons import given_reason
from tournament.models import Action, Championship, HandInPlay, Match, PlayAct
from tournament.play.match_now import HandNow, Step, match_now
from tournament.play.services.seats import lock_match, refuse_unless_held, refuse_unless_on_phones
from tournament.play.stored_acts import columns_of, digest_of
from tournament.play.table_acts import arrived_late, table_after, was_done
from tournament.results.services import hand_place


@sensitive_variables()
@transaction.atomic
def play_act(
    *, actor: Actor, match: Match, deal: int, phone: str, own_number: int, act: SeatAct
) -> None:
    """Do what a seat does, exactly once: `own_number` counts the seat's acts in the hand from 1.

    The same act under the same number changes nothing. The act that ends the hand is recorded with
    a digest of all of them.

    Raises `SeatLost` for a phone that doesn't hold the seat, `Conflict` for another act under a
    number that was used, or one out of order, `NotNow` where it isn't played now or it isn't the
    seat's turn, and `UserError` for a card that the rules don't allow.
    """
    championship, match = lock_match(match)
    refuse_unless_held(match, act.seat, phone)
    known = PlayAct.objects.filter(
        hand__match=match, hand__deal=deal, seat=act.seat.value, own_number=own_number
    ).first()
    if was_done(known, act):
        return
    refuse_unless_on_phones(match)
    now = match_now(match)
    hand = now.hand
    if hand is None or hand.number != deal or now.step is not Step.PLAY:
        raise Conflict(_("This hand is not being played now. Look at the table again."))
    if own_number != hand.next_number(act.seat):
        raise arrived_late()
    _store(championship, actor, match, hand, act, own_number)


@sensitive_variables()
@transaction.atomic
def take_back_card(*, actor: Actor, match: Match, deal: int, reason: str, acts: int) -> None:
    """Give the last card of a hand back to whoever played it by a slip of the finger.

    `acts` is how many acts there were when the referee looked: if there are more or fewer by now,
    it raises `Conflict`, so that a double click gives one card back. Raises `UserError` without a
    reason, `NotNow` where the last act was no card, or the hand has a result.
    """
    championship, match = lock_match(match)
    refuse_unless_on_phones(match)
    why = given_reason(reason)
    hand = match_now(match).hand
    if hand is None or hand.number != deal or hand.stands is not None:
        raise NotNow(_("Hand %(deal)d is not being played at this table.") % {"deal": deal})
    if len(hand.acts) != acts:
        raise Conflict(_("The table has played on meanwhile. Look at it again."))
    try:
        taken = TakeBack(why)
    except ActFormatError:
        raise UserError(
            _("A reason has at most %(most)d characters here.") % {"most": LONGEST_REASON},
            field="reason",
        ) from None
    _store(championship, actor, match, hand, taken, None)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.CARD_TAKEN_BACK,
        place=hand_place(match, deal),
        after={"acts": acts + 1},
        reason=why,
    )


def _store(
    championship: Championship,
    actor: Actor,
    match: Match,
    hand: HandNow,
    act: Act,
    own_number: int | None,
) -> None:
    table = table_after(hand.table, act)
    stored = hand.stored or HandInPlay.objects.create(
        match=match,
        deal=hand.number,
        variant=table.public.rules.variant.value,
        nonce=secrets.token_hex(16),
    )
    row = PlayAct.objects.create(
        hand=stored,
        number=len(hand.acts) + 1,
        own_number=own_number,
        by=actor.name,
        at=timezone.now(),
        **columns_of(act),
    )
    if table.public.ending is not None:
        acts = [*hand.acts, row]
        record_event(
            championship=championship,
            actor=actor,
            action=Action.HAND_PLAYED,
            place=hand_place(match, hand.number),
            after={"acts": len(acts), "digest": digest_of(stored, acts)},
        )
