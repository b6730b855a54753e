"""A contestant's hands, and what they add up to."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Generic, NamedTuple, TypeVar

from scoring.carry import NOTHING_CARRIED, Carried

T = TypeVar("T", bound=Hashable)


# A named tuple, because thousands are made for one championship: it takes less than half the time.
class ContestantHand(NamedTuple, Generic[T]):
    """One hand of one contestant that has a final score.

    `hand_score` is None at a table with a rule-break; `infraction` says whether it was the
    contestant's own.
    """

    contestant: T
    opponent: T
    hand_score: int | None
    final: Fraction
    infraction: bool


@dataclass(slots=True)
class Tally(Generic[T]):
    """A contestant's hands, and what they add up to.

    `total` is what is left after the `deduction`, with what was `carried` into the stage;
    `best_results` counts final scores that are the best possible, `infractions` the contestant's
    own rule-breaks.
    """

    contestant: T
    deduction: Fraction
    carried: Carried = NOTHING_CARRIED
    hands: list[ContestantHand[T]] = field(default_factory=list)
    total: Fraction = Fraction(0)
    hand_score_sum: int = 0
    best_results: int = 0
    infractions: int = 0
    counted_hands: int | Fraction = 0
    """The number of hands, those carried over included."""

    def __post_init__(self) -> None:
        if self.deduction or self.carried is not NOTHING_CARRIED:
            self.total = self.carried.points - self.deduction
            self.counted_hands = self.carried.hands

    def add(self, hands: Sequence[ContestantHand[T]], best: Fraction | None) -> None:
        """Count hands; `best` is the best possible final score, None where there is none."""
        # Each sum by itself: one loop in Python over all of them takes twice as long. And integers
        # until the end: comparing and adding fractions costs many times as much.
        finals = [hand.final.as_integer_ratio() for hand in hands]
        made = _sum_of_ratios(finals)
        self.total = self.total + made if self.total else made
        self.hand_score_sum += sum([hand.hand_score or 0 for hand in hands])
        self.best_results += 0 if best is None else finals.count(best.as_integer_ratio())
        self.infractions += sum([hand.infraction for hand in hands])
        self.counted_hands += len(hands)
        self.hands += hands

    @property
    def mean(self) -> Fraction:
        """The total per counted hand; 0 without one."""
        return Fraction(self.total, self.counted_hands) if self.counted_hands else Fraction(0)

    def finals_by_opponent(self) -> dict[T, list[Fraction]]:
        """Return the final scores against each opponent."""
        finals: dict[T, list[Fraction]] = {}
        for hand in self.hands:
            finals.setdefault(hand.opponent, []).append(hand.final)
        return finals


def exact_sum(values: Sequence[Fraction]) -> Fraction:
    """Return the sum over one common denominator: many times as fast as adding one by one."""
    return _sum_of_ratios([value.as_integer_ratio() for value in values])


def _sum_of_ratios(ratios: Sequence[tuple[int, int]]) -> Fraction:
    common = lcm(*[denominator for _, denominator in ratios])
    return Fraction(sum([top * (common // bottom) for top, bottom in ratios]), common)
