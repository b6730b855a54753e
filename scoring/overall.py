"""Ranking of a whole championship, from the rankings of its stages."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class OverallRow(Generic[T]):
    """A contestant's rank in the championship, and the last stage that ranks it, from 0."""

    rank: int
    contestant: T
    stage: int


def overall_rows(stages: Sequence[Sequence[tuple[int, T]]]) -> tuple[OverallRow[T], ...]:
    """Return the contestants of the last stage in its order; then the others of the stage before
    it; and so on.

    Each stage is a list of ranks and contestants, best first. Contestants who share a rank in the
    stage that places them share one here.

    >>> [(row.rank, row.contestant) for row in overall_rows(
    ...     [[(1, "A"), (2, "B"), (3, "C"), (3, "D")], [(1, "B"), (2, "A")]])]
    [(1, 'B'), (2, 'A'), (3, 'C'), (3, 'D')]
    """
    rows: list[OverallRow[T]] = []
    placed: set[T] = set()
    for stage in reversed(range(len(stages))):
        left = [one for one in stages[stage] if one[1] not in placed]
        for _rank, sharing in groupby(left, lambda one: one[0]):
            rank = len(rows) + 1
            rows += [OverallRow(rank, contestant, stage) for _own, contestant in sharing]
        placed.update(contestant for _rank, contestant in left)
    return tuple(rows)
