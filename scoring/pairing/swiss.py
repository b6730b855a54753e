"""Swiss pairing: opponents with scores as near as can be, who haven't met.

Of all ways to pair everybody without a forbidden pair these count, one after the other:

1. Whoever rests, where the number is odd, has rested the fewest times.
2. As few as can be meet who have met before, however often that was.
3. Whoever rests has the lowest score, key by key.
4. The cost, key by key: the squares of the differences in a key of the score, added up over all
   pairs, are as little as can be in the first key; then in the second; and so on.
5. The lots of the pairs, and of the one that rests, add up to as much as can be.

A lot is a number from 0 to 2⁶⁴ − 1: the first eight bytes, the highest first, of

    SHA-256( "botifarra-swiss-v1" ‖ 0x00 ‖ JSON of [seed, what, …] )

(without spaces, in UTF-8), where … are the contestants concerned as texts, in ascending order, and
`what` is "meet" or "rest". Lots of 64 bits don't tie, so there is just one such way.

For up to 60 contestants exactly that way is found. For more, the contestants are put in the order
of their scores, equal ones by their lots "order", and a contestant may meet those within a window:
so many places up and down, and a quarter as many on either side of its own other keys in the score
group above and the one below. While there is no way within the window, or somebody meets again, or
a rest isn't that of the first contestant by rests and score, it is doubled, up to all. So 1 to 3
hold for any number; the cost is the least within the window, which is told.

All is computed in whole numbers: the criteria are digits of one, in which no sum of lower digits
reaches a higher one.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Generic

from scoring.errors import PairingError, PairingFault
from scoring.pairing.lots import LOTS, draw_lot
from scoring.pairing.matching import cheapest_matching
from scoring.pairing.swiss_field import SwissEntrant, SwissField, SwissRound, T

EXACT_TO = 60
"""Greatest number of contestants for which all pairs are weighed."""
FIRST_WINDOW = 12
"""Neighbours on either side that are weighed first where there are more."""

_REST = -1
"""Stand-in for the opponent of a contestant that rests."""

Places = tuple[int, int]
"""Two places in the order of the contestants, or `_REST` and one."""


def pair_swiss(field: SwissField[T], *, seed: str = "") -> SwissRound[T]:
    """Return the next round; 0.1 s for 40 contestants, 3 s for 400.

    Raises PairingError where the forbidden pairs leave no way to pair everybody.
    """
    lots = _Lots(seed)
    order = sorted(
        field.entrants, key=lambda one: ([-key for key in one.score], lots.of("order", one))
    )
    values = _whole_numbers([one.score for one in order])
    ranges = [max(column) - min(column) for column in zip(*values)]

    def squares(one: int, other: int) -> Iterator[int]:
        return ((a - b) ** 2 for a, b in zip(values[one], values[other]))

    half = len(order) // 2
    costs = _Costs(field, order, lots, squares, [half * spread**2 for spread in ranges])
    if len(order) <= EXACT_TO:
        return _cheapest(costs, window=len(order) - 1, near=_all_places)
    groups = _Groups(values)
    return _cheapest(costs, window=FIRST_WINDOW, near=groups.near)


def pair_by_seeding(field: SwissField[T], *, seed: str = "") -> SwissRound[T]:
    """Yield a first round by seeding: `field.entrants` stand in that order, the strongest first.

    With n contestants the first meets number n/2 + 1, the second the next, and so on; the last one
    rests of those that have rested the fewest times. Where forbidden pairs stand in the way, the
    squares of the places by which opponents are off, added up, are as little as can be; scores play
    no part.
    """
    count = len(field.entrants)
    half = count // 2

    def off(one: int, other: int) -> Iterator[int]:
        yield (abs(one - other) - half) ** 2

    ranked = tuple(
        SwissEntrant(one.contestant, (Fraction(-place),), one.rests)
        for place, one in enumerate(field.entrants)
    )
    seeded = SwissField(ranked, field.met, field.forbidden)
    costs = _Costs(seeded, seeded.entrants, _Lots(seed), off, [half * count**2])
    if count <= EXACT_TO:
        return _cheapest(costs, window=count - 1, near=_all_places)
    return _cheapest(
        costs,
        window=FIRST_WINDOW,
        near=lambda place, window: range(place + max(1, half - window), place + half + window),
    )


@dataclass(frozen=True, slots=True)
class _Lots:
    seed: str

    def of(self, what: str, *entrants: SwissEntrant[T]) -> int:
        names = sorted(str(one.contestant) for one in entrants)
        return draw_lot("botifarra-swiss-v1", [self.seed, what, *names])


def _whole_numbers(scores: Sequence[tuple[Fraction, ...]]) -> list[tuple[int, ...]]:
    """Return the scores with each key multiplied by what makes it whole for everybody."""
    columns = []
    for column in zip(*scores):
        times = lcm(*(value.denominator for value in column))
        columns.append([value.numerator * (times // value.denominator) for value in column])
    return list(zip(*columns)) if columns else [()] * len(scores)


def _all_places(place: int, window: int) -> range:
    return range(place + 1, place + window + 1)


class _Groups:
    """The score groups: those alike in the first key, in the order of the others."""

    def __init__(self, values: Sequence[tuple[int, ...]]) -> None:
        self._others = [tuple(-key for key in one[1:]) for one in values]
        self._group_of: list[int] = []
        self._groups: list[range] = []
        for number, (_, places) in enumerate(
            groupby(range(len(values)), key=lambda place: values[place][:1])
        ):
            members = list(places)
            self._groups.append(range(members[0], members[-1] + 1))
            self._group_of += [number] * len(members)

    def near(self, place: int, window: int) -> set[int]:
        """Return the places that this one may meet within the window."""
        places = set(range(max(0, place - window), place + window + 1))
        for number in (self._group_of[place] - 1, self._group_of[place] + 1):
            if 0 <= number < len(self._groups):
                group = self._groups[number]
                at = bisect_left(self._others, self._others[place], group.start, group.stop)
                aside = window // 4
                places.update(range(max(group.start, at - aside), min(group.stop, at + aside)))
        return places


@dataclass(frozen=True, slots=True)
class _Costs(Generic[T]):
    """Costs of meetings of two places and of rests, each one whole number."""

    field: SwissField[T]
    order: Sequence[SwissEntrant[T]]
    lots: _Lots
    keys: Callable[[int, int], Iterator[int]]
    """Costs of the meeting of two places, key by key."""
    most: Sequence[int]
    """The most that all pairs together can cost in each key."""

    def all(self, near: Callable[[int, int], range | set[int]], window: int) -> dict[Places, int]:
        """Return the meetings within the window and all rests, each with its cost."""
        costs: dict[Places, int] = {}
        for place in range(len(self.order)):
            for other in near(place, window):
                pair = (min(place, other), max(place, other))
                if place != other < len(self.order) and pair not in costs and self._may(*pair):
                    costs[pair] = self._of_meeting(*pair)
        if len(self.order) % 2:
            fewest, _lowest = self._least()
            by_score = sorted({one.score for one in self.order})
            rank_of = {score: rank for rank, score in enumerate(by_score)}
            for place, one in enumerate(self.order):
                lot = self.lots.of("rest", one)
                nothing = [0] * len(self.most)
                costs[_REST, place] = self._one_number(
                    one.rests - fewest, 0, rank_of[one.score], nothing, lot
                )
        return costs

    def is_right(self, found: Sequence[Places]) -> bool:
        """Return whether no wider window could do better in what comes before the cost."""
        for one, other in found:
            if one == _REST:
                resting = self.order[other]
                if (resting.rests, resting.score) != self._least():
                    return False
            elif self.field.have_met(self.order[one].contestant, self.order[other].contestant):
                return False
        return True

    def _least(self) -> tuple[int, tuple[Fraction, ...]]:
        """Return the rests and the score of those who would rest before all others."""
        return min((one.rests, one.score) for one in self.order)

    def _may(self, one: int, other: int) -> bool:
        return self.field.may_meet(self.order[one].contestant, self.order[other].contestant)

    def _of_meeting(self, one: int, other: int) -> int:
        first, second = self.order[one], self.order[other]
        met = self.field.have_met(first.contestant, second.contestant)
        lot = self.lots.of("meet", first, second)
        return self._one_number(0, int(met), 0, self.keys(one, other), lot)

    def _one_number(
        self, rests: int, rematches: int, rank: int, keys: Iterator[int] | list[int], lot: int
    ) -> int:
        """Return the criteria as digits, the most important first; `rank`: of the rest's score."""
        count = len(self.order)
        number = rests * (count + 1) + rematches
        number = number * (count + 1) + rank
        for key, most in zip(keys, self.most):
            number = number * (most + 1) + key
        return number * (count + 1) * LOTS - lot


