"""Contestants that go on from a stage: its best, or the best of each group and of the others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Placed(Generic[T]):
    """A contestant's rank in its group, and its merits against contestants of other groups.

    `merits` are exact, from the most to the least important, the more the better.
    """

    contestant: T
    group: int
    rank: int
    merits: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class GoingOnOf(Generic[T]):
    """All contestants in order, those who go on, and those at the line, who are level without room
    for all of them."""

    order: tuple[T, ...]
    through: frozenset[T]
    at_the_line: frozenset[T]


def best_of(placed: Sequence[Placed[T]], best: int) -> GoingOnOf[T]:
    """Return the first `best` of a ranking, which stands best first."""
    through, line = _first(placed, best, lambda one: (one.rank,))
    order = tuple(one.contestant for one in placed)
    return GoingOnOf(order, frozenset(through), frozenset(line))


def best_of_groups(placed: Sequence[Placed[T]], each: int, others: int) -> GoingOnOf[T]:
    """Return the best `each` of every group, and the best `others` of those that are left.

    All stand in the order of their ranks in their groups: first the winners of the groups, then the
    second ones. Those of the same rank are compared by their merits. So the best others are usually
    the best of the third ones where two of each go on. Who is level with somebody at the line of
    its group waits for a decision, and is none of the others.
    """
    by_key = sorted(placed, key=_key)
    through: set[T] = set()
    line: set[T] = set()
    for group in sorted({one.group for one in placed}):
        own = [one for one in by_key if one.group == group]
        for found, more in zip((through, line), _first(own, each, lambda one: (one.rank,))):
            found |= set(more)
    left = [one for one in by_key if one.contestant not in through | line]
    for found, more in zip((through, line), _first(left, others, _key)):
        found |= set(more)
    order = tuple(one.contestant for one in by_key)
    return GoingOnOf(order, frozenset(through), frozenset(line))


def qualified(
    placed: Sequence[Placed[T]], best: int, *, groups: int = 0, each: int | None = None
) -> GoingOnOf[T]:
    """Return the first `best` of a ranking, which stands best first.

    Where it has `groups`, the best `each` of every one and the best others, up to `best`. Without
    `each` it is as large as `best` allows.
    """
    if not groups:
        return best_of(placed, best)
    each = best // groups if each is None else each
    return best_of_groups(placed, each, max(0, best - each * groups))


def _key(one: Placed[T]) -> tuple[int | Fraction, ...]:
    return (one.rank, *(-merit for merit in one.merits))


def _first(
    ordered: Sequence[Placed[T]], count: int, key: Callable[[Placed[T]], tuple[int | Fraction, ...]]
) -> tuple[list[T], list[T]]:
    """Return the first `count`, and the contestants level at the line without room for all."""
    through: list[T] = []
    for _key_of_all, level in groupby(ordered, key):
        sharing = [one.contestant for one in level]
        room = count - len(through)
        if room <= 0:
            break
        if len(sharing) > room:
            return through, sharing
        through += sharing
    return through, []
