"""Balance and soundness of a plan, counted plainly from the definitions, contestant by
contestant."""

from collections.abc import Sequence
from itertools import combinations

from scoring.schedule.plan import RoundPlan

NS, EW = 1, -1


def sides_of(plan: RoundPlan) -> dict[int, int]:
    sides = {}
    for match in plan.pairings:
        sides[match.ns] = NS
        sides[match.ew] = EW
    return sides


def c_of_pairs(rounds: Sequence[RoundPlan], contestants: int) -> dict[tuple[int, int], int]:
    """c(i, j) for all i < j: same direction +1, opposite -1, but for their own match."""
    c = {}
    sides_by_round = [sides_of(plan) for plan in rounds]
    own = [{frozenset(m) for m in plan.pairings} for plan in rounds]
    for i, j in combinations(range(1, contestants + 1), 2):
        c[i, j] = 0
        for sides, matches in zip(sides_by_round, own, strict=True):
            if i not in sides or j not in sides or frozenset((i, j)) in matches:
                continue
            c[i, j] += 1 if sides[i] == sides[j] else -1
    return c


def sum_of_squares(rounds: Sequence[RoundPlan], contestants: int) -> int:
    return sum(c * c for c in c_of_pairs(rounds, contestants).values())


def assert_sound(rounds: Sequence[RoundPlan], contestants: int) -> None:
    """Each contestant once in each round, one rest if and only if the number is odd, no pair
    twice."""
    met: set[tuple[int, ...]] = set()
    for number, plan in enumerate(rounds, start=1):
        assert plan.number == number
        placed = [contestant for match in plan.pairings for contestant in match]
        if contestants % 2:
            assert plan.rest is not None
            placed.append(plan.rest)
        else:
            assert plan.rest is None
        assert sorted(placed) == list(range(1, contestants + 1))
        met.update(tuple(sorted(match)) for match in plan.pairings)
    assert len(met) == len(rounds) * (contestants // 2)
