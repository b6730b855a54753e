"""Hands for papers: those of the published vector, and the most lopsided ones there can be."""

from __future__ import annotations

from scoring.dealing.deal_set import commitment, deal_hashes, make_deal
from scoring.game.cards import PACK, Suit
from scoring.game.deals import Deal
from scoring.game.seats import Seat, dealer_of
from tests.tournament.exports.samples import MADE_AT
from tournament.deals.proof import ListedDeal, Proof, SetProof
from tournament.deals.queries import DealtHand

KEY = bytes(range(32))
SALT = "Grossa 12345"


def dealt(count: int = 4, *, first: int = 1) -> list[DealtHand]:
    """Hands of a championship with the key 00 01 … 1f and the salt "Grossa 12345"."""
    return [
        DealtHand(number, dealer_of(number), make_deal(KEY, SALT, number))
        for number in range(first, first + count)
    ]


def proof(*, salt: str = "", ended: bool = False, sets: int = 1) -> Proof:
    """What is public of that key's set of 44 deals, none of them played, or of several such."""
    hashes = deal_hashes(KEY, 44)
    listed = tuple(
        ListedDeal(number, one.hex(), None, None, None) for number, one in enumerate(hashes, 1)
    )
    of_sets = (
        SetProof(
            number=number,
            hands_before=44 * (number - 1),
            commitment=commitment(hashes),
            recomputed=commitment(hashes),
            salt=salt,
            made_at=MADE_AT,
            salt_fixed_at=MADE_AT,
            listed=listed,
            key=KEY.hex() if ended else None,
        )
        for number in range(1, sets + 1)
    )
    return Proof(tuple(of_sets), shown=None)


def extreme_hands() -> list[DealtHand]:
    """One suit a seat, in every turn: the longest suits there can be."""
    suits = list(Suit)
    deals = [
        Deal.from_hands(
            {
                seat: [card for card in PACK if card.suit is suits[(index + turn) % 4]]
                for index, seat in enumerate(Seat)
            }
        )
        for turn in range(4)
    ]
    return [DealtHand(n, dealer_of(n), deal) for n, deal in enumerate(deals, start=1)]
