"""Two players of a pair change places."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat, Side
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.core.reasons import given_reason
from tournament.models import Action, Match, SeatTaken
from tournament.models.places import TablePlace
from tournament.play.left_hands import hands_left_behind, is_between_hands
from tournament.play.match_now import match_now
from tournament.play.services.acts import end_left_hand
from tournament.play.services.seats import lock_match, refuse_unless_on_phones


@sensitive_variables()
@transaction.atomic
def exchange_seats(*, actor: Actor, match: Match, side: Side, reason: str) -> None:
    """Let the phones at the two seats of a pair change places, between two hands only.

    Whoever has seen one seat's cards of a hand must not sit at another one while it is played. So
    the hand on the table has to be over, or none begun. Hands that were settled before it without
    being played to their end (cancelled, or entered by a referee) are ended by this: should their
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
    # What these phones saw is over: from now on it is the other seat that they may come back to.
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
