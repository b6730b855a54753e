"""Time in which pairs can ask for corrections after a round was closed.

The first closing starts the time that the organisers set. While a round is reopened nobody can ask,
so the clock is paused, and closing the round lets it run on: correcting one hand does not keep the
whole round provisional for another half hour. But pairs need time to check a changed result, so if
results were changed, at least `AFTER_A_CHANGE` is left, or the whole time if that is shorter. A
referee can also restart the clock when closing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import starmap
from typing import Any

from tournament.models import Action, AuditEvent, Round, RoundStatus
from tournament.models.places import HandPlace

AFTER_A_CHANGE = timedelta(minutes=10)
_RESULTS = (Action.RESULT_ENTERED, Action.RESULT_CHANGED)


@dataclass(frozen=True, slots=True)
class CorrectionTime:
    """The effect of a closing on a round's time for corrections."""

    whole: timedelta
    """Time that the organisers set; zero for none."""
    left: timedelta | None
    """Time left when the round was reopened; None for one that was not closed before."""
    changed: tuple[HandPlace, ...]
    """Hands with another result since the round was reopened."""

    @property
    def least(self) -> timedelta:
        """Shortest time left, as results were changed."""
        return min(AFTER_A_CHANGE, self.whole) if self.changed else timedelta()

    @property
    def goes_on(self) -> bool:
        """Return whether the clock runs on: the round was closed before."""
        return self.left is not None and bool(self.whole)

    @property
    def next_minutes(self) -> int:
        """Minutes left if the round is closed now and nothing else is asked for."""
        return _minutes(self.length(anew=False))

    @property
    def whole_minutes(self) -> int:
        return _minutes(self.whole)

    @property
    def left_minutes(self) -> int:
        return _minutes(self.left or timedelta())

    @property
    def is_longer_for_changes(self) -> bool:
        """Return whether there is more time than was left, because results were changed."""
        return self.left is not None and self.least > self.left

    def length(self, *, anew: bool) -> timedelta:
        """Return how long the time for corrections is from the closing on."""
        if self.left is None or anew:
            return self.whole
        return max(min(self.left, self.whole), self.least)

    def until(self, closed_at: datetime, *, anew: bool) -> datetime | None:
        """Return when the time for corrections ends; None where there is none, or it is over."""
        length = self.length(anew=anew)
        return closed_at + length if length else None


def correction_time(round: Round) -> CorrectionTime:
    """Return the effect of closing this open round; 2 queries. Reads `stage.championship`."""
    championship = round.stage.championship
    whole = timedelta(minutes=championship.correction_minutes)
    if round.first_closed_at is None or round.status != RoundStatus.OPEN:
        return CorrectionTime(whole, None, ())
    events = AuditEvent.objects.filter(championship=championship).order_by("sequence")
    events = events.filter(round=round.number)
    reopened = events.filter(action=Action.ROUND_REOPENED).last()
    assert reopened is not None, "it was closed and is open"
    assert reopened.before is not None, "a reopening says what was left"
    later = events.filter(sequence__gt=reopened.sequence, action__in=_RESULTS)
    changed = dict.fromkeys(starmap(HandPlace, later.values_list("round", "table", "deal")))
    return CorrectionTime(whole, _left(reopened.before, reopened.at), tuple(changed))


def _minutes(time: timedelta) -> int:
    """Return whole minutes, a begun one counted."""
    return -(-time // timedelta(minutes=1))


def _left(before: dict[str, Any], at: datetime) -> timedelta:
    """Return the time left when the round was reopened; `before` is the recorded state."""
    until = before["corrections_until"]
    if until is None:
        return timedelta()
    return max(timedelta(), datetime.fromisoformat(until) - at)
