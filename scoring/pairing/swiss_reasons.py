"""Reasons for a Swiss pairing, as data from which sentences are made."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Generic

from scoring.pairing.swiss_field import SwissField, SwissRound, T


class Ground(StrEnum):
    """Reasons why two contestants meet, from the plainest on."""

    SAME_SCORE = "same-score"
    """The scores of the two are equal in every key."""
    NEAREST = "nearest"
    """No other score is nearer to one of theirs."""
    NEAREST_LEFT = "nearest-left"
    """No possible opponent of one of them is nearer."""
    SMALLEST_SUM = "smallest-sum"
    """Both could meet somebody nearer; then all differences together would be larger."""


class Bar(StrEnum):
    """Reasons why a contestant can't be the opponent of another one."""

    HAD_MET = "had-met"
    FORBIDDEN = "forbidden"
    RESTS = "rests"


@dataclass(frozen=True, slots=True)
class MatchReasons(Generic[T]):
    """Reasons of a match. The ground is `contestant`'s; `opponent` is the other."""

    contestant: T
    opponent: T
    ground: Ground
    differences: tuple[Fraction, ...]
    """The contestant's score less its opponent's, key by key."""
    groups_up: int
    """Number of score groups by which the opponent stands higher; below 0: lower. Contestants alike
    in the first key are one group."""
    is_rematch: bool
    barred: tuple[tuple[T, Bar], ...] = ()
    """With `NEAREST_LEFT`: contestants nearer in score, nearest first, and why they can't meet."""


@dataclass(frozen=True, slots=True)
class RestReasons(Generic[T]):
    """Reasons of a rest."""

    contestant: T
    rests: int
    """Number of its rests before."""
    is_fewest: bool
    """No contestant has rested in fewer rounds."""
    lower: tuple[T, ...]
    """Contestants with equally many rests and a lower score: if one of them rested, there would be
    more rematches, or no way."""


def reasons_of(field: SwissField[T], paired: SwissRound[T]) -> tuple[MatchReasons[T], ...]:
    """Return the reasons of each of the pairs, in their order."""
    book = _Book(field, paired.rest)
    return tuple(book.reasons(*pair) for pair in paired.pairs)


def rest_reasons_of(field: SwissField[T], paired: SwissRound[T]) -> RestReasons[T] | None:
    """Return the reasons of the rest; None where nobody rests."""
    if paired.rest is None:
        return None
    resting = next(one for one in field.entrants if one.contestant == paired.rest)
    return RestReasons(
        contestant=resting.contestant,
        rests=resting.rests,
        is_fewest=resting.rests == min(one.rests for one in field.entrants),
        lower=tuple(
            one.contestant
            for one in sorted(field.entrants, key=lambda one: one.score)
            if one.rests == resting.rests and one.score < resting.score
        ),
    )


class _Book(Generic[T]):
    def __init__(self, field: SwissField[T], rest: T | None) -> None:
        self._field, self._rest = field, rest
        self._scores = {one.contestant: one.score for one in field.entrants}
        groups = sorted({one.score[:1] for one in field.entrants})
        rank_of = {group: rank for rank, group in enumerate(groups)}
        self._groups = {one.contestant: rank_of[one.score[:1]] for one in field.entrants}

    def reasons(self, one: T, other: T) -> MatchReasons[T]:
        """Return the plainest of what can be told of either."""
        if self._scores[one] == self._scores[other]:
            return self._told(one, other, Ground.SAME_SCORE)
        told = [self._of(one, other), self._of(other, one)]
        order = list(Ground)
        return min(told, key=lambda reasons: (order.index(reasons.ground), len(reasons.barred)))

    def _of(self, one: T, other: T) -> MatchReasons[T]:
        nearer = list(self._nearer(one, self._squares(one, other)))
        if not nearer:
            return self._told(one, other, Ground.NEAREST)
        barred = tuple((third, bar) for third, bar in nearer if bar is not None)
        if len(barred) == len(nearer):
            return self._told(one, other, Ground.NEAREST_LEFT, barred)
        return self._told(one, other, Ground.SMALLEST_SUM)

    def _nearer(self, one: T, squares: list[Fraction]) -> Iterator[tuple[T, Bar | None]]:
        """Yield contestants nearer to this one than that, nearest first, and why they can't
        meet."""
        far = {third: self._squares(one, third) for third in self._scores if third != one}
        nearer = [third for third in far if far[third] < squares]
        for third in sorted(nearer, key=far.__getitem__):
            yield third, self._bar(one, third)

    def _bar(self, one: T, third: T) -> Bar | None:
        if not self._field.may_meet(one, third):
            return Bar.FORBIDDEN
        if self._field.have_met(one, third):
            return Bar.HAD_MET
        return Bar.RESTS if third == self._rest else None

    def _squares(self, one: T, other: T) -> list[Fraction]:
        return [(a - b) ** 2 for a, b in zip(self._scores[one], self._scores[other])]

    def _told(
        self, one: T, other: T, ground: Ground, barred: tuple[tuple[T, Bar], ...] = ()
    ) -> MatchReasons[T]:
        return MatchReasons(
            contestant=one,
            opponent=other,
            ground=ground,
            differences=tuple(a - b for a, b in zip(self._scores[one], self._scores[other])),
            groups_up=self._groups[other] - self._groups[one],
            is_rematch=self._field.have_met(one, other),
            barred=barred,
        )
