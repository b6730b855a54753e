"""The rounds of a league: complete, and as often at home as away."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScheduleError
from scoring.schedule.league import double_length, league_rounds
from scoring.schedule.plan import full_length


@given(st.integers(3, 40))
def test_everybody_meets_everybody_at_home_and_away(contestants: int) -> None:
    rounds = league_rounds(contestants, double_length(contestants))
    met = Counter(tuple(match) for one in rounds for match in one.pairings)
    everybody = range(1, contestants + 1)
    assert met == Counter((one, other) for one in everybody for other in everybody if one != other)
    for number, one in enumerate(rounds, start=1):
        playing = [contestant for match in one.pairings for contestant in match]
        resting = [] if one.rest is None else [one.rest]
        assert sorted(playing + resting) == list(everybody)
        assert one.number == number


@given(st.integers(3, 40))
def test_in_the_first_half_home_and_away_are_even(contestants: int) -> None:
    rounds = league_rounds(contestants, full_length(contestants))
    home = Counter(match.ns for one in rounds for match in one.pairings)
    away = Counter(match.ew for one in rounds for match in one.pairings)
    assert all(abs(home[one] - away[one]) <= 1 for one in range(1, contestants + 1))


@given(st.integers(4, 40))
def test_few_are_at_home_or_away_three_times_running(contestants: int) -> None:
    rounds = league_rounds(contestants, full_length(contestants))
    where = dict.fromkeys(range(1, contestants + 1), "")
    for planned in rounds:
        for match in planned.pairings:
            where[match.ns] += "H"
            where[match.ew] += "A"
    assert not [one for one in where.values() if "HHH" in one or "AAA" in one]


def test_four_meet_in_six_rounds() -> None:
    told = [[tuple(match) for match in one.pairings] for one in league_rounds(4, 6)]
    assert told == [
        [(1, 4), (2, 3)],
        [(4, 2), (3, 1)],
        [(3, 4), (1, 2)],
        [(4, 1), (3, 2)],
        [(2, 4), (1, 3)],
        [(4, 3), (2, 1)],
    ]


@pytest.mark.parametrize("contestants", [2, 201])
def test_too_few_or_too_many_are_refused(contestants: int) -> None:
    with pytest.raises(ScheduleError):
        league_rounds(contestants, 3)
