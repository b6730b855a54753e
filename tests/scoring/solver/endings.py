"""Random endings of a hand, and what they are worth by trying everything."""

import random

from scoring.game.announcements import Denomination
from scoring.game.cards import PACK, Card, Suit
from scoring.game.seats import Seat
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PlayVariant
from tests.scoring.solver.exhaustive import Ending

_SEATS = list(Seat)


def random_ending(chance: random.Random, size: int) -> Position:
    """Return a position with `size` cards a hand, of few suits or many, rich in points or not;
    often in mid-trick."""
    suits = chance.sample(list(Suit), chance.choice([2, 3, 4, 4]))
    pack = [card for card in PACK if card.suit in suits]
    if chance.random() < 0.5:
        pack = [card for card in pack if card.points or chance.random() < 0.4]
    chance.shuffle(pack)
    size = min(size, len(pack) // 4)
    hands = {seat: pack[at * size : (at + 1) * size] for at, seat in enumerate(_SEATS)}
    trick = Trick(chance.choice(_SEATS), chance.choice(list(Denomination)))
    position = Position.of_hands(hands, trick)
    for _ in range(chance.choice([0, 0, 1, 2, 3])):
        position = position.play(chance.choice(position.hand_of(position.to_play)))
    return position


def exhaustive(position: Position, variant: PlayVariant) -> tuple[int, dict[Card, int]]:
    """The value for N and S, and after each legal card."""
    trump = position.trump
    ending = Ending(None if trump is Denomination.BOTIFARRA else Suit(trump.value), variant)
    hands = tuple(position.hand_of(seat) for seat in _SEATS)
    leader, trick = _SEATS.index(position.trick.leader), position.trick.cards
    cards = ending.legal(hands, leader, trick)
    values = {card: ending.after(hands, leader, trick, card) for card in cards}
    return ending.value(hands, leader, trick), values
