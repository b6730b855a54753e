"""The search for balance: what a change costs is what it changes, and nothing else changes."""

import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.schedule.balance_search import Workbench, even_out_directions, improve_balance
from scoring.schedule.plan import Pairing, RoundPlan
from scoring.schedule.round_robin import full_rounds, least_sum_of_squares
from scoring.schedule.starters import Match
from tests.examples import examples
from tests.scoring.schedule.counting import assert_sound, sum_of_squares
from tests.scoring.strategies import chances

Rounds = list[list[Match]]


def as_plans(rounds: Sequence[Sequence[Sequence[int]]], contestants: int) -> list[RoundPlan]:
    plans = []
    for number, matches in enumerate(rounds, start=1):
        resting = set(range(contestants)).difference(*matches)
        plans.append(
            RoundPlan(
                number,
                tuple(Pairing(ns + 1, ew + 1) for ns, ew in matches),
                resting.pop() + 1 if resting else None,
            )
        )
    return plans


@st.composite
def part_plans(draw: st.DrawFn) -> tuple[int, Rounds]:
    """Some rounds of a round robin, in any order and directions."""
    contestants = draw(st.integers(4, 13))
    rounds = draw(st.permutations(full_rounds(contestants)))[
        : draw(st.integers(1, contestants - 1))
    ]
    chance = draw(chances)
    return contestants, [
        [match if chance.random() < 0.5 else match[::-1] for match in matches] for matches in rounds
    ]


@given(part_plans(), st.data())
def test_turning_costs_what_it_changes(drawn: tuple[int, Rounds], data: st.DataObject) -> None:
    contestants, rounds = drawn
    bench = Workbench(contestants, rounds)
    for _ in range(3):
        before = sum_of_squares(as_plans(bench.rounds, contestants), contestants)
        r = data.draw(st.integers(0, len(rounds) - 1))
        match = data.draw(st.sampled_from(bench.rounds[r]))
        turned, cost = match[::-1], bench.turning(r, match)
        bench.turn(r, match)
        assert match == turned
        assert sum_of_squares(as_plans(bench.rounds, contestants), contestants) == before + cost


@given(part_plans(), st.data())
def test_exchanging_costs_what_it_changes(drawn: tuple[int, Rounds], data: st.DataObject) -> None:
    contestants, rounds = drawn
    bench = Workbench(contestants, rounds)
    for _ in range(3):
        before = sum_of_squares(as_plans(bench.rounds, contestants), contestants)
        matches = bench.rounds[data.draw(st.integers(0, len(rounds) - 1))]
        one, other = data.draw(st.permutations(matches))[:2]
        cost = bench.exchanging(one, other)
        if cost is None:
            met = {frozenset(match) for played in bench.rounds for match in played}
            assert {frozenset((one[0], other[1])), frozenset((other[0], one[1]))} & met
            continue
        bench.exchange(one, other)
        assert_sound(as_plans(bench.rounds, contestants), contestants)
        assert sum_of_squares(as_plans(bench.rounds, contestants), contestants) == before + cost


@given(part_plans(), st.integers(0, 40))
@settings(max_examples=examples(30), deadline=None)
def test_search_reports_its_change(drawn: tuple[int, Rounds], heat: int) -> None:
    contestants, rounds = drawn
    bench = Workbench(contestants, rounds)
    before = sum_of_squares(as_plans(rounds, contestants), contestants)
    change = bench.search(300, heat)
    assert_sound(as_plans(bench.rounds, contestants), contestants)
    assert sum_of_squares(as_plans(bench.rounds, contestants), contestants) == before + change


def test_improving_from_bad_directions() -> None:
    """All low numbers N–S: as unbalanced as can be. The search finds what is possible for 10."""
    rounds = [[(min(match), max(match)) for match in matches] for matches in full_rounds(10)]
    improved = improve_balance(10, rounds)
    assert sum_of_squares(as_plans(rounds, 10), 10) > 3 * least_sum_of_squares(10)
    assert sum_of_squares(as_plans(improved, 10), 10) == least_sum_of_squares(10)


@given(st.sampled_from([6, 10, 14]), chances)
def test_the_lower_bound_holds(contestants: int, chance: random.Random) -> None:
    rounds = [
        [match[:: chance.choice((1, -1))] for match in matches]
        for matches in full_rounds(contestants)
    ]
    assert sum_of_squares(as_plans(rounds, contestants), contestants) >= least_sum_of_squares(
        contestants
    )


@given(part_plans())
def test_evening_out_turns_whole_rounds(drawn: tuple[int, Rounds]) -> None:
    contestants, rounds = drawn
    evened = even_out_directions(contestants, rounds)
    for before, after in zip(rounds, evened, strict=True):
        assert after in (before, [match[::-1] for match in before])
    plans = as_plans(rounds, contestants), as_plans(evened, contestants)
    assert sum_of_squares(plans[0], contestants) == sum_of_squares(plans[1], contestants)
    assert unevenness(evened, contestants) <= unevenness(rounds, contestants)


def unevenness(rounds: Rounds, contestants: int) -> int:
    excess = dict.fromkeys(range(contestants), 0)
    for matches in rounds:
        for ns, ew in matches:
            excess[ns] += 1
            excess[ew] -= 1
    return sum(value**4 for value in excess.values())


def test_evening_out_a_contestant_that_never_moves() -> None:
    rounds = full_rounds(12)
    evened = even_out_directions(12, rounds)
    assert [contestant for contestant in range(12) if all_north(rounds, contestant)] == [11]
    assert [contestant for contestant in range(12) if all_north(evened, contestant)] == []


def all_north(rounds: Rounds, contestant: int) -> bool:
    return all(any(match[0] == contestant for match in matches) for matches in rounds)
