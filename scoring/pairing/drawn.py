"""Opponents and directions by lot, so that anybody can draw them again.

Every lot is a number from 0 to 2⁶⁴ − 1: the first eight bytes, the highest first, of

    SHA-256( "botifarra-opponents-v1" ‖ 0x00 ‖ JSON of [seed, round, what, …] )

(without spaces, in UTF-8), where … are the numbers of the contestants concerned, the lower first,
and `what` is "order", "meet", "turn" or "table".

The contestants are put in the order of their lots "order", the smallest first. With an odd number
one of those rests that have rested in the fewest rounds: it meets 0. Of all ways to pair everybody,
these count in this order:

1. As few as can be meet who have met before.
2. Their earlier meetings, counted together, are as few as can be.
3. Neighbours meet: the squares of the distances in the order add up to as little as can be, a rest
   counting 0. While nobody has met, that is the first with the second, the third with the fourth.
4. The lots "meet" add up to as much as can be.

Lots of 64 bits don't tie, so there is just one such way, whichever algorithm finds it. Where the
lot "turn" is odd the higher number sits N–S, else the lower. Tables are filled in the order of the
lots "table", the smallest first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.errors import ScheduleError, ScheduleFault, ScheduleFinding
from scoring.pairing.entrants import Entrants, entrants_after, two_of
from scoring.pairing.lots import LOTS, draw_lot
from scoring.pairing.matching import cheapest_matching
from scoring.schedule.plan import Pairing, RoundPlan, Schedule, check_size

REST = 0
"""Stand-in for the opponent of a contestant that rests."""
_FIRST_WINDOW = 6
"""Neighbours on either side that are tried first: enough for nearly every round."""

Meeting = tuple[int, int]


def draw_round(entrants: Entrants, *, seed: str, number: int) -> RoundPlan:
    """Draw round `number` for all who are present; within a second for 200 contestants.

    The same entrants, seed and number always give the same round. Raises ScheduleError with fewer
    than two contestants.
    """
    if len(entrants.present) < 2:
        text = f"{len(entrants.present)} contestants: expected two at least"
        raise ScheduleError(ScheduleFinding(ScheduleFault.CONTESTANTS, text, number))
    lots = _Lots(seed, number)
    meetings = _best_meetings(entrants, lots)
    rest = next((high for low, high in meetings if low == REST), None)
    played = sorted(
        (meeting for meeting in meetings if REST not in meeting),
        key=lambda meeting: lots.of("table", *meeting),
    )
    return RoundPlan(number, tuple(_turned(lots, *meeting) for meeting in played), rest)


def drawn_schedule(contestants: int, rounds: int, *, seed: str) -> Schedule:
    """Return the rounds from 1 on for the contestants 1 … `contestants`, all of whom stay to the
    end.

    Raises ScheduleError for numbers of contestants or rounds that a round robin can't have either.
    """
    check_size(contestants, rounds)
    plans: list[RoundPlan] = []
    for number in range(1, rounds + 1):
        resting = [[] if one.rest is None else [one.rest] for one in plans]
        entrants = entrants_after(plans, range(1, contestants + 1), resting)
        plans.append(draw_round(entrants, seed=seed, number=number))
    return Schedule(contestants, tuple(plans))


@dataclass(frozen=True, slots=True)
class _Lots:
    seed: str
    round: int

    def of(self, what: str, *contestants: int) -> int:
        return draw_lot("botifarra-opponents-v1", [self.seed, self.round, what, *contestants])


def _turned(lots: _Lots, low: int, high: int) -> Pairing:
    return Pairing(high, low) if lots.of("turn", low, high) % 2 else Pairing(low, high)


def _best_meetings(entrants: Entrants, lots: _Lots) -> Sequence[Meeting]:
    """Return the one best way to pair everybody.

    Meetings of far places are left out first. That is right as soon as nobody meets again and one
    longer meeting alone would add more than all of the others together do.
    """
    order = sorted(entrants.present, key=lambda contestant: lots.of("order", contestant))
    places = len(order)
    window = _FIRST_WINDOW
    while True:
        is_whole = window >= places - 1
        window = min(window, places - 1)
        costs = _Costs(entrants, order, window)
        found = cheapest_matching(
            (*meeting, cost * places * LOTS - lots.of("meet", *meeting))
            for meeting, cost in costs.all()
        )
        meetings = [two_of(*edge) for edge in found]
        is_complete = 2 * len(meetings) == places + places % 2
        if is_whole or (is_complete and costs.is_proof(meetings)):
            return meetings
        window *= 2


@dataclass(frozen=True, slots=True)
class _Costs:
    """Costs of meetings, without those farther apart in the order than the window.

    The criteria are digits of one whole number: no sum of the lower ones reaches a higher one.
    """

    entrants: Entrants
    order: Sequence[int]
    window: int

    def all(self) -> Iterator[tuple[Meeting, int]]:
        """Yield the meetings within the window, and all rests that can be, each with its cost."""
        places = len(self.order)
        for place, one in enumerate(self.order):
            for distance, other in enumerate(self.order[place + 1 : place + self.window + 1], 1):
                yield two_of(one, other), self._cost(two_of(one, other), distance)
        if places % 2:
            fewest = min(self.entrants.rests[one] for one in self.order)
            for one in self.order:
                if self.entrants.rests[one] == fewest:
                    yield (REST, one), 0

    def _cost(self, meeting: Meeting, distance: int) -> int:
        met = self.entrants.meetings[meeting]
        of_meetings = len(self.order) ** 3
        most_met = max(self.entrants.meetings.values(), default=0)
        of_rematches = of_meetings * (len(self.order) * most_met + 1)
        return distance**2 + met * of_meetings + bool(met) * of_rematches

    def is_proof(self, meetings: Sequence[Meeting]) -> bool:
        """Return whether no meeting that was left out can be part of a better way."""
        if any(self.entrants.meetings[meeting] for meeting in meetings):
            return False
        place_of = {contestant: place for place, contestant in enumerate(self.order)}
        played = [meeting for meeting in meetings if REST not in meeting]
        total = sum((place_of[one] - place_of[other]) ** 2 for one, other in played)
        return total < (self.window + 1) ** 2 + len(played) - 1
