"""Typefaces, black, one grey, and straight rules for all papers; no colour."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

REGULAR = "DejaVuSans"
BOLD = "DejaVuSans-Bold"
MONO = "DejaVuSansMono"
FOLDER = Path(__file__).resolve().parent.parent / "fonts"
"""DejaVu, embedded: it has all the letters of our three languages. See fonts/LICENSE.txt."""


@cache
def font(name: str) -> TTFont:
    """Return the typeface, read at first use: to be measured, or named on a canvas."""
    face = TTFont(name, FOLDER / f"{name}.ttf")
    pdfmetrics.registerFont(face)
    return face


BLACK = 0.0
GREY = 0.2
"""Second in rank, and still clear on a worn printer."""


def draw_rule(canvas: Canvas, left: float, right: float, y: float, thickness: float) -> None:
    """Draw a line across, `thickness` points thick."""
    canvas.setStrokeGray(BLACK)
    canvas.setLineWidth(thickness)
    canvas.line(left, y, right, y)
