"""Places in a championship as data, and the columns that they are stored in.

A place has one way into columns (`columns_of`) and one way back (`place_of`). Which columns belong
together is said once, by the fields of the classes below. Rounds and deals are numbered once in a
championship, so a place names no stage.

    >>> columns_of(HandPlace(3, 2, 10))
    {'round': 3, 'table': 2, 'deal': 10, 'contestant': None, 'correction_request': None, 'ruling':
    None}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.game.seats import Party

COLUMNS = ("round", "table", "deal", "contestant", "correction_request", "ruling")
"""The columns of a place, in the order in which it is told."""


@dataclass(frozen=True, slots=True, order=True)
class RoundPlace:
    """A round."""

    round: int


@dataclass(frozen=True, slots=True, order=True)
class TablePlace:
    """A table in a round: a match."""

    round: int
    table: int


@dataclass(frozen=True, slots=True, order=True)
class HandPlace:
    """A hand at a table, or what else a result of its match is about, by its number."""

    round: int
    table: int
    deal: int


@dataclass(frozen=True, slots=True, order=True)
class CorrectionRequestPlace:
    """A correction request about a hand at a table, by its number in the championship."""

    round: int
    table: int
    deal: int
    correction_request: int

    @property
    def hand(self) -> HandPlace:
        return HandPlace(self.round, self.table, self.deal)


@dataclass(frozen=True, slots=True, order=True)
class HallTablePlace:
    """A table of the hall, with any contestants."""

    table: int


@dataclass(frozen=True, slots=True, order=True)
class ContestantPlace:
    """A pair, by its number."""

    contestant: int


@dataclass(frozen=True, slots=True, order=True)
class HandRulingPlace:
    """A ruling, by its number in the championship, on a hand at all tables."""

    round: int
    deal: int
    ruling: int


@dataclass(frozen=True, slots=True, order=True)
class ContestantRulingPlace:
    """A ruling, by its number in the championship, on a pair."""

    contestant: int
    ruling: int


RulingPlace = HandRulingPlace | ContestantRulingPlace
Place = (
    RoundPlace
    | TablePlace
    | HandPlace
    | CorrectionRequestPlace
    | HallTablePlace
    | ContestantPlace
    | HandRulingPlace
    | ContestantRulingPlace
)
KINDS: tuple[type[Place], ...] = (
    RoundPlace,
    TablePlace,
    HandPlace,
    CorrectionRequestPlace,
    HallTablePlace,
    ContestantPlace,
    HandRulingPlace,
    ContestantRulingPlace,
)
_KIND_OF: Mapping[tuple[str, ...], type[Place]] = {kind.__match_args__: kind for kind in KINDS}


def coordinates(place: Place) -> dict[str, int]:
    """Return the columns that a place fills: `HandPlace(3, 2, 10)` → round 3, table 2, deal 10."""
    return {name: getattr(place, name) for name in place.__match_args__}


def columns_of(place: Place | None) -> dict[str, int | None]:
    """Return all columns of a place; none is filled for None, which is no place."""
    return {**dict.fromkeys(COLUMNS), **(coordinates(place) if place else {})}


def place_of(columns: Mapping[str, int | None]) -> Place | None:
    """Return the place that `columns_of` wrote. Raises `ValueError` for columns of no place."""
    filled = {name: value for name in COLUMNS if (value := columns[name]) is not None}
    if not filled:
        return None
    kind = _KIND_OF.get(tuple(filled))
    if kind is None or min(filled.values()) < 1:
        raise ValueError(f"no place: {filled}")
    return kind(**filled)


@dataclass(frozen=True, slots=True)
class ActedBy:
    """An actor as stored: a name, and numbers where a link of a table or a pair was used.

    A table's link is known by `table` and `side`, with the pair that sits there; a pair's own link
    by `contestant` alone. A person has neither. Where everybody plays alone `side` is a seat.
    """

    name: str
    contestant: int | None = None
    table: int | None = None
    side: Party | None = None
