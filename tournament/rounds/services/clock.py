"""Countdown of an open round: it runs (`ends_at`), is paused (`seconds_left`), or is absent.

When it reaches zero nothing happens by itself: the referee closes the round.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locks import lock_running_championship, version_of_values
from tournament.models import Action, Round, RoundStatus
from tournament.models.places import RoundPlace
from tournament.rounds.services.lifecycle import current_round

LONGEST_MINUTES = 600
"""Longest countdown, and largest change at once, in minutes."""


def clock_version(round: Round) -> str:
    """Return a short text that changes with every change of the countdown."""
    return version_of_values(_as_stored(round))


@transaction.atomic
def pause_clock(*, actor: Actor, round: Round) -> Round:
    """Stop the countdown and keep the time left. Harmless in a pause.

    Raises `NotNow` without a countdown and when the round is not open.
    """

    def pause(current: Round, now: datetime) -> None:
        if current.seconds_left is not None:
            return
        if current.ends_at is None:
            raise NotNow(_("Round %(round)d has no countdown.") % {"round": current.number})
        current.seconds_left = max(0, _whole_seconds(current.ends_at - now))
        current.ends_at = None

    return _change(actor, round, pause)


@transaction.atomic
def resume_clock(*, actor: Actor, round: Round) -> Round:
    """Let a paused countdown run on. Harmless while it runs.

    Raises `NotNow` without a countdown and when the round is not open.
    """

    def resume(current: Round, now: datetime) -> None:
        if current.ends_at is not None:
            return
        if current.seconds_left is None:
            raise NotNow(_("Round %(round)d has no countdown.") % {"round": current.number})
        current.ends_at = now + timedelta(seconds=current.seconds_left)
        current.seconds_left = None

    return _change(actor, round, resume)


@transaction.atomic
def extend_clock(*, actor: Actor, round: Round, minutes: int, based_on: str = "") -> Round:
    """Give a round more minutes, or fewer (at the least it ends now); a pause stays a pause.

    When time is up already the minutes count from now; a round without a countdown gets one of that
    length. `based_on` is the `clock_version` that the referee saw: a double click adds minutes
    once.

    Raises `Conflict` for another version, `UserError` for more than 600 minutes (either way, or in
    all), `NotNow` when the round is not open, or has no countdown that could be made shorter.
    """
    if not -LONGEST_MINUTES <= minutes <= LONGEST_MINUTES:
        raise UserError(
            _("A round lasts at most %(most)d minutes.") % {"most": LONGEST_MINUTES},
            field="minutes",
        )

    def extend(current: Round, now: datetime) -> None:
        if based_on and based_on != clock_version(current):
            raise Conflict(_("The countdown has been changed meanwhile. Check it again."))
        more = timedelta(minutes=minutes)
        if current.seconds_left is not None:
            left = max(timedelta(), timedelta(seconds=current.seconds_left) + more)
            current.seconds_left = int(left.total_seconds())
        else:
            if current.ends_at is None and minutes <= 0:
                raise NotNow(_("Round %(round)d has no countdown.") % {"round": current.number})
            left = max(timedelta(), max(now, current.ends_at or now) + more - now)
            current.ends_at = now + left
        if left > timedelta(minutes=LONGEST_MINUTES):
            raise UserError(
                _("A round lasts at most %(most)d minutes.") % {"most": LONGEST_MINUTES},
                field="minutes",
            )

    return _change(actor, round, extend)


def _whole_seconds(left: timedelta) -> int:
    """Return whole seconds, a begun one counted: a pause takes nobody's time."""
    return -(-left // timedelta(seconds=1))


def _change(actor: Actor, round: Round, change: Callable[[Round, datetime], None]) -> Round:
    """Let `change` set the countdown of the locked round, and record the change."""
    championship = lock_running_championship(round.stage.championship)
    current = current_round(round)
    if current.status != RoundStatus.OPEN:
        raise NotNow(
            _("Round %(round)d is not open, so it has no countdown.") % {"round": current.number}
        )
    before = _as_stored(current)
    change(current, timezone.now())
    after = _as_stored(current)
    if after != before:
        current.save(update_fields=["ends_at", "seconds_left"])
        record_event(
            championship=championship,
            actor=actor,
            action=Action.CLOCK_CHANGED,
            place=RoundPlace(current.number),
            before=before,
            after=after,
        )
    return current


def _as_stored(round: Round) -> dict[str, Any]:
    """Return the countdown as JSON values, for the record."""
    return {
        "ends_at": round.ends_at.isoformat() if round.ends_at else None,
        "seconds_left": round.seconds_left,
    }
