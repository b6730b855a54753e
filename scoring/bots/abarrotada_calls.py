"""Bots' calls in abarrotada, judged from one hand.

A bot estimates how many points above the threshold it will make, from its trumps, its other
counting cards and its manilles and aces. The weights are a rounded least-squares fit over some
thousand random hands played by `quick`; they explain about half of what differs. Whoever chooses
takes the denomination that promises most, and delegates if that is little; botifarra counts twice.
Doubles are for those who expect to score well themselves, since a factor holds for everybody.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.game.announcements import Denomination
from scoring.game.cards import Card, Rank
from scoring.game.seats import Seat
from scoring.ordinary.calls import Call, Calling, Word

_POINT = 12
"""Unit of expectations: twelfths of a point."""
_WORTH_CHOOSING = 5 * _POINT
"""A dealer who expects less delegates, as about one in three does."""
_WORTH_AN_ESTEVET = 0
"""More than the threshold, with the trumps of somebody else, one with another."""
_WORTH = {
    Word.CONTRO: 4 * _POINT,
    Word.RECONTRO: 10 * _POINT,
    Word.SANT_VICENC: 6 * _POINT,
}

Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class _Weights:
    """Weights in twelfths of a point: of each trump, point in trumps, top trump, point in other
    suits, top there; and a constant."""

    trump: int
    trump_point: int
    top_trump: int
    point: int
    top: int
    base: int

    def promise(self, hand: Hand, trump: Denomination) -> int:
        trumps = [card for card in hand if card.suit.value == trump.value]
        others = [card for card in hand if card.suit.value != trump.value]
        return (
            self.trump * len(trumps)
            + self.trump_point * sum(card.points for card in trumps)
            + self.top_trump * _tops(trumps)
            + self.point * sum(card.points for card in others)
            + self.top * _tops(others)
            + self.base
        )


_MAKER = {4: _Weights(51, 13, 12, 3, 50, -320), 3: _Weights(50, 13, 11, 5, 56, -404)}
_OTHERS = {4: _Weights(31, 12, 9, 2, 50, -247), 3: _Weights(29, 9, 24, 5, 54, -344)}
_BOTIFARRA = {4: _Weights(0, 0, 0, 8, 47, -207), 3: _Weights(0, 0, 0, 5, 63, -262)}


def next_call(calling: Calling, hand: Hand) -> Call:
    """Return the call of a bot with that hand, whose turn it is."""
    if calling.maker is None:
        return _choose(calling, hand)
    word = next(call for call in calling.allowed if call is not Word.PASS)
    assert isinstance(word, Word)
    assert calling.trump is not None
    expected = _expected(
        hand, calling.trump, calling.players, makes=calling.speaker is calling.maker
    )
    return word if expected >= _WORTH[word] else Word.PASS


def call_all(calling: Calling, hands: Mapping[Seat, Hand]) -> Calling:
    """Return the end of the calling if bots hold those hands."""
    while calling.speaker is not None:
        calling = calling.say(next_call(calling, hands[calling.speaker]))
    return calling


def _choose(calling: Calling, hand: Hand) -> Call:
    """Return trumps, or a delegation where that is possible and better."""
    promises = {
        trump: _expected(hand, trump, calling.players, makes=True) for trump in Denomination
    }
    promises[Denomination.BOTIFARRA] *= 2
    best = max(promises, key=lambda trump: promises[trump])
    if Word.DELEGATE not in calling.allowed or promises[best] >= _WORTH_CHOOSING:
        return best
    others = [_expected(hand, trump, calling.players, makes=False) for trump in Denomination]
    if Word.ESTEVET in calling.allowed and sum(others) >= len(others) * _WORTH_AN_ESTEVET:
        return Word.ESTEVET
    return Word.DELEGATE


def _expected(hand: Hand, trump: Denomination, players: int, *, makes: bool) -> int:
    """Return a player's expected points above the threshold, in twelfths of a point."""
    if trump is Denomination.BOTIFARRA:
        return _BOTIFARRA[players].promise(hand, trump)
    return (_MAKER if makes else _OTHERS)[players].promise(hand, trump)


def _tops(cards: list[Card]) -> int:
    """Return the number of manilles and aces."""
    return sum(card.rank in (Rank.MANILLA, Rank.ACE) for card in cards)
