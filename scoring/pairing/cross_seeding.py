"""Seeds of a bracket that keep those of one group apart for as long as can be.

The best of the groups stand in the order of their ranks: first the winners, then the second ones,
and so on. Seeded like that, the winner and the second of a group can meet at once. So the second
ones change places among themselves, then the third ones, and so on: each time so that as few as can
be meet in the first round one of their own group, then as few as can be in the second round, and so
on; of all such ways the one that moves them least (the sum of the squares of how many places each
moves). Where two of each group go on, they meet in the final at the earliest.

    kept_apart("ABCDbadc", {"A": 1, "a": 1, "B": 2, "b": 2, …})    ("A", "B", "C", "D", "d", "c", …)
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from scoring.pairing.bracket import rounds_for, seed_places

T = TypeVar("T", bound=Hashable)


def kept_apart(order: Sequence[T], group_of: Mapping[T, int]) -> tuple[T, ...]:
    """Return the contestants, given the strongest first, in the order in which they are seeded.

    Who is in no group stays where it is.
    """
    rounds = rounds_for(len(order))
    place = {seed - 1: at for at, seed in enumerate(seed_places(rounds))}
    tiers: dict[int, list[int]] = {}
    seen: Counter[int] = Counter()
    for seed, one in enumerate(order):
        if one in group_of:
            tiers.setdefault(seen[group_of[one]], []).append(seed)
            seen[group_of[one]] += 1
    seeded = list(order)
    placed: dict[int, list[int]] = {}
    base = len(order) + 1
    for _tier, seeds in sorted(tiers.items()):
        costs = []
        for own in seeds:
            mates = placed.get(group_of[order[own]], ())
            row = []
            for seed in seeds:
                meets = ((place[seed] ^ place[mate]).bit_length() for mate in mates)
                early = sum(base ** (rounds - number) for number in meets)
                row.append(early * base**3 + (seed - own) ** 2)
            costs.append(row)
        for own, at in zip(seeds, cheapest_assignment(costs), strict=True):
            seeded[seeds[at]] = order[own]
            placed.setdefault(group_of[order[own]], []).append(seeds[at])
    return tuple(seeded)


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return for each row of a square table its column, each taken once, with the smallest sum.

    The Hungarian method with potentials; exact with whole numbers of any size.
    """
    assignment = _Assignment(costs)
    for row in range(1, len(costs) + 1):
        assignment.add(row)
    found = [0] * len(costs)
    for column in range(1, len(costs) + 1):
        found[assignment.taken_by[column] - 1] = column - 1
    return found


class _Assignment:
    """Rows that have columns so far; both are numbered from 1, and column 0 belongs to the row that
    is being added."""

    def __init__(self, costs: Sequence[Sequence[int]]) -> None:
        self.costs = costs
        size = len(costs) + 1
        self.rows, self.columns, self.taken_by = [0] * size, [0] * size, [0] * size

    def add(self, row: int) -> None:
        """Give this row a column, for which others may change theirs."""
        left = set(range(1, len(self.columns)))
        used, least, way = [0], dict[int, int](), dict[int, int]()
        self.taken_by[0], at = row, 0
        while self.taken_by[at]:
            here = self.taken_by[at]
            for column in left:
                cost = self.costs[here - 1][column - 1] - self.rows[here] - self.columns[column]
                if column not in least or cost < least[column]:
                    least[column], way[column] = cost, at
            at = min(left, key=lambda column: (least[column], column))
            step = least[at]
            for column in used:
                self.rows[self.taken_by[column]] += step
                self.columns[column] -= step
            for column in left:
                least[column] -= step
            left.remove(at)
            used.append(at)
        while at:
            self.taken_by[at] = self.taken_by[way[at]]
            at = way[at]
