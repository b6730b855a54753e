"""The typefaces of every paper: DejaVu, embedded, with all the letters of our three languages.

They are read from this package (see fonts/LICENSE.txt) when the first paper is made, not before.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR = "DejaVuSans"
BOLD = "DejaVuSans-Bold"
MONO = "DejaVuSansMono"

FOLDER = Path(__file__).resolve().parent.parent / "fonts"


@cache
def font(name: str) -> TTFont:
    """The typeface, ready to be measured and used by name on a canvas."""
    face = TTFont(name, FOLDER / f"{name}.ttf")
    pdfmetrics.registerFont(face)
    return face
