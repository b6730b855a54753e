"""The value of an ending a second time: every legal card of everybody, to the last trick.

Written on tuples of cards with the rules of `play_oracle`. Nothing of the solver is used, nor of
`scoring.game.tricks` and `scoring.game.legality`.
"""

from functools import lru_cache

from scoring.game.cards import Card, Suit
from scoring.game.variants import PlayVariant
from tests.scoring.game.play_oracle import best_place, may_play

Hands = tuple[tuple[Card, ...], ...]


class Ending:
    """A position: four hands in the order of play, who led the trick, what is on the table."""

    def __init__(self, trump: Suit | None, variant: PlayVariant) -> None:
        self.trump = trump
        self.variant = variant
        self.value = lru_cache(maxsize=None)(self._value)

    def after(self, hands: Hands, leader: int, trick: tuple[Card, ...], card: Card) -> int:
        """What players 0 and 2 get from here on if `card` is played."""
        player = (leader + len(trick)) % 4
        hand = tuple([held for held in hands[player] if held is not card])
        left = (*hands[:player], hand, *hands[player + 1 :])
        trick = (*trick, card)
        if len(trick) < 4:
            return self.value(left, leader, trick)
        winner = (leader + best_place(trick, self.trump)) % 4
        points = 1 + sum(card.points for card in trick) if winner % 2 == 0 else 0
        return points + self.value(left, winner, ())

    def legal(self, hands: Hands, leader: int, trick: tuple[Card, ...]) -> list[Card]:
        player = (leader + len(trick)) % 4
        hand = hands[player]
        elsewhere = [card for other in hands if other is not hand for card in other]
        return [
            card
            for card in hand
            if may_play(card, hand, trick, self.trump, self.variant, elsewhere)
        ]

    def _value(self, hands: Hands, leader: int, trick: tuple[Card, ...]) -> int:
        if not any(hands):
            return 0
        values = [
            self.after(hands, leader, trick, card) for card in self.legal(hands, leader, trick)
        ]
        return max(values) if (leader + len(trick)) % 2 == 0 else min(values)
