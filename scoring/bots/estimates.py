"""Promise of one hand, estimated from its length and its high cards.

All figures are twelfths of a point above 36 for the side that the hand belongs to. The weights are
a rounded least-squares fit over some thousand random hands played by `quick`. Botifarra needs a
higher estimate, because a loss is doubled too.
"""

from scoring.game.announcements import Denomination
from scoring.game.card_sets import SUITS, CardSet, set_of
from scoring.game.cards import PACK, Rank, Suit

POINT = 12
WORTH_CHOOSING = 32
"""A dealer who expects less delegates, as about two in five do."""
WORTH_A_CONTRO = 3 * POINT
WORTH_A_RECONTRO = 7 * POINT
_WORTH_A_BOTIFARRA = 20
"""Points of cards, and one more for each manilla and ace: what must be exceeded."""

_OF_RANK = {rank: set_of(card for card in PACK if card.rank is rank) for rank in Rank}
_TOPS = _OF_RANK[Rank.MANILLA] | _OF_RANK[Rank.ACE]
_WORTH = tuple((cards, rank.points) for rank, cards in _OF_RANK.items() if rank.points)


def promises(hand: CardSet) -> dict[Denomination, int]:
    """Return the expectation of each choice for its maker, botifarra's doubled."""
    points, tops = _points(hand), (hand & _TOPS).bit_count()
    lengths = [(hand & SUITS[suit]).bit_count() for suit in Suit]
    found = {Denomination.BOTIFARRA: 16 * (points + tops - _WORTH_A_BOTIFARRA)}
    for at, suit in enumerate(Suit):
        shortest = min(lengths[:at] + lengths[at + 1 :])
        found[Denomination(suit.value)] = 24 * lengths[at] + 8 * points - 12 * shortest - 176
    return found


def against(hand: CardSet, trump: Denomination) -> int:
    """Return the expectation of this hand for the side that did not make these trumps."""
    trumps = hand & SUITS.get(trump, 0)
    plain = hand & ~trumps
    points, tops = _points(plain), (plain & _TOPS).bit_count()
    shortest = min((hand & cards).bit_count() for suit, cards in SUITS.items() if suit != trump)
    if trump is Denomination.BOTIFARRA:
        return 7 * points + 19 * tops + 7 * shortest - 221
    trumps_worth = 14 * trumps.bit_count() + 10 * _points(trumps) + 8 * (trumps & _TOPS).bit_count()
    return trumps_worth + 3 * points + 25 * tops - 5 * shortest - 191


def _points(cards: CardSet) -> int:
    return sum(worth * (cards & rank).bit_count() for rank, worth in _WORTH)
