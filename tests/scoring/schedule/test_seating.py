"""Late contestants and fixed tables."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScheduleError, ScheduleFault
from scoring.schedule.plan import Pairing, RoundPlan, Schedule
from scoring.schedule.round_robin import round_robin
from scoring.schedule.seating import TableConflict, place_at_tables, seat_late_contestant
from tests.examples import examples
from tests.scoring.schedule.counting import sum_of_squares


@given(st.sampled_from([3, 5, 7, 9, 11, 13, 15]), st.data())
@settings(max_examples=examples(40), deadline=None)
def test_a_late_contestant_takes_the_rest(contestants: int, data: st.DataObject) -> None:
    schedule = round_robin(contestants)
    start = data.draw(st.integers(1, contestants))
    late = contestants + 1
    seated = seat_late_contestant(schedule, contestant=late, from_round=start)
    seated.validate()
    assert seated.contestants == late
    assert seated.rounds[: start - 1] == schedule.rounds[: start - 1]
    for before, after in zip(schedule.rounds[start - 1 :], seated.rounds[start - 1 :], strict=True):
        assert after.pairings[:-1] == before.pairings
        assert set(after.pairings[-1]) == {before.rest, late}
        assert after.rest is None


def surpluses(schedule: Schedule) -> dict[int, int]:
    """By contestant, how much more often it sits N–S than E–W."""
    found = dict.fromkeys(range(1, schedule.contestants + 1), 0)
    for plan in schedule.rounds:
        for match in plan.pairings:
            found[match.ns] += 1
            found[match.ew] -= 1
    return found


@pytest.mark.parametrize("contestants", [3, 5, 7, 9, 11, 13, 15, 23, 41])
def test_a_late_contestant_sits_as_evenly_as_anybody(contestants: int) -> None:
    """Among 7, from the second round on, it sat N–S six times of six."""
    for start in range(1, contestants + 1, 1 if contestants < 20 else 7):
        seated = seat_late_contestant(
            round_robin(contestants), contestant=contestants + 1, from_round=start
        )
        assert abs(surpluses(seated)[contestants + 1]) <= 1


@given(st.sampled_from([5, 7, 9, 11]), st.data())
@settings(max_examples=examples(25), deadline=None)
def test_no_match_of_a_late_contestant_is_better_turned(
    contestants: int, data: st.DataObject
) -> None:
    """One alone, nor two at a time: directions of all count first, then the balance."""
    start = data.draw(st.integers(1, contestants))
    late = contestants + 1
    seated = seat_late_contestant(round_robin(contestants), contestant=late, from_round=start)

    def weight(schedule: Schedule) -> tuple[int, int]:
        squares = sum(one * one for one in surpluses(schedule).values())
        return squares, sum_of_squares(schedule.rounds, late)

    least = weight(seated)
    indexes = range(start - 1, contestants)
    for change in (*combinations(indexes, 1), *combinations(indexes, 2)):
        rounds = list(seated.rounds)
        for index in change:
            *others, own = rounds[index].pairings
            turned = (*others, Pairing(own.ew, own.ns))
            rounds[index] = RoundPlan(rounds[index].number, turned)
        other = Schedule(late, tuple(rounds))
        assert abs(surpluses(other)[late]) > 1 or weight(other) >= least


def test_eleven_become_twelve() -> None:
    seated = seat_late_contestant(round_robin(11), contestant=12, from_round=1)
    assert len({frozenset(m) for plan in seated.rounds for m in plan.pairings}) == 66


def test_a_late_contestant_avoids_whom_it_has_met() -> None:
    """After a withdrawal the same contestant may rest twice; the late one meets it once."""
    schedule = Schedule(
        3,
        (
            RoundPlan(1, (Pairing(1, 2),), 3),
            RoundPlan(2, (), 3),
            RoundPlan(3, (Pairing(3, 1),)),
        ),
    )
    seated = seat_late_contestant(schedule, contestant=4, from_round=1)
    assert [len(plan.pairings) for plan in seated.rounds] == [2, 0, 1]
    assert [plan.rest for plan in seated.rounds] == [None, 3, 4]


@pytest.mark.parametrize(("contestants", "start"), [(12, 1), (11, 12)])
def test_without_a_rest_there_is_no_place(contestants: int, start: int) -> None:
    with pytest.raises(ScheduleError) as raised:
        seat_late_contestant(round_robin(contestants), contestant=contestants + 1, from_round=start)
    assert raised.value.faults[0].fault is ScheduleFault.NO_REST


def test_a_late_contestant_takes_the_next_number() -> None:
    with pytest.raises(ScheduleError) as raised:
        seat_late_contestant(round_robin(11), contestant=14, from_round=2)
    assert raised.value.faults[0].fault is ScheduleFault.UNKNOWN_CONTESTANT
    assert raised.value.faults[0].contestants == (14,)


@st.composite
def rooms(draw: st.DrawFn) -> tuple[Schedule, int, dict[int, int]]:
    contestants = draw(st.integers(3, 12))
    schedule = round_robin(contestants)
    tables = contestants // 2 + draw(st.integers(0, 2))
    who = draw(st.lists(st.integers(1, contestants), unique=True, max_size=tables))
    where = draw(st.permutations(range(1, tables + 1)))
    kept = [
        RoundPlan(plan.number, plan.pairings[: draw(st.integers(0, contestants // 2))])
        for plan in schedule.rounds
    ]
    rounds = draw(st.sampled_from([schedule.rounds, tuple(kept)]))
    return Schedule(contestants, rounds), tables, dict(zip(who, where, strict=False))


@given(rooms())
@settings(deadline=None)
def test_tables(drawn: tuple[Schedule, int, dict[int, int]]) -> None:
    """No table has two matches, none is without; fixed contestants stay, others keep free
    tables."""
    schedule, tables, fixed = drawn
    placed = place_at_tables(schedule.rounds, tables, fixed)
    conflicts = set()
    for plan, row in zip(schedule.rounds, placed.rounds, strict=True):
        assert len(row) == len(set(row)) == len(plan.pairings)
        assert set(row) <= set(range(1, tables + 1))
        requested = set()
        for match, table in zip(plan.pairings, row, strict=True):
            wanted = sorted(
                (fixed[contestant], contestant) for contestant in match if contestant in fixed
            )
            if wanted:
                assert table == wanted[0][0]
                requested.add(table)
            if len(wanted) == 2:
                (_, stays), (_, moves) = wanted
                conflicts.add(TableConflict(plan.number, table, stays, moves))
        for place, (match, table) in enumerate(zip(plan.pairings, row, strict=True), start=1):
            if not set(match) & fixed.keys() and place not in requested:
                assert table == place
    assert set(placed.conflicts) == conflicts


def test_without_fixed_tables_the_plan_stands() -> None:
    placed = place_at_tables(round_robin(12).rounds, 6, {})
    assert set(placed.rounds) == {(1, 2, 3, 4, 5, 6)}
    assert placed.conflicts == ()


def test_two_matches_change_places() -> None:
    rounds = [RoundPlan(1, (Pairing(1, 2), Pairing(3, 4), Pairing(5, 6)))]
    assert place_at_tables(rounds, 3, {6: 1}).rounds == ((3, 2, 1),)


def test_two_fixed_contestants_meet_at_the_lower_table() -> None:
    rounds = [RoundPlan(4, (Pairing(1, 2), Pairing(3, 4)))]
    placed = place_at_tables(rounds, 2, {4: 2, 3: 1})
    assert placed.rounds == ((2, 1),)
    assert placed.conflicts == (TableConflict(4, table=1, stays=3, moves=4),)


def test_faults_of_tables_are_all_listed() -> None:
    rounds = [RoundPlan(1, (Pairing(1, 2), Pairing(3, 4), Pairing(5, 6)))]
    with pytest.raises(ScheduleError) as raised:
        place_at_tables(rounds, 2, {1: 2, 3: 2, 5: 3})
    assert [(fault.fault, fault.contestants, fault.table) for fault in raised.value.faults] == [
        (ScheduleFault.UNKNOWN_TABLE, (5,), 3),
        (ScheduleFault.SHARED_TABLE, (1, 3), 2),
        (ScheduleFault.TABLES, (), None),
    ]
