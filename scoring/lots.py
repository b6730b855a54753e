"""Splitting a tie by drawing cards, so that anybody can draw them again.

The pack is shuffled by sorting its cards by

    SHA-256( "botifarra-draw-v1" ‖ 0x00 ‖ JSON of [seed, [contestants], pack, card] )

(without spaces, in UTF-8), where `contestants` are the tied contestants as texts in ascending
order, `pack` is 1 and `card` a text such as "9O". Each contestant in that order takes the next
card. The higher rank wins; equal ranks are split by suit, oros > copes > espases > bastos. The
order in which the contestants were given plays no part. More than 48 contestants draw from several
packs (2, 3, …), and those who draw the same card stay tied.
"""

import json
from collections.abc import Hashable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import TypeVar

from scoring.game.cards import PACK, Card, Suit
from scoring.settings import N_, Choice

T = TypeVar("T", bound=Hashable)

DRAWING = Choice(
    N_("drawing a card"),
    N_(
        "Each of them draws a card, and the higher one wins: manilla, ace, king, horse, jack, "
        "8 … 2; between equal ranks coins beat cups, cups beat swords, and swords beat "
        "batons. The cards come from the seed, so anybody can draw them again."
    ),
)


def draw_cards(contestants: Sequence[T], seed: str) -> dict[T, Card]:
    """Return the card that each of the tied contestants draws. Contestants must differ as texts."""
    ordered = sorted(contestants, key=str)
    return dict(zip(ordered, _cards(seed, [str(contestant) for contestant in ordered])))


def height_of(card: Card) -> int:
    """Return the rank of a drawn card: the higher the better, no two cards alike."""
    return card.rank.strength * len(Suit) - card.suit.position


def _cards(seed: str, contestants: Sequence[str]) -> Iterator[Card]:
    """Yield one shuffled pack after the other."""
    for pack in count(1):
        yield from sorted(PACK, key=lambda card: _digest(seed, contestants, pack, card))


def _digest(seed: str, contestants: Sequence[str], pack: int, card: Card) -> bytes:
    drawn = json.dumps(
        [seed, contestants, pack, str(card)], ensure_ascii=False, separators=(",", ":")
    )
    return sha256(b"botifarra-draw-v1\x00" + drawn.encode()).digest()
