"""How wide texts are, and how many lines they take in a cell.

The unit is that of columns: the width of a digit. Files don't say how wide letters are, and each
program uses the typeface it has, so these widths are about the widest of Calibri, Liberation Sans
and DejaVu Sans. A row may be a little too high, but nothing in it is cut.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

_KINDS = {0.5: " ijlI.,:;·'’!|", 0.69: "frt()[]-", 0.93: "csvxyzk", 0.97: "ae", 1.7: "mwMW@%—…"}
_WIDTHS = {letter: width for width, letters in _KINDS.items() for letter in letters}
_SMALL, _CAPITAL = 1.02, 1.2


@lru_cache(maxsize=20_000)
def text_width(text: str) -> float:
    """The width of a text on one line, in figures."""
    return sum(map(_width, normalize("NFC", text)))


@lru_cache(maxsize=1_000)
def _width(letter: str) -> float:
    plain = normalize("NFD", letter)[0]  # an accent makes no letter wider
    return _WIDTHS.get(plain, _CAPITAL if plain.isupper() or not plain.isascii() else _SMALL)


@lru_cache(maxsize=5_000)
def lines_of(text: str, room: float) -> int:
    """How many lines a text takes in a cell of this room, broken between words."""
    return sum(_lines(line.split(), max(room, 1.0)) for line in text.splitlines())


def _lines(words: list[str], room: float) -> int:
    lines, used = 1, 0.0
    for word in words:
        width = text_width(word)
        if used and used + text_width(" ") + width > room:
            lines, used = lines + 1, 0.0
        used += width + (text_width(" ") if used else 0)
        while used > room:  # a word that is wider than the cell is broken
            lines, used = lines + 1, used - room
    return lines
