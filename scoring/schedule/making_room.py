"""Late contestants where nobody rests: in each round one match gives way.

One late contestant takes a seat of that match, whose former holder rests. Two late contestants make
a table more: one takes a seat of the match, the other meets its former holder, and nobody rests.
All other matches stay as they are, so no more than three or four contestants are affected in a
round.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.chance import Chance
from scoring.game.seats import Side
from scoring.schedule.plan import RoundPlan

T = TypeVar("T")
MOST_ATTEMPTS, MOST_WEIGHED = 60, 100_000
"""Greatest numbers of orders of the rounds to try, and of matches to weigh: the first order without
a fault is taken."""


@dataclass(frozen=True, slots=True)
class Room:
    """The match of a round that gives way: `stays` keeps its seat and meets the first late
    contestant, who sits `side` in place of `leaves`. `leaves` rests, or meets the second one and
    keeps its side."""

    round: int
    stays: int
    leaves: int
    side: Side


def make_room(
    rounds: Sequence[RoundPlan], *, late: int, rested: Iterable[int] = ()
) -> tuple[Room, ...]:
    """Return the match that gives way in each of these rounds to one or two late contestants.

    As few late contestants as can be meet somebody twice. Then as few contestants as can be give
    way twice, counting those who `rested` before, once each time; then each late contestant sits
    N–S as often as E–W, or nearly. A round without a match gives none. The same rounds always give
    the same. Raises `ValueError` for more than two late contestants.
    """
    if late not in (1, 2):
        raise ValueError(f"one or two late contestants, not {late}")
    chance = Chance(0)
    best: _Rooms | None = None
    options = 1 + sum(2 * len(plan.pairings) for plan in rounds)
    for _attempt in range(max(1, min(MOST_ATTEMPTS, MOST_WEIGHED // options))):
        rooms = _Rooms(late, rested, chance)
        rooms.choose(rounds)
        if best is None or rooms.faults < best.faults:
            best = rooms
        if best.faults == (0, 0, 0):
            break
    assert best is not None, "there is an attempt at least"
    return tuple(sorted(best.chosen, key=lambda one: one.round))


def _shuffled(items: Sequence[T], chance: Chance) -> list[T]:
    """Return the items in an order by chance."""
    left = list(items)
    return [left.pop(chance.below(len(left))) for _ in items]


class _Rooms:
    """Choices so far, round by round in an order of their own."""

    def __init__(self, late: int, rested: Iterable[int], chance: Chance) -> None:
        self.late, self.chance = late, chance
        self.chosen: list[Room] = []
        self.given = Counter(rested)
        """Number of times that each contestant has rested, or been moved away."""
        self.met: list[Counter[int]] = [Counter() for _ in range(late)]
        self.surplus = 0
        """Surplus of N–S seats of the first late contestant; the second is its mirror."""

    def choose(self, rounds: Sequence[RoundPlan]) -> None:
        for plan in _shuffled(rounds, self.chance):
            options = [
                Room(plan.number, pairing[side.opponents], pairing[side], side)
                for pairing in plan.pairings
                for side in Side
            ]
            if options:
                self._take(min(_shuffled(options, self.chance), key=self._weight))

    def _met_by(self, room: Room) -> tuple[int, ...]:
        """Return the contestants that the late ones meet, in their order."""
        return (room.stays, room.leaves)[: self.late]

    def _weight(self, room: Room) -> tuple[int, int, int]:
        again = sum(met[one] for one, met in zip(self._met_by(room), self.met))
        uneven = abs(self.surplus + (1 if room.side is Side.NS else -1))
        return again, self.given[room.leaves], uneven

    def _take(self, room: Room) -> None:
        for one, met in zip(self._met_by(room), self.met):
            met[one] += 1
        self.given[room.leaves] += 1
        self.surplus += 1 if room.side is Side.NS else -1
        self.chosen.append(room)

    @property
    def faults(self) -> tuple[int, int, int]:
        """Numbers of repeated meetings, of contestants moved again, and of directions too many."""
        again = sum(times - 1 for met in self.met for times in met.values())
        twice = sum(times - 1 for times in self.given.values() if times > 1)
        return again, twice, max(0, abs(self.surplus) - 1)
