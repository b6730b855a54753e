"""State of a championship by its record, as plain values that `replay` makes from the events."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tournament.integrity.fold import Fold
from tournament.models.places import HandPlace, TablePlace

AttachedTo = tuple[HandPlace, int, int]
"""Key of a record of play that a ruling rests on: hand, version of its result, and number."""


@dataclass(slots=True)
class RecordedDealSet:
    """Deal set by the record; `commitments` are all that its events tell."""

    number: int
    deals_before: int
    deals: int
    commitments: set[str] = field(default_factory=set)
    salt: str = ""
    spares_used: int = 0


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """Hand that was played on phones: the number of its acts, and their digest."""

    acts: int
    digest: str


@dataclass(slots=True)
class RecordedSeat:
    """Phone at a seat by the record, which knows the phone by its mark alone."""

    seat: str
    phone: str
    saw_cards: bool = False
    freed: bool = False
    freed_by: str = ""
    another_allowed: bool = False


@dataclass(slots=True)
class RecordedSpeaker:
    """Speaker about a hand: the number of the pair or player for whom a phone spoke, and the
    way."""

    contestant: int
    by_link: bool
    another_allowed: bool = False


@dataclass(slots=True)
class Replay:
    """State by the record up to its last event: the `rows`, and what they don't tell.

    `spare_deals` has, by the number of each exchanged hand, its deal set and its number there.
    """

    rows: Fold = field(default_factory=Fold)
    deal_sets: dict[int, RecordedDealSet] = field(default_factory=dict)
    spare_deals: dict[int, tuple[int, int]] = field(default_factory=dict)
    plays: dict[AttachedTo, str] = field(default_factory=dict)
    """Digests of the records of play that rulings rest on."""
    hands_played: dict[HandPlace, RecordedHand] = field(default_factory=dict)
    """Hands that ended on phones, by their last event."""
    over: set[HandPlace] = field(default_factory=set)
    """Hands that have ended on phones, without those that a card given back has opened again."""
    set_aside: set[HandPlace] = field(default_factory=set)
    """Hands whose play a referee has set aside, and has not let count again."""
    unplayed: set[tuple[HandPlace, int]] = field(default_factory=set)
    """Versions of results that were entered while their hand was to be played on phones."""
    seats: dict[TablePlace, list[RecordedSeat]] = field(default_factory=dict)
    """Phones at the seats of each table since its round was opened, in this installation."""
    phones: Counter[tuple[TablePlace, str]] = field(default_factory=Counter)
    """Number of times that a phone, by its mark, was opened with a table's code since then."""
    speakers: dict[tuple[HandPlace, str], RecordedSpeaker] = field(default_factory=dict)
    """Phones, by their marks, that spoke about hands since then."""
