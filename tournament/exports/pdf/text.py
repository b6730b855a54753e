"""Text that fits: shrunk a little or broken into lines, but never cut, and never markup.

Names are drawn as they are. What can't be printed at all (control characters) becomes a space.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import floor

from reportlab.pdfgen.canvas import Canvas

from tournament.exports.pdf.ink import BLACK, REGULAR, font

LEADING = 1.24
"""Height of a line, and of the paragraph it begins, in sizes of its letters."""
BASELINE = 0.95
"""Distance of the baseline from a line's top, in sizes of its letters."""
CAPITALS = 0.73
"""Height of capitals and figures, in sizes of the letters."""

PAIR_DASH = " – "
"""Text between the names of a pair's two players."""
_WORDS = re.compile(r"[^ ]+(?: –(?![^ ]))?")
"""Pieces that are not divided: words with a dash that follows them; no line begins with a dash.

Only spaces divide, not hard ones.
"""


class Align(Enum):
    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text broken into lines that are at most as wide as asked, at one size in points."""

    lines: tuple[str, ...]
    font: str
    size: float

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LEADING

    @property
    def width(self) -> float:
        return max((text_width(line, self.font, self.size) for line in self.lines), default=0)


def printable(text: str) -> str:
    """Return `text` as it can be drawn: letters composed, each control character a space."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(" " if unicodedata.category(c) in {"Cc", "Cs"} else c for c in composed)


@lru_cache(maxsize=20_000)
def text_width(text: str, font_name: str, size: float) -> float:
    """Return the width of a line in points."""
    return float(font(font_name).stringWidth(text, size))


@lru_cache(maxsize=20_000)
def fit(
    text: str, width: float, size: float, font_name: str = REGULAR, *, least: float = 0.92
) -> Fitted:
    """Return `text` within `width`: at `size`, or down to `least` of it, else in several lines.

    Several lines are as large as one would be, unless smaller letters save a line.
    """
    text = printable(text)
    full = text_width(text, font_name, size)
    if full <= width:
        return Fitted((text,), font_name, size)
    if full * least <= width:
        # Rounded down to a twentieth of a point, as the file keeps few decimals.
        return Fitted((text,), font_name, floor(size * width / full * 20) / 20)
    small = floor(size * least * 20) / 20
    large_lines = _lines(text, width, font_name, size)
    small_lines = _lines(text, width, font_name, small)
    if len(large_lines) > len(small_lines):
        return Fitted(small_lines, font_name, small)
    return Fitted(large_lines, font_name, size)


def _lines(text: str, width: float, font_name: str, size: float) -> tuple[str, ...]:
    """Return `text` in lines; a pair's second name begins a line, unless that costs one more."""
    lines = _words_in_lines(text, width, font_name, size)
    first, dash, second = text.partition(PAIR_DASH)
    if dash:
        above = _words_in_lines(first + dash.rstrip(), width, font_name, size)
        apart = above + _words_in_lines(second, width, font_name, size)
        if len(apart) <= len(lines):
            return apart
    return lines


def _words_in_lines(text: str, width: float, font_name: str, size: float) -> tuple[str, ...]:
    lines: list[str] = []
    line = ""
    for word in _WORDS.findall(text):
        longer = f"{line} {word}" if line else word
        if text_width(longer, font_name, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _pieces(word, width, font_name, size)
        lines += full
    return (*lines, line)


def _pieces(word: str, width: float, font_name: str, size: float) -> list[str]:
    """Return a word, in as many pieces as it needs; each has at least one letter."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and text_width(pieces[-1] + letter, font_name, size) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def draw_text(
    canvas: Canvas,
    text: Fitted,
    x: float,
    top: float,
    *,
    align: Align = Align.LEFT,
    ink: float = BLACK,
) -> None:
    """Draw `text` below `top`, from `x` to the right, around it, or up to it."""
    canvas.setFillGray(ink)
    canvas.setFont(text.font, text.size)
    draw = {
        Align.LEFT: canvas.drawString,
        Align.CENTRE: canvas.drawCentredString,
        Align.RIGHT: canvas.drawRightString,
    }[align]
    y = top - text.size * BASELINE
    for line in text.lines:
        draw(x, y, line)
        y -= text.size * LEADING
