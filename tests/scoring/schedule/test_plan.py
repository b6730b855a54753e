"""Rounds and schedules: their balance, and every fault they can have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScheduleError, ScheduleFault
from scoring.schedule.plan import Balance, Pairing, RoundPlan, Schedule, balance_of
from scoring.schedule.round_robin import round_robin
from tests.scoring.schedule.counting import c_of_pairs


def plan(number: int, *matches: tuple[int, int], rest: int | None = None) -> RoundPlan:
    return RoundPlan(number, tuple(Pairing(ns, ew) for ns, ew in matches), rest)


@st.composite
def loose_rounds(draw: st.DrawFn) -> tuple[int, list[RoundPlan]]:
    """Rounds as a day leaves them: contestants missing, some resting, no care about who met
    whom."""
    contestants = draw(st.integers(3, 9))
    rounds = []
    for number in range(1, draw(st.integers(1, 8)) + 1):
        order = draw(st.permutations(range(1, contestants + 1)))
        tables = draw(st.integers(0, contestants // 2))
        matches = [(order[2 * table], order[2 * table + 1]) for table in range(tables)]
        rest = order[-1] if 2 * tables < contestants else None
        rounds.append(plan(number, *matches, rest=rest))
    return contestants, rounds


@given(loose_rounds())
def test_balance_is_what_counting_gives(drawn: tuple[int, list[RoundPlan]]) -> None:
    contestants, rounds = drawn
    c = c_of_pairs(rounds, contestants).values()
    assert balance_of(rounds, contestants) == Balance(
        max=max(map(abs, c)),
        zero_pairs=sum(value == 0 for value in c),
        possible_zero_pairs=sum(value % 2 == 0 for value in c),
        pairs=contestants * (contestants - 1) // 2,
        sum_of_squares=sum(value * value for value in c),
    )


def test_balance_of_one_round() -> None:
    """1 and 3, and 2 and 4, are compared; 1 and 4, and 2 and 3, sit opposite; 5 rests."""
    assert balance_of([plan(1, (1, 2), (3, 4), rest=5)], 5) == Balance(1, 6, 6, 10, 4)


@pytest.mark.parametrize(("contestants", "rounds", "possible"), [(14, 5, 35), (14, 4, 63)])
def test_no_more_can_be_at_0_than_have_an_even_number_of_rounds(
    contestants: int, rounds: int, possible: int
) -> None:
    """In an odd number of rounds only those that meet, in an even one only those that don't."""
    balance = round_robin(contestants, rounds).balance
    assert balance.possible_zero_pairs == possible
    assert balance.zero_pairs <= possible
    assert balance.sum_of_squares >= balance.least_sum_of_squares == 91 - possible


def test_a_perfectly_balanced_plan_has_all_that_is_possible() -> None:
    balance = round_robin(12).balance
    assert balance.zero_pairs == balance.possible_zero_pairs == balance.pairs
    assert balance.least_sum_of_squares == 0


def test_ns_counts_name_every_contestant() -> None:
    schedule = Schedule(5, (plan(1, (1, 2), (3, 4), rest=5), plan(2, (1, 3), (5, 2), rest=4)))
    assert schedule.ns_counts == {1: 2, 2: 0, 3: 1, 4: 0, 5: 1}


def faults_of(schedule: Schedule) -> list[tuple[ScheduleFault, int | None, tuple[int, ...]]]:
    with pytest.raises(ScheduleError) as raised:
        schedule.validate()
    return [(fault.fault, fault.round, fault.contestants) for fault in raised.value.faults]


def test_sound_schedules_pass() -> None:
    for contestants, rounds in ((3, None), (12, None), (13, None), (13, 4)):
        round_robin(contestants, rounds).validate()


def test_all_faults_are_listed() -> None:
    schedule = Schedule(
        4,
        (
            plan(1, (1, 2), (3, 4)),
            plan(3, (2, 1), (3, 5)),
            plan(3, (1, 3), (1, 4), rest=4),
        ),
    )
    assert faults_of(schedule) == [
        (ScheduleFault.ROUND_NUMBER, 3, ()),
        (ScheduleFault.CONTESTANT_MISSING, 2, (4,)),
        (ScheduleFault.UNKNOWN_CONTESTANT, 2, (5,)),
        (ScheduleFault.CONTESTANT_TWICE, 3, (1,)),
        (ScheduleFault.CONTESTANT_MISSING, 3, (2,)),
        (ScheduleFault.CONTESTANT_TWICE, 3, (4,)),
        (ScheduleFault.MET_TWICE, 2, (2, 1)),
    ]


def test_faults_are_sentences() -> None:
    with pytest.raises(ScheduleError) as raised:
        Schedule(4, (plan(1, (1, 2), (3, 4)), plan(2, (2, 1), (3, 4)))).validate()
    assert [str(fault) for fault in raised.value.faults] == [
        "round 2: 2 and 1 have met in round 1",
        "round 2: 3 and 4 have met in round 1",
    ]


@pytest.mark.parametrize("contestants", [2, 201])
def test_number_of_contestants_is_a_fault(contestants: int) -> None:
    assert faults_of(Schedule(contestants, ())) == [(ScheduleFault.CONTESTANTS, None, ())]


def test_a_contestant_may_join_late() -> None:
    rounds = (plan(1, (1, 2), rest=3), plan(2, (1, 3), (2, 4)))
    Schedule(4, rounds, joined=((4, 2),)).validate()
    assert faults_of(Schedule(4, rounds)) == [(ScheduleFault.CONTESTANT_MISSING, 1, (4,))]
