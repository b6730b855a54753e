"""Directions of a round: held against a program that tries them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pairing import directions
from scoring.pairing.directions import choose_directions
from scoring.schedule.plan import Pairing, RoundPlan, balance_of
from tests.examples import examples

Meeting = tuple[int, int]


def unevenness(rounds: Sequence[RoundPlan]) -> int:
    surplus = Counter(match.ns for plan in rounds for match in plan.pairings)
    surplus.subtract(match.ew for plan in rounds for match in plan.pairings)
    return sum(one * one for one in surplus.values())


def worth(rounds: Sequence[RoundPlan], matches: Sequence[Pairing], count: int) -> tuple[int, int]:
    whole = [*rounds, RoundPlan(len(rounds) + 1, tuple(matches))]
    return unevenness(whole), balance_of(whole, count).sum_of_squares


@st.composite
def rounds_and_meetings(draw: st.DrawFn, most: int) -> tuple[int, list[RoundPlan], list[Meeting]]:
    """Some rounds in any directions, in which somebody may be missing, and who meets next."""
    count = draw(st.integers(2, most))
    rounds = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        order = draw(st.permutations(range(1, count + 1)))
        matches = tuple(Pairing(*order[at : at + 2]) for at in range(0, count - 1, 2))
        rounds.append(RoundPlan(number, matches))
    order = draw(st.permutations(range(1, count + 1)))
    return count, rounds, [(order[at], order[at + 1]) for at in range(0, count - 1, 2)]


@settings(max_examples=examples(80), deadline=None)
@given(drawn=rounds_and_meetings(12), seed=st.text(max_size=3))
def test_they_are_the_best_of_all(
    drawn: tuple[int, list[RoundPlan], list[Meeting]], seed: str
) -> None:
    count, rounds, meetings = drawn
    chosen = choose_directions(rounds, meetings, seed=seed)
    assert [set(match) for match in chosen] == [set(meeting) for meeting in meetings]
    every_way = (
        [Pairing(*(meeting if turn else meeting[::-1])) for meeting, turn in zip(meetings, turns)]
        for turns in product((True, False), repeat=len(meetings))
    )
    assert worth(rounds, chosen, count) == min(worth(rounds, way, count) for way in every_way)


@settings(max_examples=examples(30), deadline=None)
@given(drawn=rounds_and_meetings(20))
def test_a_search_keeps_the_counts_even_and_no_single_turn_would_help(
    drawn: tuple[int, list[RoundPlan], list[Meeting]],
) -> None:
    count, rounds, meetings = drawn
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(directions, "MOST_TRIED", 0)
        chosen = choose_directions(rounds, meetings, seed="")
    found = worth(rounds, chosen, count)
    for place, match in enumerate(chosen):
        other = [*chosen[:place], Pairing(match.ew, match.ns), *chosen[place + 1 :]]
        assert found <= worth(rounds, other, count)


def test_the_seed_decides_where_nothing_else_does() -> None:
    meetings = [(1, 2), (3, 4)]
    drawn = {choose_directions([], meetings, seed=str(seed)) for seed in range(40)}
    assert len(drawn) == 4


def test_whoever_has_sat_north_less_often_sits_there_now() -> None:
    rounds = [RoundPlan(1, (Pairing(1, 2), Pairing(3, 4))), RoundPlan(2, (Pairing(1, 4),))]
    assert choose_directions(rounds, [(1, 3), (4, 2)], seed="") == (Pairing(3, 1), Pairing(4, 2))
