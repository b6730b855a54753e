"""Splitting a tie by drawing cards, so that anybody can draw them again.

The pack is shuffled by sorting its cards by

    SHA-256( "botifarra-draw-v1" ‖ 0x00 ‖ JSON of [seed, [teams], pack, card] )

(without spaces, in UTF-8), where `teams` are the tied teams as texts in ascending order, `pack` is
1 and `card` a text such as "9O". Each team in that order takes the next card. The higher rank wins;
equal ranks are split by suit, oros > copes > espases > bastos. The order in which the teams were
given plays no part. More than 48 teams draw from several packs (2, 3, …), and those who draw the
same card stay tied.
"""

import json
from collections.abc import Hashable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import TypeVar

from scoring.cards import PACK, Card, Suit

T = TypeVar("T", bound=Hashable)


def draw_cards(teams: Sequence[T], seed: str) -> dict[T, Card]:
    """The card that each of the tied teams draws. Teams must differ as texts."""
    ordered = sorted(teams, key=str)
    return dict(zip(ordered, _cards(seed, [str(team) for team in ordered])))


def height_of(card: Card) -> int:
    """What a drawn card is worth: the higher the better, no two cards alike."""
    return card.rank.strength * len(Suit) - card.suit.position


def _cards(seed: str, teams: Sequence[str]) -> Iterator[Card]:
    """One shuffled pack after the other."""
    for pack in count(1):
        yield from sorted(PACK, key=lambda card: _digest(seed, teams, pack, card))


def _digest(seed: str, teams: Sequence[str], pack: int, card: Card) -> bytes:
    drawn = json.dumps([seed, teams, pack, str(card)], ensure_ascii=False, separators=(",", ":"))
    return sha256(b"botifarra-draw-v1\x00" + drawn.encode()).digest()
