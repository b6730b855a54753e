"""The drawn suits on paper: each is one form of the file, placed wherever the suit stands."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from scoring.game.cards import Suit
from tournament.core.suits import OUTLINES, SIZE, commands, symbol_id

_EVEN_ODD = 0
"""reportlab's number for that rule: an inner loop is a hole."""


def define_suits(canvas: Canvas) -> None:
    """Put the four drawings into the file; once, before its first page is drawn."""
    for suit, outlines in OUTLINES.items():
        canvas.beginForm(symbol_id(suit), 0, 0, SIZE, SIZE)
        canvas.transform(1, 0, 0, -1, 0, SIZE)  # the outlines count downwards, paper upwards
        for outline in outlines:
            path = canvas.beginPath()
            for letter, numbers in commands(outline):
                if letter == "M":
                    path.moveTo(*numbers)
                elif letter == "L":
                    path.lineTo(*numbers)
                elif letter == "C":
                    path.curveTo(*numbers)
                else:
                    path.close()
            canvas.drawPath(path, stroke=0, fill=1, fillMode=_EVEN_ODD)
        canvas.endForm()


def draw_suit(canvas: Canvas, suit: Suit, x: float, y: float, size: float) -> None:
    """Draw a suit in the square of `size` points whose lower left corner is (x, y)."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(size / SIZE, size / SIZE)
    canvas.setFillGray(0)
    canvas.doForm(symbol_id(suit))
    canvas.restoreState()
