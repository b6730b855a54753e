"""For how long a round's results can be corrected on a pair's request, from when it is closed.

The first closing begins the time that the organisers set. While a round is open again nobody can
ask, so that time stands still, and closing the round lets what was left go on: one hand that is
mended does not keep the whole round provisional for another half hour. But whoever finds another
result than the one that was published must have time to say so, so where results were changed there
are `AFTER_A_CHANGE` left at the least, or the whole time where that is shorter. A referee who wants
the time to begin anew says so when closing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournament.models import Action, AuditEvent, Round, RoundStatus

AFTER_A_CHANGE = timedelta(minutes=10)
_RESULTS = (Action.RESULT_ENTERED, Action.RESULT_CHANGED)


@dataclass(frozen=True, slots=True)
class CorrectionTime:
    """What a closing does to a round's time for corrections."""

    whole: timedelta
    """What the organisers set; nothing where there is no such time."""
    left: timedelta | None
    """What was left when the round was reopened; None for one that was not closed before."""
    changed: tuple[str, ...]
    """The hands that were given another result since it was reopened, as the record names them."""

    @property
    def least(self) -> timedelta:
        """What there is left at the least because results were changed."""
        return min(AFTER_A_CHANGE, self.whole) if self.changed else timedelta()

    @property
    def goes_on(self) -> bool:
        """Whether it depends on what was before: the round was closed once."""
        return self.left is not None and bool(self.whole)

    @property
    def next_minutes(self) -> int:
        """How many minutes there are if the round is closed now and nothing is asked for."""
        return _minutes(self.length(anew=False))

    @property
    def whole_minutes(self) -> int:
        return _minutes(self.whole)

    @property
    def left_minutes(self) -> int:
        return _minutes(self.left or timedelta())

    @property
    def is_longer_for_changes(self) -> bool:
        """Whether there is more time than was left, because results were changed."""
        return self.left is not None and self.least > self.left

    def length(self, *, anew: bool) -> timedelta:
        """How long it is from the closing on."""
        if self.left is None or anew:
            return self.whole
        return max(min(self.left, self.whole), self.least)

    def until(self, closed_at: datetime, *, anew: bool) -> datetime | None:
        """When it ends; None where there is no such time, or it is over."""
        length = self.length(anew=anew)
        return closed_at + length if length else None


def correction_time(round: Round) -> CorrectionTime:
    """What closing this open round would do; 2 queries. Reads `stage.championship`."""
    championship = round.stage.championship
    whole = timedelta(minutes=championship.correction_minutes)
    if round.first_closed_at is None or round.status != RoundStatus.OPEN:
        return CorrectionTime(whole, None, ())
    events = AuditEvent.objects.filter(championship=championship).order_by("sequence")
    reopened = events.filter(action=Action.ROUND_REOPENED, target=f"round {round.number}").last()
    if reopened is None or reopened.before is None:  # recorded by a version that kept no time
        return CorrectionTime(whole, None, ())
    later = events.filter(
        sequence__gt=reopened.sequence,
        action__in=_RESULTS,
        target__startswith=f"round {round.number} table ",
    )
    changed = dict.fromkeys(later.values_list("target", flat=True))
    return CorrectionTime(whole, _left(reopened.before, reopened.at), tuple(changed))


def _minutes(time: timedelta) -> int:
    """Whole minutes, a begun one counted."""
    return -(-time // timedelta(minutes=1))


def _left(before: dict[str, Any], at: datetime) -> timedelta:
    """What was left of the time when the round was reopened; `before` as it was recorded."""
    until = before["corrections_until"]
    if until is None:
        return timedelta()
    return max(timedelta(), datetime.fromisoformat(until) - at)