def _cheapest(
    costs: _Costs[T], *, window: int, near: Callable[[int, int], range | set[int]]
) -> SwissRound[T]:
    """Return the cheapest way within the smallest window, from this one on, with a right way."""
    count = len(costs.order)
    while True:
        is_whole = window >= count - 1
        weighed = costs.all(_all_places if is_whole else near, min(window, count - 1))
        found = [
            (min(pair), max(pair))
            for pair in cheapest_matching((*pair, cost) for pair, cost in weighed.items())
        ]
        is_complete = 2 * len(found) == count + count % 2
        if is_complete and (is_whole or costs.is_right(found)):
            return _round(costs, sorted(found), None if is_whole else window)
        if is_whole:
            raise _no_way(costs.field)
        window *= 2


def _round(costs: _Costs[T], found: Sequence[Places], window: int | None) -> SwissRound[T]:
    named = [one.contestant for one in costs.order]
    return SwissRound(
        pairs=tuple((named[one], named[other]) for one, other in found if one != _REST),
        rest=next((named[other] for one, other in found if one == _REST), None),
        window=window,
    )


def _no_way(field: SwissField[T]) -> PairingError:
    everybody = [one.contestant for one in field.entrants]
    alone = [
        one
        for one in everybody
        if not any(field.may_meet(one, other) for other in everybody if other != one)
    ]
    text = "the forbidden pairs leave no way to pair everybody"
    if alone:
        text += f": {', '.join(map(str, alone))} may meet nobody"
    return PairingError(text, fault=PairingFault.NO_WAY, contestants=alone)
