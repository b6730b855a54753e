"""Hands that were exchanged for spare deals, by the record, and the deal that each hand is.

The record is asked, and not the rounds: a schedule that is made after an exchange, in a venue that
had none then, plays the exchanged hands too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournament.deals.numbering import planned_place
from tournament.models import Action, Championship, DealSet


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange of a round's hands: `places` are their new numbers in the deal set."""

    round: int
    deal_set: int
    places: Mapping[int, int]
    reason: str
    sequence: int
    """Number of the exchange's event in the record."""


def exchanges_of(championship: Championship) -> tuple[Exchange, ...]:
    """Return the exchanges of a championship in their order; 1 query."""
    events = championship.events.filter(action=Action.HANDS_EXCHANGED).order_by("sequence")
    found = []
    for one in events:
        assert one.round is not None, "an exchange is of a round"
        found.append(exchange_told(one.round, one.after, reason=one.reason, sequence=one.sequence))
    return tuple(found)


def exchange_told(round: int, after: object, *, reason: str, sequence: int) -> Exchange:
    """Return the exchange of an event, from its round and its content after the act."""
    assert isinstance(after, dict)
    places = {int(hand): place for hand, place in after["spare_deals"].items()}
    return Exchange(round, after["deal_set"], places, reason, sequence)


def places_now(
    championship: Championship, hands: Collection[int]
) -> dict[int, tuple[DealSet, int]]:
    """Return the deal set of each of these hands, and its number in it; 2 queries.

    Hands for which no set has a deal left are not in it. The keys are not read.
    """
    sets = list(championship.deal_sets.order_by("number").defer("key"))
    by_number = {one.number: one for one in sets}
    moved = {
        hand: (by_number[one.deal_set], place)
        for one in exchanges_of(championship)
        for hand, place in one.places.items()
    }
    found = {hand: moved.get(hand) or planned_place(sets, hand) for hand in hands}
    return {hand: place for hand, place in found.items() if place is not None}


def places_ever(
    championship: Championship, hands: Collection[int]
) -> dict[int, set[tuple[int, int]]]:
    """Return each hand's present and former places: sets and numbers in them; 2 queries."""
    sets = list(championship.deal_sets.order_by("number").defer("key"))
    found: dict[int, set[tuple[int, int]]] = {}
    for hand in hands:
        planned = planned_place(sets, hand)
        found[hand] = set() if planned is None else {(planned[0].number, planned[1])}
    for one in exchanges_of(championship):
        for hand, place in one.places.items():
            if hand in found:
                found[hand].add((one.deal_set, place))
    return found
