"""From a `Position` to the numbers that the compiled search works on."""

from dataclasses import dataclass

import numpy as np

from scoring.announcements import Denomination
from scoring.card_sets import CardSet, cards_in
from scoring.cards import Card, Suit
from scoring.seats import Seat
from scoring.settings import PlayVariant
from scoring.solver.moves import RANKS, SPOT_BITS, SUITS, VARIANTS
from scoring.solver.search import (
    CANONICAL,
    CARD_POINTS,
    STATE_SIZE,
    TRUMP,
    VARIANT,
    State,
)
from scoring.tricks import Position

_SEAT_NUMBER = {seat: number for number, seat in enumerate(Seat)}


def bit_of(card: Card) -> int:
    """The bit that stands for the card in the search."""
    return 1 << card.suit.position * RANKS + card.rank.strength - 1


def bits_of(cards: CardSet) -> int:
    """The bits for a set of `scoring.card_sets`."""
    return sum(map(bit_of, cards_in(cards)))


def suit_of_trumps(trump: Denomination) -> int:
    """The bits of the trumps, 0 for botifarra."""
    return 0 if trump is Denomination.BOTIFARRA else SUITS[Suit(trump.value).position]


@dataclass(frozen=True, slots=True)
class Turn:
    """What `reach` is given beside the state."""

    player: int
    place: int
    left: int
    led: int
    best: int
    winner: int
    pot: int

    @classmethod
    def of(cls, position: Position) -> "Turn":
        trick = position.trick
        player = _SEAT_NUMBER[position.to_play]
        led, best, winner = trick.led, trick.winning_card, trick.winner
        return cls(
            player=player,
            place=len(trick.cards),
            left=max(map(int.bit_count, position.hands)),
            led=0 if led is None else SUITS[led.suit.position],
            best=0 if best is None else bit_of(best),
            winner=0 if winner is None else _SEAT_NUMBER[winner],
            pot=sum(card.points for card in trick.cards),
        )


def new_state(position: Position, variant: PlayVariant) -> State:
    """The state of the search at that position, without a limit."""
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    hands = [bits_of(hand) for hand in position.hands]
    state[: len(hands)] = hands
    state[TRUMP] = suit_of_trumps(position.trump)
    state[VARIANT] = VARIANTS[variant]
    state[CARD_POINTS] = points_in_play(position)
    for suit in range(len(SUITS)):
        owners = [
            next((seat for seat, hand in enumerate(hands) if hand >> suit * RANKS + bit & 1), -1)
            for bit in range(SPOT_BITS)
        ]
        for spots in range(1 << SPOT_BITS):
            state[CANONICAL + spots + suit * (1 << SPOT_BITS)] = _canonical(spots, owners)
    return state


def points_in_play(position: Position) -> int:
    """What the cards in the hands and on the table count."""
    held = position.hands[0] | position.hands[1] | position.hands[2] | position.hands[3]
    return sum(card.points for card in (*cards_in(held), *position.trick.cards))


def _canonical(spots: int, owners: list[int]) -> int:
    """Of the spot cards of a suit that lie in the same hands in the same order: the lowest."""
    found = at = 0
    for bit in range(SPOT_BITS):
        if spots >> bit & 1:
            while at < SPOT_BITS and owners[at] != owners[bit]:
                at += 1
            found |= 1 << at
            at += 1
    return found
