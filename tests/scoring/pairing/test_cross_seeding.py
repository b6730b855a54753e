"""Contestants of one group are kept apart in a bracket for as long as can be."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pairing.bracket import Bracket, rounds_for
from scoring.pairing.cross_seeding import cheapest_assignment, kept_apart


def meets_in(
    seeded: tuple[tuple[int, int], ...], one: tuple[int, int], other: tuple[int, int]
) -> int:
    bracket = Bracket(seeded)
    return next(n for n in range(1, bracket.rounds + 1) if bracket.can_meet(n, one, other))


def drawn(groups: int, each: int, orders: list[list[int]]) -> list[tuple[int, int]]:
    """Return the contestants that go on, (group, rank) each, rank by rank in some order."""
    return [(group, rank) for rank in range(each) for group in orders[rank][:groups]]


@settings(max_examples=30)
@given(st.integers(2, 16).flatmap(lambda count: st.permutations(range(count))), st.data())
def test_the_winner_and_the_second_of_a_group_meet_in_the_final_at_the_earliest(
    winners: list[int], data: st.DataObject
) -> None:
    seconds = data.draw(st.permutations(winners))
    order = drawn(len(winners), 2, [winners, seconds])
    seeded = kept_apart(order, {one: one[0] for one in order})
    assert sorted(seeded) == sorted(order)
    assert seeded[: len(winners)] == tuple(order[: len(winners)]), "the winners stay"
    for group in winners:
        assert meets_in(seeded, (group, 0), (group, 1)) == rounds_for(len(order))


@pytest.mark.parametrize("groups", [2, 4, 8])
def test_four_of_each_group_are_in_the_four_quarters(groups: int) -> None:
    order = drawn(groups, 4, [list(range(groups))] * 4)
    seeded = kept_apart(order, {one: one[0] for one in order})
    rounds = rounds_for(len(order))
    for group in range(groups):
        mine = [one for one in order if one[0] == group]
        assert all(meets_in(seeded, *two) >= rounds - 1 for two in combinations(mine, 2))


def test_who_needs_not_move_stays() -> None:
    order = [(0, 0), (1, 0), (1, 1), (0, 1)]
    assert kept_apart(order, {one: one[0] for one in order}) == (
        *order[:2],
        (0, 1),
        (1, 1),
    ), "1 would have met 4 at once"
    apart = [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert kept_apart(apart, {one: one[0] for one in apart}) == tuple(apart)
    assert kept_apart(apart, {}) == tuple(apart)


@given(
    st.integers(1, 5).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, 10**20), min_size=size, max_size=size),
            min_size=size,
            max_size=size,
        )
    )
)
def test_the_cheapest_assignment_is_that_of_all(costs: list[list[int]]) -> None:
    found = cheapest_assignment(costs)
    assert sorted(found) == list(range(len(costs)))
    least = min(
        sum(costs[row][column] for row, column in enumerate(one))
        for one in permutations(range(len(costs)))
    )
    assert sum(costs[row][column] for row, column in enumerate(found)) == least
