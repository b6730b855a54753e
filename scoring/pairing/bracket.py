"""A knock-out for any number of contestants: its ties in each round, and its byes.

The contestants stand in an order, the strongest first, or as a draw by lot has put them. The
bracket has as many places as the next power of two. Each round the places are halved: a contestant
that has got through meets the one from the neighbouring part. With eight the first round is

    1–8, 4–5, 2–7, 3–6

As long as the stronger win, the first and the second meet in the final, they meet the third and the
fourth in the semifinals, and so on. The places that nobody takes are those of the weakest. Whoever
would meet one of them has a bye, so in the first round the strongest have the byes.

All that has to be known is one number for each contestant: how many rounds it has got through, by
a game, by a bye, or because its opponent had gone. The rest follows from it.

    bracket = Bracket(tuple("ABCDE"))
    bracket.rounds                                      3
    [tie.sides for tie in bracket.ties(2, {"A": 1, "B": 1, "C": 1, "E": 1})]
                                                        [("A", "E"), ("B", "C")]
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from scoring.pairing.lots import draw_lot

T = TypeVar("T", bound=Hashable)

LEAST_FOR_THIRD = 4
"""Least number of contestants for a third place: with fewer one semifinal is a bye."""

Through = Mapping[T, int | Fraction]
"""Number of rounds that each contestant has got through; a half says nothing here."""


def rounds_for(contestants: int) -> int:
    """Return the number of rounds until one contestant is left: 4 for 11."""
    return max(0, contestants - 1).bit_length()


def byes_for(contestants: int) -> int:
    """Return the number of contestants that don't play in the first round: 5 of 11."""
    return (1 << rounds_for(contestants)) - contestants


def seed_places(rounds: int) -> tuple[int, ...]:
    """Return the numbers, from 1, that stand in the places of a bracket, from its top.

    With three rounds (1, 8, 4, 5, 2, 7, 3, 6). While the stronger win, the numbers of the two that
    meet add up to the same in all matches of a round.
    """
    places = [1]
    for _round in range(rounds):
        both = 2 * len(places) + 1
        places = [one for place in places for one in (place, both - place)]
    return tuple(places)


def drawn_order(contestants: Sequence[int], seed: str) -> tuple[int, ...]:
    """Return the contestants' numbers in the order of their lots, the smallest first.

    A lot is `draw_lot("botifarra-bracket-v1", [seed, number])`. Lots don't depend on each other, so
    it makes no difference to the order of two who else takes part.
    """
    return tuple(
        sorted(contestants, key=lambda one: (draw_lot("botifarra-bracket-v1", [seed, one]), one))
    )


@dataclass(frozen=True, slots=True)
class Tie(Generic[T]):
    """Two places of the bracket that meet in a round, and the contestants that have come there.

    `place` counts the round's ties from the top, from 0. A side is None while it isn't known who
    comes there, and where nobody does; `is_bye` says that nobody can: one place was never taken.
    """

    round: int
    place: int
    sides: tuple[T | None, T | None]
    is_bye: bool = False
    is_for_third: bool = False

    @property
    def contestants(self) -> tuple[T, ...]:
        """Known contestants of the two sides."""
        return tuple(one for one in self.sides if one is not None)


@dataclass(frozen=True, slots=True)
class Bracket(Generic[T]):
    """The bracket of these contestants, the strongest first; None for a place that stays empty."""

    seeds: tuple[T | None, ...]
    leaves: tuple[T | None, ...] = field(init=False, repr=False, compare=False)
    """The places from the top, each with its contestant; None where there is none."""

    def __post_init__(self) -> None:
        seeds, count = self.seeds, len(self.seeds)
        numbers = seed_places(self.rounds)
        leaves = tuple(seeds[number - 1] if number <= count else None for number in numbers)
        object.__setattr__(self, "leaves", leaves)

    @property
    def contestants(self) -> tuple[T, ...]:
        """Return the contestants that have a place, in the order of the seeds."""
        return tuple(one for one in self.seeds if one is not None)

    @property
    def rounds(self) -> int:
        return rounds_for(len(self.seeds))

    def ties(self, number: int, through: Through[T]) -> tuple[Tie[T], ...]:
        """Return the ties of a round (from 1), from the top, with those that have come so far."""
        leaves, half = self.leaves, 1 << (number - 1)
        found = []
        for place in range(1 << (self.rounds - number)):
            first = place * 2 * half
            parts = (leaves[first : first + half], leaves[first + half : first + 2 * half])
            one, other = (_come_through(part, number - 1, through) for part in parts)
            is_bye = any(all(leaf is None for leaf in part) for part in parts)
            found.append(Tie(number, place, (one, other), is_bye))
        return tuple(found)

    def place_in(self, number: int, one: T) -> int:
        """Return the tie of a round, from the top and from 0, that a contestant comes to."""
        return self.leaves.index(one) >> number

    def can_meet(self, number: int, one: T, other: T) -> bool:
        """Return whether two contestants' places meet in a round, if both come so far."""
        before = number - 1
        return self.place_in(before, one) ^ 1 == self.place_in(before, other)

    def for_third(self, through: Through[T]) -> Tie[T] | None:
        """Return the match of those who lost the semifinals, in the round of the final.

        None with fewer than `LEAST_FOR_THIRD` contestants.
        """
        if len(self.seeds) < LEAST_FOR_THIRD:
            return None
        losers = [
            next((one for one in tie.contestants if through.get(one, 0) < self.rounds - 1), None)
            if any(through.get(one, 0) >= self.rounds - 1 for one in tie.contestants)
            else None
            for tie in self.ties(self.rounds - 1, through)
        ]
        return Tie(self.rounds, 1, (losers[0], losers[1]), is_for_third=True)

    def winner(self, through: Through[T]) -> T | None:
        """Return the contestant that has got through all rounds; None while none has."""
        return _come_through(self.leaves, self.rounds, through)


def _come_through(part: Sequence[T | None], rounds: int, through: Through[T]) -> T | None:
    """Return the contestant that comes out of a part of the bracket: through enough rounds, or
    alone there.

    Two can be through only where a result was corrected after the next round had been played: then
    the one that has got farther comes out.
    """
    there = [one for one in part if one is not None]
    if len(there) == 1:
        return there[0]
    come = [one for one in there if through.get(one, 0) >= rounds]
    return max(come, key=lambda one: through.get(one, 0), default=None)
