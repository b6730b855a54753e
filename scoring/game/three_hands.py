"""The hands of three players, who share the 36 cards without 4s, 3s and 2s.

They follow from a deal of all 48 cards, so what fixes those, and lets anybody check them, holds for
three players too. East's hand is laid aside. For each 4, 3 or 2 that North, West or South hold they
get one of East's other cards: the first of these for the first of those, both in the order of the
pack. Whatever East holds, this gives each of the 36 cards one place among the other three hands, so
all ways of dealing them are as likely as each other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.errors import DealError, DealFault
from scoring.game.cards import SHORT_PACK, Card, Suit
from scoring.game.deals import CARDS_IN_HAND, Deal
from scoring.game.seats import SEATS_OF, Seat

_SEATS = SEATS_OF[3]
_SHARED = frozenset(SHORT_PACK)


@dataclass(frozen=True, slots=True, repr=False)
class ThreeHands:
    """Twelve cards for N, W and S each. Like a deal they don't show themselves by accident."""

    hands: tuple[tuple[Card, ...], ...]
    """Hands in the order of the seats."""

    @classmethod
    def of(cls, deal: Deal) -> "ThreeHands":
        """Return the three hands that follow from that deal."""
        dealt = [card for seat in _SEATS for card in deal.hand(seat)]
        out = sorted(card for card in dealt if card not in _SHARED)
        instead = dict(zip(out, (card for card in deal.hand(Seat.E) if card in _SHARED)))
        return cls(
            tuple(
                tuple(sorted(instead.get(card, card) for card in deal.hand(seat)))
                for seat in _SEATS
            )
        )

    @classmethod
    def from_hands(cls, hands: Mapping[Seat, Iterable[Card]]) -> "ThreeHands":
        """Return the deal in which each seat holds those twelve cards. Raises `DealError`."""
        held = tuple(tuple(sorted(hands.get(seat, ()))) for seat in _SEATS)
        for seat, cards in zip(_SEATS, held):
            if len(cards) != CARDS_IN_HAND:
                raise DealError(
                    f"{seat} holds {len(cards)} cards, expected {CARDS_IN_HAND}",
                    fault=DealFault.CARDS_IN_HAND,
                    where=seat,
                )
        if set(hands) != set(_SEATS) or {card for cards in held for card in cards} != _SHARED:
            raise DealError(
                "expected N, W and S with the cards from 5 on", fault=DealFault.SEATS, where=""
            )
        return cls(held)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """Return the twelve cards of `seat` in canonical order."""
        return self.hands[_SEATS.index(seat)]

    def suit_of_hand(self, seat: Seat, suit: Suit) -> tuple[Card, ...]:
        """Return the cards of `suit` that `seat` holds, from high to low."""
        return tuple(card for card in self.hand(seat) if card.suit is suit)
