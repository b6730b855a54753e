"""Content of a workbook's cells: numbers as numbers, and text that stays the text it is.

**Text** never becomes a formula, whatever it begins with. **Exact values** become the float next to
them, and show in every program the hundredths of our pages: a value half way between two hundredths
goes in a hair's breadth nearer to the one it is shown as. Programs disagree about halves, and many
halves have no exact float (1.125 has one, 1.005 becomes 1.00499…). The difference is beyond the
fourteenth digit, so sums over the cells are right as well.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from scoring.rounding import rounded
from tournament.core.numbers import MEAN_PLACES

SCORE_FORMAT = "0.00"
MEAN_FORMAT = f"0.{'0' * MEAN_PLACES}"
SIGNED_FORMAT = '+0;"−"0;0'
"""A hand score shows its sign, as on every page; the number behind −16 is −16."""
SHARED_RANK_FORMAT = '0"="'

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML can't hold, not even escaped."""
_LOOKS_LIKE_A_FORMULA = ("=", "+", "-", "@")

Value = str | int | Fraction | None


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """Style of a kind of cell; styles are compared by identity."""

    bold: bool = False
    size: float = 11
    grey: bool = False
    shaded: bool = False
    right: bool = False
    wrap: bool = False
    number_format: str = "General"
    places: int = 2
    """Decimals of an exact value that the number format shows."""
    line_below: Literal["hair", "medium"] | None = None
    """Thickness of the line under the cell."""
    open_to_change: bool = False
    """Whether readers of the workbook are meant to change the cell."""


TITLE = Style(bold=True, size=16)
SUBTITLE = Style(bold=True, size=12)
PLAIN = Style()
NOTE = Style(grey=True)
HEAD = Style(bold=True, wrap=True, line_below="medium")
HEAD_RIGHT = replace(HEAD, right=True)
BAND = Style(bold=True, shaded=True)
TEXT = Style(wrap=True, line_below="hair")
NUMBER = Style(right=True, line_below="hair")
RANK = replace(NUMBER, bold=True)
SHARED_RANK = replace(RANK, number_format=SHARED_RANK_FORMAT)
SIGNED = replace(NUMBER, number_format=SIGNED_FORMAT)
SCORE = replace(NUMBER, number_format=SCORE_FORMAT)
STRONG_SCORE = replace(SCORE, bold=True)
MEAN = replace(NUMBER, number_format=MEAN_FORMAT, places=MEAN_PLACES)
STRONG_MEAN = replace(MEAN, bold=True)
HALVES = replace(NUMBER, number_format="0.0", places=1)
STRONG_HALVES = replace(HALVES, bold=True)
FIELD = Style(grey=True, right=True, number_format=SIGNED_FORMAT)
FIELD_SCORE = replace(FIELD, number_format=SCORE_FORMAT)
FIELD_COUNT = replace(FIELD, number_format="General")
HELPER = Style(grey=True, size=9, right=True)
"""An auxiliary figure that nobody has to read."""


def safe_text(text: str) -> str:
    """Return `text` as a file can hold it; invalid characters become U+FFFD."""
    return _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)


def begins_like_a_formula(text: str) -> bool:
    """Return whether a program would take the text for a formula if somebody typed it."""
    return text.startswith(_LOOKS_LIKE_A_FORMULA)


@lru_cache(maxsize=20_000)  # scores repeat on many lines, and on several sheets
def nearest_cell_number(value: Fraction, places: int = 2) -> float:
    """Return the float nearest to an exact value that every program rounds to `places` as we do."""
    shown = rounded(value, places)
    number = float(value)
    while not _is_shown_as(number, shown, places):
        number = math.nextafter(number, float(shown))
    return number


def _is_shown_as(number: float, shown: Decimal, places: int) -> bool:
    """Return whether all programs show `shown` for the float.

    Some round the float itself, others first take fifteen digits of it; the former disagree about a
    half, so it must not be one.
    """
    distance = abs(Fraction(number) - Fraction(shown))
    return distance * 2 * 10**places < 1 and rounded(Fraction(f"{number:.15g}"), places) == shown
