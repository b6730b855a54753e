"""Bots' calls: trumps or botifarra, contro and recontro, judged from one hand.

The dealer chooses or delegates; a partner who is delegated to must choose. Contro is offered first
to the player on the right of whoever chose, then to the one on the left; recontro likewise around
whoever doubled. A bot looks at its own hand alone and estimates, from length and high cards, how
many points above 36 its side will make. The weights are a rounded least-squares fit over some
thousand random hands played by `quick`. Botifarra needs a higher estimate, because a loss
is doubled too.

Without chance all bots judge alike. With it each is a few points bolder or more careful, so that
tables with the same cards don't all make the same call.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.chance import Chance
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.cards import Card, Rank, Suit
from scoring.game.deals import Deal
from scoring.game.seats import Seat

_POINT = 12
"""What is expected is told in twelfths of a point."""
_WORTH_CHOOSING = 32
"""A dealer who expects less delegates, as about two in five do."""
_WORTH_A_BOTIFARRA = 20
"""Points of cards, and one more for each manilla and ace: what must be exceeded."""
_WORTH_A_CONTRO = 3 * _POINT
_WORTH_A_RECONTRO = 7 * _POINT
_BOLDNESS = 3 * _POINT
"""How far chance may move what somebody expects, up or down."""

Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Calls:
    """What was announced, and by whom; None where nobody doubled."""

    announcement: Announcement
    chosen_by: Seat
    doubled_by: Seat | None = None
    redoubled_by: Seat | None = None


def call(deal: Deal, dealer: Seat, chance: Chance | None = None) -> Calls:
    """What the four players of a deal announce."""
    trump, maker = _choose(deal, dealer, chance)
    doubler = _first(
        (maker.right, maker.left),
        lambda seat: _against(deal.hand(seat), trump) + _mood(chance) >= _WORTH_A_CONTRO,
    )
    if doubler is None:
        return Calls(Announcement(trump), maker)
    redoubler = _first(
        (doubler.right, doubler.left),
        lambda seat: _promises(deal.hand(seat))[trump] + _mood(chance) >= _WORTH_A_RECONTRO,
    )
    double = Double.RECONTRO if redoubler else Double.CONTRO
    return Calls(Announcement(trump, double), maker, doubler, redoubler)


def make_trump(deal: Deal, dealer: Seat) -> Denomination:
    """What the dealer of that deal, or the partner to whom it is delegated, makes trumps."""
    trump, _maker = _choose(deal, dealer, None)
    return trump


def choose_trump(hand: Hand, chance: Chance | None = None) -> Denomination:
    """The best trumps, or botifarra, for somebody who holds these cards and must choose."""
    promises = {trump: worth + _mood(chance) for trump, worth in _promises(hand).items()}
    return max(promises, key=lambda denomination: promises[denomination])


def delegates(hand: Hand, chance: Chance | None = None) -> bool:
    """Whether a dealer with these cards leaves the choice to the partner."""
    return max(_promises(hand).values()) + _mood(chance) < _WORTH_CHOOSING


def _choose(deal: Deal, dealer: Seat, chance: Chance | None) -> tuple[Denomination, Seat]:
    maker = dealer.partner if delegates(deal.hand(dealer), chance) else dealer
    return choose_trump(deal.hand(maker), chance), maker


def _mood(chance: Chance | None) -> int:
    """How much more somebody expects at this moment than the cards promise."""
    if chance is None:
        return 0
    # Of two throws the middle is likelier than the ends.
    return chance.below(_BOLDNESS + 1) - chance.below(_BOLDNESS + 1)


def _first(seats: tuple[Seat, ...], speaks: Callable[[Seat], bool]) -> Seat | None:
    return next((seat for seat in seats if speaks(seat)), None)


def _promises(hand: Hand) -> Mapping[Denomination, int]:
    """What each choice should bring the makers above 36 points, botifarra's doubled."""
    points, tops = sum(card.points for card in hand), _tops(hand)
    lengths = {suit: sum(card.suit is suit for card in hand) for suit in Suit}
    promises = {Denomination.BOTIFARRA: 16 * (points + tops - _WORTH_A_BOTIFARRA)}
    for trumps, length in lengths.items():
        shortest = min(lengths[suit] for suit in Suit if suit is not trumps)
        promises[Denomination(trumps.value)] = 24 * length + 8 * points - 12 * shortest - 176
    return promises


def _against(hand: Hand, trump: Denomination) -> int:
    """What the others should bring above 36 points against these trumps, by one of their hands."""
    trumps = tuple(card for card in hand if card.suit.value == trump.value)
    plain = tuple(card for card in hand if card.suit.value != trump.value)
    points, tops = sum(card.points for card in plain), _tops(plain)
    suits = [suit for suit in Suit if suit.value != trump.value]
    shortest = min(sum(card.suit is suit for card in plain) for suit in suits)
    if trump is Denomination.BOTIFARRA:
        return 7 * points + 19 * tops + 7 * shortest - 221
    trumps_worth = 14 * len(trumps) + 10 * sum(card.points for card in trumps) + 8 * _tops(trumps)
    return trumps_worth + 3 * points + 25 * tops - 5 * shortest - 191


def _tops(hand: Hand) -> int:
    """How many manillas and aces there are."""
    return sum(card.rank in (Rank.MANILLA, Rank.ACE) for card in hand)
