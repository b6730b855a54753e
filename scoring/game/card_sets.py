"""Sets of cards as numbers of 48 bits, for fast questions about hands.

Bit `Card.position` stands for a card, so that within a suit the lower bit is the higher card, and
the set operations are those of integers: `&`, `|`, `& ~`. `Card` is the public form; these sets
are for the modules that follow the play card by card.
"""

from collections.abc import Iterable

from scoring.game.cards import PACK, Card, Rank, Suit

CardSet = int

ALL_CARDS: CardSet = (1 << len(PACK)) - 1


def set_of(cards: Iterable[Card]) -> CardSet:
    """Return the set of those cards."""
    cards_held = 0
    for card in cards:
        cards_held |= 1 << card.position
    return cards_held


def cards_in(cards: CardSet) -> tuple[Card, ...]:
    """Return the cards of the set in canonical order: the inverse of `set_of`."""
    found = []
    while cards:
        lowest_bit = cards & -cards
        found.append(PACK[lowest_bit.bit_length() - 1])
        cards ^= lowest_bit
    return tuple(found)


SUITS: dict[str, CardSet] = {
    suit.value: set_of(card for card in PACK if card.suit is suit) for suit in Suit
}
"""The twelve cards of each suit, by its letter (a `Suit` is its letter)."""

COUNTING: CardSet = set_of(card for card in PACK if card.points)
"""Manilles, aces, kings, horses and jacks."""

_HIGHER = tuple(
    sum(1 << at for at in range(position - position % len(Rank), position))
    for position in range(len(PACK))
)


def higher_cards(card: Card) -> CardSet:
    """Return the cards of the same suit that beat it."""
    return _HIGHER[card.position]


def lowest_of_each_suit(cards: CardSet) -> CardSet:
    """Return the set of the lowest card of each suit that the set holds."""
    lowest = 0
    for suit in SUITS.values():
        held = cards & suit
        if held:
            lowest |= 1 << (held.bit_length() - 1)
    return lowest
