"""Methods that turn the hand scores of a field into final scores, each declared once.

A *field* is the hand scores of all that are compared with each other in one hand. A method is a
member of `Method` and its entry in `METHODS`; nothing else asks which one it is. Arithmetic is
exact throughout.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple


class Method(StrEnum):
    """Methods of scoring a hand."""

    MIN_MAX = "min-max"
    """Place of the hand score between the lowest and the highest of the field: the official
    method."""
    MATCHPOINTS = "matchpoints"
    """The share of the others that it beats, where an equal one counts for half."""
    MEAN = "mean"
    """Difference of the hand score from the mean of the field without its extremes, in points."""


TRIMMED = 5
"""With `MEAN`, one score in this number is left out at either end: of n scores n // 5."""

OFFENCE = 10
"""With `MEAN`, points by which an offender stays below the lowest of the field."""


class Bounds(NamedTuple):
    """The worst and the best final score of a hand, and what a flat one is worth."""

    worst: Fraction
    best: Fraction
    flat: Fraction


_PERCENT = Bounds(Fraction(0), Fraction(100), Fraction(50))
_HALF_OF_ALL = Fraction(50)
NO_BOUNDS = Bounds(Fraction(0), Fraction(0), Fraction(0))
"""The bounds of a method without a scale."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scoring of a field by a method. Fields are hand scores (−72 to 72) in any order, equal ones
    as often as they were made; an empty one is nobody's."""

    is_flat: Callable[[Sequence[int]], bool]
    """Test of a field, not an empty one, in which all get the flat score."""
    finals: Callable[[Sequence[int], Bounds], Mapping[int, Fraction]]
    """The final score of each hand score of a field that is not flat, and not empty."""
    offender: Callable[[Sequence[int]], Fraction]
    """Final score of an offender against a field, which may be empty."""
    left_out: Callable[[int], int] = lambda _count: 0
    """Number of scores that take no part at either end, though they are scored, of `count`."""
    has_scale: bool = True
    """Whether final scores lie between a worst and a best one."""


def min_max(field: Sequence[int], bounds: Bounds) -> Mapping[int, Fraction]:
    """Return worst + (best − worst) × (hand score − low) / (high − low); low and high must
    differ."""
    low, whole = min(field), max(field) - min(field)
    worst, best = bounds.worst.numerator, bounds.best.numerator
    return {
        score: _fraction(worst * whole + (best - worst) * (score - low), whole)
        for score in set(field)
    }


def matchpoints(field: Sequence[int], bounds: Bounds) -> Mapping[int, Fraction]:
    """Return (2 × those that did worse + those that did the same) / (2 × all others), as a share of
    the scale; there must be two in the field.

    Of +4, 0, 0 and −8, on the scale from 1 to 2: 2, 1.5, 1.5 and 1.
    """
    ordered, whole = sorted(field), 2 * (len(field) - 1)
    worst, best = bounds.worst.numerator, bounds.best.numerator
    found = {}
    for score in set(field):
        # worse ones twice, equal ones once, without the score itself
        part = bisect_left(ordered, score) + bisect_right(ordered, score) - 1
        found[score] = _fraction(worst * whole + (best - worst) * part, whole)
    return found


def percentiles(field: Sequence[int]) -> Mapping[int, Fraction]:
    """Return by hand score the percentage of the others that it beats, equal ones counted half; 50
    for one alone.

    It says the same of a field of six and of six hundred.
    """
    if len(field) < 2:
        return dict.fromkeys(field, _HALF_OF_ALL)
    return matchpoints(field, _PERCENT)


def difference_from_mean(field: Sequence[int], _bounds: Bounds) -> Mapping[int, Fraction]:
    """Return the hand score less `trimmed_mean`, in points."""
    mean = trimmed_mean(field)
    return {score: score - mean for score in set(field)}


def trimmed_mean(field: Sequence[int]) -> Fraction:
    """Return the mean of a field, not an empty one, without its extremes (`trimmed`)."""
    kept = trimmed(field)
    return Fraction(sum(kept), len(kept))


def trimmed(field: Sequence[int]) -> Sequence[int]:
    """Return a field, the lowest first, without its n // 5 lowest and its n // 5 highest scores.

    Equal scores are cut like others: of five scores the three in the middle stay.
    """
    out = left_out_of_mean(len(field))
    return sorted(field)[out : len(field) - out]


def left_out_of_mean(count: int) -> int:
    """Return the number of scores, of `count`, that the mean leaves out at either end."""
    return count // TRIMMED


@lru_cache(maxsize=1 << 16)
def _fraction(numerator: int, denominator: int) -> Fraction:
    """Return the fraction, made once: final scores are few, and asked for over and over."""
    return Fraction(numerator, denominator)


def _zero(_field: Sequence[int]) -> Fraction:
    return Fraction(0)


def _below_the_lowest(field: Sequence[int]) -> Fraction:
    """Return `OFFENCE` points less than the lowest final score; than 0 where nobody has one."""
    lowest = min(field) - trimmed_mean(field) if field else Fraction(0)
    return lowest - OFFENCE


METHODS: Mapping[Method, Scorer] = {
    Method.MIN_MAX: Scorer(lambda field: min(field) == max(field), min_max, _zero),
    Method.MATCHPOINTS: Scorer(lambda field: len(field) == 1, matchpoints, _zero),
    Method.MEAN: Scorer(
        lambda _field: False,
        difference_from_mean,
        _below_the_lowest,
        left_out=left_out_of_mean,
        has_scale=False,
    ),
}
"""Every method by its name."""
