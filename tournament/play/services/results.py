"""Agreeing on the result of a hand: the first side enters it, the other one confirms it."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat
from tournament.core.actor import Actor
from tournament.core.errors import Conflict
from tournament.models import Match, Result, ResultConfirmation
from tournament.play.match_now import Step, sides_agreed
from tournament.play.services.seats import (
    Phone,
    locked_match,
    refuse_paused,
    refuse_unless_held,
    refuse_unless_on_phones,
)
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.kinds.kinds import content_of
from tournament.results.services.entry import confirm_locked, enter_locked
from tournament.results.services.locked_hand import LockedHand


@sensitive_variables()
@transaction.atomic
def agree_on_result(
    *, actor: Actor, match: Match, deal: int, seat: Seat, phone: Phone, content: ResultInput
) -> None:
    """Agree for a seat's side to the result of a hand; a repeated call changes nothing.

    The first side enters the result, the other one confirms it. Only the played result can be
    agreed on.

    Raises `SeatLost` for a phone that doesn't hold the seat, `Conflict` for another result, and as
    `enter_result` and `confirm_result`.
    """
    kept = locked_match(match)
    now, match, hand = kept.now, kept.now.match, kept.now.hand
    refuse_unless_held(kept, seat, phone)
    locked = LockedHand(match, deal, Result.objects.current(match, deal))
    if _has_agreed(locked.current, seat, content):
        return
    refuse_unless_on_phones(match)
    refuse_paused(now)
    is_asked = hand is not None and hand.number == deal and now.step is Step.RESULT
    if hand is None or hand.content is None or not is_asked or _bare(hand.content) != content:
        raise Conflict(_("This result is settled, or changed. Look at the table again."))
    if hand.stands is None:
        enter_locked(
            locked,
            actor=actor,
            entry=hand.content,
            based_on=hand.version,
            reason=_("Played on phones") if hand.current else "",
            side=seat.side,
        )
        return
    by = ResultConfirmation.By(seat.side.value)
    confirm_locked(locked, actor=actor, version=hand.version, by=by)


def _has_agreed(current: Result | None, seat: Seat, content: ResultInput) -> bool:
    """Return whether `content` is the result that stands, and the seat's side has agreed to it."""
    if current is None or seat.side not in sides_agreed(current):
        return False
    stands = content_of(current)
    return isinstance(stands, ResultInput) and _bare(stands) == content


def _bare(content: ResultInput) -> ResultInput:
    """Return the content without the referees' note."""
    return replace(content, note="")
