"""What a rehearsal may be played from, and the chance in it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.tournament.rehearsal.rehearsed import plan
from tournament.core.errors import UserError
from tournament.rehearsal.championship import made_up_pairs
from tournament.rehearsal.plan import Plan, as_recorded, from_record


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"contestants": 2}, "contestants"),
        ({"contestants": 201}, "contestants"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 4}, "rounds"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**53}, "seed"),
        ({"mistakes": Fraction(-1, 2)}, "mistakes"),
        ({"mistakes": Fraction(3, 2)}, "mistakes"),
        ({"minutes": 0}, "minutes"),
        ({"minutes": 601}, "minutes"),
        ({"rounds": 1, "events": True}, "events"),
        ({"contestants": 3, "events": True}, "events"),
        ({"contestants": 200, "events": True}, "events"),
    ],
)
def test_nonsense_is_refused_and_the_option_named(values: dict[str, Any], field: str) -> None:
    with pytest.raises(UserError) as refused:
        plan(**values)
    assert refused.value.field == field


def test_as_many_rounds_as_meet_everybody_once() -> None:
    assert Plan(contestants=3, rounds=3).rounds == 3
    assert Plan(contestants=200, rounds=199).rounds == 199


def test_what_is_drawn_depends_on_the_seed_and_on_what_it_is_for() -> None:
    def drawn(one: Plan, *what: object) -> list[int]:
        chance = one.chance(*what)
        return [chance.below(1000) for _ in range(5)]

    assert drawn(plan(), "a", 1) == drawn(plan(), "a", 1)
    assert drawn(plan(), "a", 1) != drawn(plan(), "a", 2)
    assert drawn(plan(), "a", 1) != drawn(plan(seed=8), "a", 1)
    assert plan().key == plan().key != plan(seed=8).key
    assert len(plan().key) == 32


def test_the_record_holds_what_is_needed_to_go_on() -> None:
    made = plan(mistakes=Fraction(1, 20), minutes=40)
    assert from_record(as_recorded(made)) == made


def test_nobody_is_in_two_pairs_and_more_pairs_begin_alike() -> None:
    rows = made_up_pairs(plan(), 201)
    people = [name for row in rows for name in row.players]
    assert len(set(people)) == len(people) == 402
    assert made_up_pairs(plan(), 5) == rows[:5]
    assert made_up_pairs(plan(seed=8), 5) != rows[:5]
