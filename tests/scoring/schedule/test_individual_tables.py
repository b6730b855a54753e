"""Tables of individuals: everybody has a place or rests in turn, and meets as many as can be."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScheduleError, ScheduleFault
from scoring.schedule.individual_tables import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    IndividualRound,
    individual_rounds,
    repeated_meetings,
    table_sizes,
)
from tests.examples import examples


@pytest.mark.parametrize(
    ("players", "fours", "with_threes"),
    [
        (4, (4,), (4,)),
        (5, (4,), (4,)),
        (6, (4,), (3, 3)),
        (7, (4,), (4, 3)),
        (9, (4, 4), (3, 3, 3)),
        (14, (4, 4, 4), (4, 4, 3, 3)),
    ],
)
def test_sizes_of_tables(
    players: int, fours: tuple[int, ...], with_threes: tuple[int, ...]
) -> None:
    assert table_sizes(players) == fours
    assert table_sizes(players, threes=True) == with_threes


@settings(max_examples=examples(40))
@given(st.integers(4, 24), st.integers(1, 4), st.booleans(), st.integers(0, 5))
def test_everybody_sits_at_one_table_or_rests(
    players: int, rounds: int, threes: bool, seed: int
) -> None:
    planned = individual_rounds(players, rounds, threes=threes, seed=seed)
    assert [one.number for one in planned] == list(range(1, rounds + 1))
    for one in planned:
        seated = [player for table in one.tables for player in table]
        assert sorted([*seated, *one.resting]) == list(range(1, players + 1))
        sizes = sorted(map(len, one.tables), reverse=True)
        assert tuple(sizes) == table_sizes(players, threes=threes)


@settings(max_examples=examples(20))
@given(st.integers(4, 11), st.integers(1, 9), st.booleans())
def test_each_rests_once_before_anybody_rests_twice(
    players: int, rounds: int, threes: bool
) -> None:
    rests = dict.fromkeys(range(1, players + 1), 0)
    for one in individual_rounds(players, rounds, threes=threes):
        for player in one.resting:
            rests[player] += 1
        assert max(rests.values()) - min(rests.values()) <= 1


@pytest.mark.parametrize(("players", "rounds"), [(24, 3), (40, 7), (41, 7), (100, 9), (50, 5)])
def test_where_there_is_room_nobody_meets_again(players: int, rounds: int) -> None:
    planned = individual_rounds(players, rounds)
    met = Counter(two for one in planned for table in one.tables for two in combinations(table, 2))
    assert max(met.values()) == 1


@pytest.mark.parametrize(
    ("players", "rounds"), [(16, 5), (20, 5), (28, 7), (32, 9), (36, 9), (44, 11), (64, 17)]
)
def test_lines_of_a_plane_give_many_rounds_without_meeting_again(players: int, rounds: int) -> None:
    for seed in range(3):
        planned = individual_rounds(players, rounds, seed=seed)
        assert len(planned) == rounds
        assert repeated_meetings(planned) == 0
        for one in planned:
            assert sorted(sum(one.tables, ())) == list(range(1, players + 1))
    assert (
        repeated_meetings(individual_rounds(16, 5))
        == 0
        < repeated_meetings(individual_rounds(16, 6))
    )


@pytest.mark.parametrize(("players", "rounds", "most"), [(12, 5, 30), (17, 5, 12), (24, 5, 3)])
def test_where_there_is_little_few_do(players: int, rounds: int, most: int) -> None:
    """At random about 38, 36 and 41 would."""
    assert repeated_meetings(individual_rounds(players, rounds)) <= most


def test_repeated_meetings_are_counted_pair_by_pair() -> None:
    one = IndividualRound(1, ((1, 2, 3, 4),), ())
    other = IndividualRound(2, ((1, 2, 5, 6),), ())
    assert repeated_meetings([one]) == 0
    assert repeated_meetings([one, other, other]) == 1 + 1 + 5


def test_same_seed_plans_the_same_and_another_may_not() -> None:
    assert individual_rounds(16, 3) == individual_rounds(16, 3)
    assert individual_rounds(18, 3) == individual_rounds(18, 3)
    for players in (16, 18):
        assert len({individual_rounds(players, 3, seed=seed) for seed in range(5)}) > 1


@pytest.mark.parametrize(
    ("players", "rounds", "threes", "faults"),
    [
        (3, 1, False, [ScheduleFault.CONTESTANTS]),
        (2, 1, True, [ScheduleFault.CONTESTANTS]),
        (MOST_PLAYERS + 1, 0, False, [ScheduleFault.CONTESTANTS, ScheduleFault.ROUNDS]),
        (8, MOST_ROUNDS + 1, False, [ScheduleFault.ROUNDS]),
    ],
)
def test_other_sizes_are_refused(
    players: int, rounds: int, threes: bool, faults: list[ScheduleFault]
) -> None:
    with pytest.raises(ScheduleError) as caught:
        individual_rounds(players, rounds, threes=threes)
    assert [fault.fault for fault in caught.value.faults] == faults
