"""Made-up positions: written out in a test, or random for properties."""

import random
from collections.abc import Iterable

from hypothesis import strategies as st

from scoring.game.announcements import Denomination
from scoring.game.cards import PACK, Card, Suit
from scoring.game.deals import N_DEALS
from scoring.game.seats import Seat
from scoring.game.tricks import Position, Trick

seeds = st.integers(0, 2**32)

deal_numbers = seeds.map(lambda seed: random.Random(seed).randrange(N_DEALS))
"""Ordinary deals; in those with very small or large numbers suits lie in one hand."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def turn_of_east(
    hand: str, *, trick: str, trump: Denomination, elsewhere: str = "", to_play: Seat = Seat.E
) -> Position:
    """East (or another) is to play to that trick; what is nowhere has been played before."""
    table = cards(trick)
    leader = to_play
    for _ in table:
        leader = leader.left
    hands = {to_play: cards(hand), to_play.right: cards(elsewhere)}
    return Position.of_hands(hands, Trick(leader, trump, table))


def random_position(
    seed: int, *, in_trick: Iterable[int] = range(4), fewest_cards: int = 1
) -> Position:
    """Any cards in the hands and on the table, whether or not it could come about by the rules.

    Often few suits are left, so that much following, trumping and beating is to be done.
    """
    chance = random.Random(seed)
    suits = chance.sample(list(Suit), chance.choice([2, 3, 4, 4]))
    pack = [card for card in PACK if card.suit in suits]
    chance.shuffle(pack)
    size = chance.randint(fewest_cards, len(pack) // 4)
    hands = {seat: pack[index * size : (index + 1) * size] for index, seat in enumerate(Seat)}
    position = Position.of_hands(
        hands, Trick(chance.choice(list(Seat)), chance.choice(list(Denomination)))
    )
    for _ in range(chance.choice(list(in_trick))):
        position = position.play(chance.choice(position.hand_of(position.to_play)))
    return position


def rotated(position: Position, steps: int) -> Position:
    """Return the position with everybody sitting `steps` places further to the right."""
    seats = list(Seat)

    def moved(seat: Seat) -> Seat:
        return seats[(seats.index(seat) + steps) % 4]

    return Position.of_hands(
        {moved(seat): position.hand_of(seat) for seat in Seat},
        Trick(moved(position.trick.leader), position.trump, position.trick.cards),
    )


def renamed(position: Position, names: dict[Suit, Suit]) -> Position:
    """Return the position with other names for the suits."""

    def named(held: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(Card(names[card.suit], card.rank) for card in held)

    trump = position.trump
    if trump is not Denomination.BOTIFARRA:
        trump = Denomination(names[Suit(trump.value)].value)
    return Position.of_hands(
        {seat: named(position.hand_of(seat)) for seat in Seat},
        Trick(position.trick.leader, trump, named(position.trick.cards)),
    )
