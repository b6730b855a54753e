"""Finding sealed hands and keys in whatever leaves the site, however they may be written there.

A response, a file or a log line is made into text; in it every way is looked for in which a hand,
a deal's number or a key might stand. Text is searched with and without its tags; as it is, for a
suit of five cards or more (`RS753`), and with everything gone but small letters and figures, for
whole hands, numbers and keys, so that no separator, cell border, markup or capital hides them.
"""

from __future__ import annotations

import base64
import re
import string
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from io import BytesIO
from typing import Any

from pypdf import PdfReader

from scoring.dealing.deal_set import deal_secret, make_deal
from scoring.game.cards import Rank, Suit
from scoring.game.deals import Deal, hand_text
from scoring.game.seats import Seat
from tests.tournament.pdf_text import texts_of_pages

KEY = "key"
"""What is found when a key is found; a hand is found as the number of its round."""


def secret_of(round: int) -> str:
    """What is found when the secret of a hand of this round is found; 0: of a spare deal."""
    return f"secret of round {round}"


LONG_SUIT = 5
"""Cards of a suit that are not read from left to right by accident, with a picture among them."""
PICTURES = set("ARCS")

_TAG = re.compile(r"<[^>]*>")
_SPACED_LETTERS = re.compile(r" (?<=\b\w )(?=\w\b)")
_OF_NEEDLES = (string.ascii_letters + string.digits).encode()
_NO_OTHERS = bytes(set(range(256)) - set(_OF_NEEDLES))
_RANKS = "".join(rank.letter for rank in Rank).encode()
_ONLY_RANKS = bytes(one if one in _RANKS else ord(" ") for one in range(256))
_RANDOM = re.compile(r'name="(csrfmiddlewaretoken|sealed)" value="[^"]*"')
"""Random letters, in which anything might turn up once in a blue moon."""
_RANDOM_COOKIES = {"csrftoken", "sessionid"}


_PIECE = 6
"""Letters: whatever stands in a text and is twice as long has such a piece of it in its raster."""


@dataclass(frozen=True)
class Needles:
    """What is looked for; each text leads to what it gives away."""

    in_text: Mapping[bytes, int]
    squeezed: Mapping[bytes, int | str]
    raw: bytes

    def found_in(self, text: str) -> set[int | str]:
        """The rounds whose hands the text gives away, and `KEY`."""
        source = _RANDOM.sub("", text)
        shown = _SPACED_LETTERS.sub("", unescape(_TAG.sub("", source)))
        found: set[int | str] = set()
        for one in {source, shown}:  # something may be written inside a tag
            lines = _lines_of_ranks(one)
            found |= {what for needle, what in self.in_text.items() if needle in lines}
            squeezed = _squeeze(one)
            if self._may_be_in(squeezed):
                found |= {what for needle, what in self.squeezed.items() if needle in squeezed}
        return found

    @cached_property
    def _pieces(self) -> frozenset[bytes]:
        """All pieces of the squeezed needles, wherever in them they begin."""
        assert all(len(needle) >= 2 * _PIECE - 1 for needle in self.squeezed)
        return frozenset(
            needle[start : start + _PIECE]
            for needle in self.squeezed
            for start in range(len(needle) - _PIECE + 1)
        )

    def _may_be_in(self, squeezed: bytes) -> bool:
        """Whether the text, cut into pieces, has one of a needle: hundreds needn't be looked for
        in most pages."""
        starts = range(0, len(squeezed), _PIECE)
        return not self._pieces.isdisjoint([squeezed[at : at + _PIECE] for at in starts])

    def found_in_bytes(self, content: bytes) -> set[int | str]:
        """Return which needles are in a file whose kind isn't known; a key is looked for as it is,
        too."""
        found = self.found_in(content.decode("utf-8", "ignore"))
        return found | {KEY} if self.raw in content else found

    def found_in_response(self, response: Any) -> set[int | str]:
        """Return which needles are in everything that a browser is sent."""
        found = self.found_in_bytes(response.getvalue())  # of streams, too
        for text in texts_of(response):
            found |= self.found_in(text)
        return found


def needles_of(
    key: bytes, salt: str, rounds: Mapping[int, Collection[int]], spare: Collection[int] = ()
) -> Needles:
    """Everything secret about a championship's deals, given by round, and about `spare` ones."""
    in_text: dict[bytes, int] = {}
    squeezed: dict[bytes, int | str] = dict.fromkeys(map(_squeeze, _ways_to_write(key)), KEY)
    for number, deals in {**rounds, 0: spare}.items():
        for one in deals:
            ways = map(_squeeze, _ways_to_write(deal_secret(key, one)))
            squeezed |= dict.fromkeys(ways, secret_of(number))
    for number, deals in rounds.items():
        for deal in (make_deal(key, salt, one) for one in deals):
            in_text |= dict.fromkeys(_long_suits(deal), number)
            squeezed |= dict.fromkeys(map(_squeeze, _whole_hands(deal)), number)
            squeezed |= dict.fromkeys(map(_squeeze, (f"{deal.number}", f"{deal.number:x}")), number)
    return Needles(in_text, squeezed, key)


def _squeeze(text: str) -> bytes:
    """Return the letters and figures of a text, small ones; no needle has others than those of
    ASCII."""
    return text.encode("ascii", "ignore").translate(None, _NO_OTHERS).lower()


def _lines_of_ranks(text: str) -> bytes:
    """What might be suits of a hand: the places where nothing but enough ranks follow each
    other."""
    lines = text.encode("ascii", "replace").translate(_ONLY_RANKS).split()
    return b" ".join(line for line in lines if len(line) >= LONG_SUIT)


def _ways_to_write(key: bytes) -> set[str]:
    return {
        key.hex(),
        base64.b64encode(key).decode(),
        base64.urlsafe_b64encode(key).decode(),
        base64.b32encode(key).decode(),
        str(list(key)),
        repr(key),
        str(int.from_bytes(key, "big")),
    }


def _long_suits(deal: Deal) -> set[bytes]:
    lines = (
        "".join(card.rank.letter for card in deal.suit_of_hand(seat, suit))
        for seat in Seat
        for suit in Suit
    )
    return {line.encode() for line in lines if len(line) >= LONG_SUIT and PICTURES & set(line)}


def _whole_hands(deal: Deal) -> set[str]:
    """Each hand suit by suit, and card by card with the suit's letter before or after the rank."""
    hands = [deal.hand(seat) for seat in Seat]
    return (
        {hand_text(hand) for hand in hands}
        | {"".join(map(str, hand)) for hand in hands}
        | {"".join(str(card)[::-1] for card in hand) for hand in hands}
    )


def texts_of(response: Any) -> list[str]:
    """The texts in a response: its headers and cookies, and what its body shows."""
    head = [f"{name}: {value}" for name, value in response.headers.items()]
    head += [one.value for name, one in response.cookies.items() if name not in _RANDOM_COOKIES]
    texts = ["\n".join(head)]
    kind = response.headers.get("Content-Type", "")
    if kind == "application/pdf":
        reader = PdfReader(BytesIO(response.content))
        texts += [str(reader.metadata), *texts_of_pages(response.content)]
    elif kind.endswith("spreadsheetml.sheet"):
        with zipfile.ZipFile(BytesIO(response.content)) as parts:
            texts += [parts.read(name).decode() for name in parts.namelist()]
    return texts
