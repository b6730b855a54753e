"""What a championship's record says, as plain values that `replay` makes from the events."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tournament.integrity.fold import Fold
from tournament.models.places import HandPlace, TablePlace

AttachedTo = tuple[HandPlace, int, int]
"""A record of play that a ruling rests on: the hand, the version of its result, and its number."""


@dataclass(slots=True)
class RecordedDealSet:
    """A deal set as it was made, with what became of it; `commitments` are all that were told."""

    number: int
    deals_before: int
    deals: int
    commitments: set[str] = field(default_factory=set)
    salt: str = ""
    spares_used: int = 0


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand that was played on phones: how many acts it took to its end, and their digest."""

    acts: int
    digest: str


@dataclass(slots=True)
class RecordedSeat:
    """What the record tells of a phone at a seat; it knows the phone by its mark alone."""

    seat: str
    phone: str
    saw_cards: bool = False
    freed: bool = False
    freed_by: str = ""
    another_allowed: bool = False


@dataclass(slots=True)
class RecordedSpeaker:
    """That a phone spoke about a hand: for the pair or the player of that number, and how."""

    contestant: int
    by_link: bool
    another_allowed: bool = False


@dataclass(slots=True)
class Replay:
    """What the record says up to its last event: the `rows`, and what they don't tell.

    `spare_deals` are the deal sets, and the numbers in them, of the hands that were exchanged, by
    their numbers.
    """

    rows: Fold = field(default_factory=Fold)
    deal_sets: dict[int, RecordedDealSet] = field(default_factory=dict)
    spare_deals: dict[int, tuple[int, int]] = field(default_factory=dict)
    plays: dict[AttachedTo, str] = field(default_factory=dict)
    """The digests of records of play that rulings rest on."""
    hands_played: dict[HandPlace, RecordedHand] = field(default_factory=dict)
    """Hands that ended on phones, as they were told last."""
    over: set[HandPlace] = field(default_factory=set)
    """The hands that have ended on phones, without those that a card given back has opened."""
    set_aside: set[HandPlace] = field(default_factory=set)
    """The hands whose play a referee has set aside, and has not let count again."""
    unplayed: set[tuple[HandPlace, int]] = field(default_factory=set)
    """Versions of results that were entered while their hand was to be played on phones."""
    seats: dict[TablePlace, list[RecordedSeat]] = field(default_factory=dict)
    """Who sat down at a table with a phone since its round was opened, in this installation."""
    phones: Counter[tuple[TablePlace, str]] = field(default_factory=Counter)
    """The phones that were opened with a table's code since then, by their marks."""
    speakers: dict[tuple[HandPlace, str], RecordedSpeaker] = field(default_factory=dict)
    """The phones that spoke about hands since then, by their marks."""
