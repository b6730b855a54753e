"""Conversion of a `Position` to the numbers that the compiled search works on."""

from collections.abc import Iterable

from scoring.game.announcements import Denomination
from scoring.game.card_sets import COUNTING, CardSet, cards_in
from scoring.game.cards import Card, Suit
from scoring.game.seats import Seat
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from scoring.solver.compiler import compiled
from scoring.solver.memory import (
    CANONICAL,
    CARD_POINTS,
    KILLERS,
    MOVES,
    ON_TABLE,
    TRUMP,
    VARIANT,
    Memory,
)
from scoring.solver.moves import RANKS, SPOT_BITS, SUIT, SUITS, VARIANTS

_SETS = 1 << SPOT_BITS


@compiled
def write_canonical(memory: Memory) -> None:
    """Write which spot cards stand for which, for the hands in `memory`. Compiled.

    Of cards that count nothing it only matters in whose hands they lie, and in which order. For
    each suit and each set of its spot cards that may be left, `memory` gets the lowest set in which
    the same hands hold as many cards in the same order.
    """
    for suit in range(4):
        for spots in range(_SETS):
            memory[CANONICAL + suit * _SETS + spots] = _standing(memory, suit, spots)


@compiled
def _standing(memory: Memory, suit: int, spots: int) -> int:
    found = at = 0
    for bit in range(SPOT_BITS):
        if spots >> bit & 1:
            holder = _holder(memory, suit * RANKS + bit)
            while at < SPOT_BITS and _holder(memory, suit * RANKS + at) != holder:
                at += 1
            found |= 1 << at
            at += 1
    return found


@compiled
def _holder(memory: Memory, index: int) -> int:
    """Return the number of the seat that holds the card, -1 for none."""
    for seat in range(4):
        if memory[seat] >> index & 1:
            return seat
    return -1


_TURNED = tuple(int(f"{cards:0{RANKS}b}"[::-1], 2) for cards in range(1 << RANKS))
"""Sets of cards of one suit, with the lowest bit for the lowest card instead of the highest."""

SEAT_NUMBER = {seat: number for number, seat in enumerate(Seat)}


def bit_of(card: Card) -> int:
    """Return the bit that stands for the card in the search."""
    return 1 << _index_of(card)


def bits_of(cards: CardSet) -> int:
    """Return the bits for a set of `scoring.game.card_sets`."""
    return sum(
        _TURNED[cards >> first & SUIT] << first for first in range(0, RANKS * len(SUITS), RANKS)
    )


def suit_of_trumps(trump: Denomination) -> int:
    """Return the bits of the trumps, 0 for botifarra."""
    return 0 if trump is Denomination.BOTIFARRA else SUITS[Suit(trump.value).position]


def points_in_play(position: Position) -> int:
    """Return the points of the cards in the hands and on the table."""
    held = position.hands[0] | position.hands[1] | position.hands[2] | position.hands[3]
    return sum(card.points for card in (*cards_in(held & COUNTING), *position.trick.cards))


def begin(memory: Memory, hands: Iterable[CardSet]) -> None:
    """Write down what holds for all positions that come from these hands."""
    for seat, hand in enumerate(hands):
        memory[seat] = bits_of(hand)
    write_canonical(memory)


def write(memory: Memory, position: Position, variant: PlayVariant) -> None:
    """Write the position down for the search, without a limit or an age.

    A card on the table still counts as held, by whoever played it. The table stays as it is, and so
    does what `begin` wrote.
    """
    memory[:CANONICAL] = 0
    memory[KILLERS:MOVES] = 0
    hands = [bits_of(hand) for hand in position.hands]
    for place, card in enumerate(position.trick.cards):
        hands[SEAT_NUMBER[position.trick.seat_of(place)]] |= bit_of(card)
        memory[ON_TABLE + place] = _index_of(card)
    memory[: len(hands)] = hands
    memory[TRUMP] = suit_of_trumps(position.trump)
    memory[VARIANT] = VARIANTS[variant]
    memory[CARD_POINTS] = points_in_play(position)


def _index_of(card: Card) -> int:
    return card.suit.position * RANKS + card.rank.strength - 1
