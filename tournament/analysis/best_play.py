"""Best play, card by card: the best of several values, and how a line is stored.

Values are the points of the makers in the whole hand, as far as they are known: the makers want
them high and the others low. A line is stored as JSON, one pair for each card: the
card, and what every legal card was worth there, as a number or two bounds:

    [["9O", {"9O": 44, "AO": [41, 44]}], …]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.errors import CardError
from scoring.game.cards import Card
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.solver import Interval

Values = Mapping[Card, Interval]


@dataclass(frozen=True, slots=True)
class Step:
    """A card of a line, and what every legal card was worth there."""

    card: Card
    values: Values


@dataclass(frozen=True, slots=True)
class Best:
    """The best card; `certain` unless another one, whose value is not known, may be better."""

    card: Card
    certain: bool


def best_of(values: Values, *, for_makers: bool) -> Best:
    """Return the best card for the makers or the others; of equals the one that gives away
    least."""

    def worth(card: Card) -> tuple[int, int]:
        low, high = values[card].low, values[card].high
        return (low, high) if for_makers else (-high, -low)

    best = max(sorted(values, key=_gives_away), key=worth)
    others = [value for card, value in values.items() if card != best]
    if for_makers:
        certain = all(value.high <= values[best].low for value in others)
    else:
        certain = all(value.low >= values[best].high for value in others)
    return Best(best, certain)


def _gives_away(card: Card) -> tuple[int, int, int]:
    return card.points, card.rank.strength, card.position


def write_line(steps: tuple[Step, ...]) -> list[object]:
    """Return the line as JSON."""
    return [
        [str(step.card), {str(card): _written(value) for card, value in step.values.items()}]
        for step in steps
    ]


def _written(value: Interval) -> object:
    return value.low if value.is_exact else [value.low, value.high]


def read_line(kept: object) -> tuple[Step, ...]:
    """Return a line from JSON, as far as it makes sense: it may have been in anybody's hands."""
    steps: list[Step] = []
    for one in kept if isinstance(kept, list) else ():
        step = _step(one)
        if step is None:
            break
        steps.append(step)
    return tuple(steps)


def _step(one: Any) -> Step | None:
    try:
        name, values = one
        read = {Card.parse(other): _read(value) for other, value in values.items()}
        card = Card.parse(name)
    except (CardError, TypeError, ValueError, AttributeError):
        return None
    return Step(card, read) if card in read else None


def _read(value: Any) -> Interval:
    low, high = value if isinstance(value, list) else (value, value)
    if type(low) is not int or type(high) is not int or not 0 <= low <= high <= POINTS_IN_A_HAND:
        raise ValueError(value)
    return Interval(low, high)
