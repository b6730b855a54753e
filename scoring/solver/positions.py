"""From a `Position` to the numbers that the compiled search works on."""

from functools import lru_cache

from scoring.game.announcements import Denomination
from scoring.game.card_sets import CardSet, cards_in
from scoring.game.cards import Card, Suit
from scoring.game.seats import Seat
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from scoring.solver.memory import CANONICAL, CARD_POINTS, ON_TABLE, TABLE, TRUMP, VARIANT, Memory
from scoring.solver.moves import RANKS, SPOT_BITS, SUITS, VARIANTS

SEAT_NUMBER = {seat: number for number, seat in enumerate(Seat)}


def bit_of(card: Card) -> int:
    """The bit that stands for the card in the search."""
    return 1 << _index_of(card)


def bits_of(cards: CardSet) -> int:
    """The bits for a set of `scoring.game.card_sets`."""
    return sum(map(bit_of, cards_in(cards)))


def suit_of_trumps(trump: Denomination) -> int:
    """The bits of the trumps, 0 for botifarra."""
    return 0 if trump is Denomination.BOTIFARRA else SUITS[Suit(trump.value).position]


def points_in_play(position: Position) -> int:
    """What the cards in the hands and on the table count."""
    held = position.hands[0] | position.hands[1] | position.hands[2] | position.hands[3]
    return sum(card.points for card in (*cards_in(held), *position.trick.cards))


def write(memory: Memory, position: Position, variant: PlayVariant) -> None:
    """Write the position down for the search, without a limit; the table stays as it is.

    A card on the table still counts as held, by whoever played it.
    """
    memory[:TABLE] = 0
    hands = [bits_of(hand) for hand in position.hands]
    for place, card in enumerate(position.trick.cards):
        hands[SEAT_NUMBER[position.trick.seat_of(place)]] |= bit_of(card)
        memory[ON_TABLE + place] = _index_of(card)
    memory[: len(hands)] = hands
    memory[TRUMP] = suit_of_trumps(position.trump)
    memory[VARIANT] = VARIANTS[variant]
    memory[CARD_POINTS] = points_in_play(position)
    for suit in range(len(SUITS)):
        owners = tuple(
            next((seat for seat, hand in enumerate(hands) if hand >> suit * RANKS + bit & 1), -1)
            for bit in range(SPOT_BITS)
        )
        start = CANONICAL + (suit << SPOT_BITS)
        memory[start : start + (1 << SPOT_BITS)] = _canonical_sets(owners)


def _index_of(card: Card) -> int:
    return card.suit.position * RANKS + card.rank.strength - 1


@lru_cache(maxsize=1024)
def _canonical_sets(owners: tuple[int, ...]) -> tuple[int, ...]:
    """For each set of the spot cards of a suit, which lie in those hands: what stands for it."""
    return tuple(_canonical(spots, owners) for spots in range(1 << SPOT_BITS))


def _canonical(spots: int, owners: tuple[int, ...]) -> int:
    """Of the spot cards of a suit that lie in the same hands in the same order: the lowest."""
    found = at = 0
    for bit in range(SPOT_BITS):
        if spots >> bit & 1:
            while at < SPOT_BITS and owners[at] != owners[bit]:
                at += 1
            found |= 1 << at
            at += 1
    return found
