"""What is known of a hand's values: the best calls among them."""

from __future__ import annotations

import pytest

from scoring.game.announcements import Denomination
from scoring.solver import Interval
from tests.tournament.analysis.analyses import value
from tests.tournament.day import Day
from tournament.analysis.queries import hand_worth

pytestmark = pytest.mark.django_db
BOTIFARRA = Denomination.BOTIFARRA


def test_best_call_among_what_is_known_only_in_part(day: Day) -> None:
    """An interval that reaches as high as the best may be the best too."""
    points = {"O": (40, 40), "C": (41, 60), "E": (30, 30), "B": (48, 48), "botifarra": (40, 41)}
    for trump, bounds in points.items():
        value(day, 1, Denomination(trump), *bounds)
    worth = hand_worth(day.stage, 1)
    assert worth.best_score == Interval(12, 24)
    assert worth.best_calls == (Denomination.COPES, Denomination.BASTOS)
    assert not worth.is_exact


def test_all_bad_calls_leave_the_least_bad_one(day: Day) -> None:
    for trump in Denomination:
        value(day, 1, trump, 30 if trump is BOTIFARRA else 26)
    worth = hand_worth(day.stage, 1)
    assert worth.hand_score(BOTIFARRA) == Interval(-12, -12)
    assert worth.best_score == Interval(-10, -10)
    assert BOTIFARRA not in worth.best_calls
    assert len(worth.best_calls) == 4
