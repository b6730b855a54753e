"""Best play: which of several cards, and how a line is kept."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game.cards import Card
from scoring.solver import Interval
from tournament.analysis.best_play import Best, Step, best_of, read_line, write_line


def values(**told: Any) -> dict[Card, Interval]:
    return {
        Card.parse(name): Interval(*value) if isinstance(value, tuple) else Interval(value, value)
        for name, value in told.items()
    }


def best(card: str, *, certain: bool = True) -> Best:
    return Best(Card.parse(card[0] + card[1]), certain)


def values_of(told: dict[str, Any]) -> dict[Card, Interval]:
    return values(**told)


@pytest.mark.parametrize(
    ("told", "makers", "others"),
    [
        ({"AO": 40, "RC": 44, "SE": 41}, best("RC"), best("AO")),
        # Among equals the card that counts least comes first, then the lowest.
        ({"AO": 44, "SO": 44, "RO": 44}, best("SO"), best("SO")),
        ({"8O": 44, "2C": 44}, best("2C"), best("2C")),
        # A value that is not known may be better, or can't be.
        ({"AO": (40, 50), "RO": 44}, best("RO", certain=False), best("RO", certain=False)),
        ({"AO": (40, 44), "RO": 44}, best("RO"), best("AO")),
        ({"AO": (44, 50), "RO": 44}, best("AO"), best("RO")),
        ({"AO": (40, 50)}, best("AO"), best("AO")),
    ],
)
def test_makers_want_points_and_the_others_dont(
    told: dict[str, Any], makers: Best, others: Best
) -> None:
    assert best_of(values_of(told), for_makers=True) == makers
    assert best_of(values_of(told), for_makers=False) == others


STEPS = (
    Step(Card.parse("9O"), values_of({"9O": 44, "AO": (41, 44)})),
    Step(Card.parse("2C"), values_of({"2C": 44})),
)


def test_a_line_is_read_as_it_was_written() -> None:
    assert write_line(STEPS) == [["9O", {"9O": 44, "AO": [41, 44]}], ["2C", {"2C": 44}]]
    assert read_line(write_line(STEPS)) == STEPS
    assert read_line(write_line(())) == ()


@pytest.mark.parametrize(
    "spoilt",
    [
        None,
        0,
        "9O",
        {},
        ["2C"],
        ["2C", {"AC": 44}],
        ["2C", {"2C": 73}],
        ["2C", {"2C": -1}],
        ["2C", {"2C": 44.0}],
        ["2C", {"2C": True}],
        ["2C", {"2C": "44"}],
        ["2C", {"2C": [44, 41]}],
        ["2C", {"2C": [44]}],
        ["2C", {"2C": None}],
        ["XX", {"XX": 44}],
        [2, {"2C": 44}],
        ["2C", 44],
        ["2C", {"2C": 44}, 1],
    ],
)
def test_a_line_from_anywhere_is_read_as_far_as_it_makes_sense(spoilt: object) -> None:
    """A restored database may hold what nobody here wrote."""
    assert read_line(spoilt) == ()
    kept = write_line(STEPS[:1])
    assert read_line([*kept, spoilt, *kept]) == STEPS[:1]
