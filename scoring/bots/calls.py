"""Bots' calls: trumps or botifarra, contro and recontro, judged from one hand.

The dealer chooses or delegates; a partner who is delegated to must choose. Contro is offered first
to the player on the right of whoever chose, then to the one on the left; recontro likewise around
the doubler. A bot looks at its own hand alone and goes by what that promises (`promises`).

Estimates are twelfths of a point above 36 for the side that the hand belongs to. The weights are a
rounded least-squares fit over some thousand random hands played by `quick`. Botifarra needs a
higher estimate, because a loss is doubled too.

Without chance all bots judge alike. With it each is a few points bolder or more careful, so that
tables with the same cards don't all make the same call.
"""

from collections.abc import Callable
from dataclasses import dataclass

from scoring.chance import Chance
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.card_sets import SUITS, CardSet, set_of
from scoring.game.cards import PACK, Card, Rank, Suit
from scoring.game.deals import Deal
from scoring.game.seats import Seat

POINT = 12
WORTH_CHOOSING = 32
"""A dealer who expects less delegates, as about two in five do."""
WORTH_A_CONTRO = 3 * POINT
WORTH_A_RECONTRO = 7 * POINT
_WORTH_A_BOTIFARRA = 20
"""Points of cards, and one more for each manilla and ace, that must be exceeded."""

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


_BOLDNESS = 3 * POINT
"""Greatest change of an expectation by chance, up or down."""

Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls of a deal and their seats; None where nobody doubled."""

    announcement: Announcement
    chosen_by: Seat
    doubled_by: Seat | None = None
    redoubled_by: Seat | None = None


def call(deal: Deal, dealer: Seat, chance: Chance | None = None) -> Calls:
    """Return the calls of the four players of a deal."""
    trump, maker = _choose(deal, dealer, chance)
    doubler = _first(
        (maker.right, maker.left),
        lambda seat: doubles(deal.hand(seat), trump, chance),
    )
    if doubler is None:
        return Calls(Announcement(trump), maker)
    redoubler = _first(
        (doubler.right, doubler.left),
        lambda seat: redoubles(deal.hand(seat), trump, chance),
    )
    double = Double.RECONTRO if redoubler else Double.CONTRO
    return Calls(Announcement(trump, double), maker, doubler, redoubler)


def choose_trump(hand: Hand, chance: Chance | None = None) -> Denomination:
    """Return the best trumps, or botifarra, for somebody who holds these cards and must choose."""
    worths = {trump: worth + _mood(chance) for trump, worth in promises(set_of(hand)).items()}
    return max(worths, key=lambda denomination: worths[denomination])


def delegates(hand: Hand, chance: Chance | None = None) -> bool:
    """Return whether a dealer with these cards leaves the choice to the partner."""
    return max(promises(set_of(hand)).values()) + _mood(chance) < WORTH_CHOOSING


def doubles(hand: Hand, trump: Denomination, chance: Chance | None = None) -> bool:
    """Return whether somebody with these cards says contro to the others' trumps."""
    return against(set_of(hand), trump) + _mood(chance) >= WORTH_A_CONTRO


def redoubles(hand: Hand, trump: Denomination, chance: Chance | None = None) -> bool:
    """Return whether a player with these cards says recontro to the own side's doubled trumps."""
    return promises(set_of(hand))[trump] + _mood(chance) >= WORTH_A_RECONTRO


def _choose(deal: Deal, dealer: Seat, chance: Chance | None) -> tuple[Denomination, Seat]:
    maker = dealer.partner if delegates(deal.hand(dealer), chance) else dealer
    return choose_trump(deal.hand(maker), chance), maker


def _mood(chance: Chance | None) -> int:
    """Return by how much a player's expectation exceeds what the cards promise, at this moment."""
    if chance is None:
        return 0
    # The difference of two throws is likelier in the middle than at the ends.
    return chance.below(_BOLDNESS + 1) - chance.below(_BOLDNESS + 1)


def _first(seats: tuple[Seat, ...], speaks: Callable[[Seat], bool]) -> Seat | None:
    return next((seat for seat in seats if speaks(seat)), None)
