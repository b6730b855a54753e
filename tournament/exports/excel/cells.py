"""What goes into a workbook's cells: numbers as numbers, and text that stays the text it is.

**Text** never becomes a formula, whatever it begins with. **Exact values** become the float next to
them, and show the same hundredths in every program as on our pages: a value half way between two
hundredths goes in a hair's breadth nearer to the one it is shown as. Programs disagree about
halves, and many a half has no float of its own (1.125 has one, 1.005 becomes 1.00499…). The
difference is below the fourteenth digit, so sums over the cells are right as well.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.rounding import half_up
from tournament.core.numbers import MEAN_PLACES

SCORE_FORMAT = "0.00"
MEAN_FORMAT = f"0.{'0' * MEAN_PLACES}"
SIGNED_FORMAT = '+0;"−"0;0'
"""A hand score shows its sign, as on every page; the number behind −16 is −16."""
SHARED_RANK_FORMAT = '0"="'

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML can't hold, not even escaped."""
_LOOKS_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""What a program would read as an escaped letter in the file's own notation."""
_LOOKS_LIKE_A_FORMULA = ("=", "+", "-", "@")

Value = str | int | Fraction | None


@dataclass(frozen=True, slots=True)
class Style:
    """How a kind of cell looks; `name` is what the workbook's list of styles calls it."""

    name: str
    bold: bool = False
    size: float = 11
    grey: bool = False
    shaded: bool = False
    right: bool = False
    wrap: bool = False
    number_format: str = "General"
    places: int = 2
    """How many decimals of an exact value the number format shows."""
    line_below: Literal["hair", "medium"] | None = None
    """Thickness of the line under the cell."""


TITLE = Style("Botifarra title", bold=True, size=16)
SUBTITLE = Style("Botifarra subtitle", bold=True, size=12)
PLAIN = Style("Botifarra plain")
NOTE = Style("Botifarra note", grey=True, size=9)
HEAD = Style("Botifarra head", bold=True, wrap=True, line_below="medium")
HEAD_RIGHT = Style("Botifarra head right", bold=True, wrap=True, right=True, line_below="medium")
BAND = Style("Botifarra band", bold=True, shaded=True)
TEXT = Style("Botifarra text", wrap=True, line_below="hair")
NUMBER = Style("Botifarra number", right=True, line_below="hair")
RANK = Style("Botifarra rank", bold=True, right=True, line_below="hair")
SHARED_RANK = Style(
    "Botifarra shared rank",
    bold=True,
    right=True,
    number_format=SHARED_RANK_FORMAT,
    line_below="hair",
)
SIGNED = Style("Botifarra signed", right=True, number_format=SIGNED_FORMAT, line_below="hair")
SCORE = Style("Botifarra score", right=True, number_format=SCORE_FORMAT, line_below="hair")
STRONG_SCORE = Style(
    "Botifarra strong score",
    bold=True,
    right=True,
    number_format=SCORE_FORMAT,
    line_below="hair",
)
MEAN = replace(SCORE, name="Botifarra mean", number_format=MEAN_FORMAT, places=MEAN_PLACES)
STRONG_MEAN = replace(MEAN, name="Botifarra strong mean", bold=True)
FIELD = Style("Botifarra field", grey=True, right=True, number_format=SIGNED_FORMAT)

STYLES = (
    TITLE,
    SUBTITLE,
    PLAIN,
    NOTE,
    HEAD,
    HEAD_RIGHT,
    BAND,
    TEXT,
    NUMBER,
    RANK,
    SHARED_RANK,
    SIGNED,
    SCORE,
    STRONG_SCORE,
    MEAN,
    STRONG_MEAN,
    FIELD,
)


def add_styles(workbook: Workbook) -> None:
    """Make the styles known to a workbook; `put` uses them by name."""
    for style in STYLES:
        named = NamedStyle(name=style.name, number_format=style.number_format)
        named.font = Font(
            name="Calibri",
            bold=style.bold,
            size=style.size,
            color="FF595959" if style.grey else "FF000000",
        )
        named.alignment = Alignment(
            horizontal="right" if style.right else "left" if style.wrap else None,
            vertical="top",
            wrap_text=style.wrap,
            indent=1 if style.wrap and not style.right else 0,
        )
        if style.shaded:
            named.fill = PatternFill("solid", fgColor="FFE7E6E6")
        if style.line_below:
            named.border = Border(bottom=Side(style=style.line_below, color="FF7F7F7F"))
        workbook.add_named_style(named)


def put(sheet: Worksheet, row: int, column: int, value: Value, style: Style) -> None:
    """Write a value into the cell at `row` and `column`, both from 1; None or "" leave it empty."""
    cell = sheet.cell(row, column)
    if isinstance(value, Fraction):
        cell.value = nearest_cell_number(value, style.places)
    elif not isinstance(value, str):
        cell.value = value
    elif value:
        cell.value = safe_text(value)
        cell.data_type = "s"
    cell.style = style.name
    if isinstance(value, str) and value.startswith(_LOOKS_LIKE_A_FORMULA):
        # The mark that a program sets when somebody types an apostrophe before the text: without
        # it, editing the cell and leaving it again would make it a formula.
        cell.quotePrefix = True


def safe_text(text: str) -> str:
    """`text` as a file can hold it; what is no letter at all becomes U+FFFD."""
    return _LOOKS_ESCAPED.sub("_x005F_", _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text))


def nearest_cell_number(value: Fraction, places: int = 2) -> float:
    """The float nearest to an exact value that every program rounds to `places` as we do."""
    shown = half_up(value, places)
    number = float(value)
    while not _is_shown_as(number, shown, places):
        number = math.nextafter(number, float(shown))
    return number


def _is_shown_as(number: float, shown: Decimal, places: int) -> bool:
    """Whether programs that round the float itself, and those that first take fifteen digits of
    it, all show `shown`; the former disagree about a half, so it must not be one.
    """
    distance = abs(Fraction(number) - Fraction(shown))
    return distance * 2 * 10**places < 1 and half_up(Fraction(f"{number:.15g}"), places) == shown
