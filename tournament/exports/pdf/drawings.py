"""A drawing on paper: the same shapes as on a screen, in black and one grey.

What stands out has bold letters and thick lines.
"""

from __future__ import annotations

from typing import assert_never

from reportlab.pdfgen.canvas import Canvas

from tournament.core.drawings.shapes import (
    Anchor,
    Box,
    Dot,
    Drawing,
    Group,
    Ink,
    Line,
    Shape,
    Words,
)
from tournament.exports.pdf.ink import BLACK, BOLD, GREY, REGULAR
from tournament.exports.pdf.text import printable

_THICKNESS = {Ink.GUIDE: 0.25, Ink.AXIS: 0.6, Ink.LIT: 1.5}


def draw_drawing(canvas: Canvas, drawing: Drawing, x: float, top: float, size: float) -> None:
    """Draw it below and right of (x, top), in its own size; `size` is that of its letters.

    A fluid drawing has no width of its own and is none for paper.
    """
    assert not drawing.fluid, "a drawing that is as wide as its place"
    canvas.saveState()
    canvas.translate(x, top)
    for shape in drawing.shapes:
        _shape(canvas, shape, size)
    canvas.restoreState()


def _shape(canvas: Canvas, shape: Shape, size: float) -> None:
    canvas.setStrokeGray(BLACK)
    canvas.setFillGray(BLACK)
    match shape:
        case Line():
            _line(canvas, shape)
        case Dot():
            canvas.setLineWidth(1)
            canvas.circle(shape.x, -shape.y, shape.radius, fill=int(shape.form.is_filled))
        case Box():
            canvas.rect(shape.x, -shape.y - shape.height, shape.width, shape.height, 0, 1)
        case Words():
            _words(canvas, shape, size)
        case Group():
            for one in shape.shapes:
                _shape(canvas, one, size)
        case _:
            assert_never(shape)


def _line(canvas: Canvas, line: Line) -> None:
    canvas.setLineWidth(_THICKNESS.get(line.ink, 1.0))
    path = canvas.beginPath()
    (x, y), *others = line.points
    path.moveTo(x, -y)
    for x, y in others:
        path.lineTo(x, -y)
    canvas.drawPath(path)


def _words(canvas: Canvas, words: Words, size: float) -> None:
    canvas.setFillGray(GREY if words.ink is Ink.SOFT else BLACK)
    canvas.setFont(BOLD if words.ink is Ink.LIT else REGULAR, size)
    draw = {
        Anchor.START: canvas.drawString,
        Anchor.MIDDLE: canvas.drawCentredString,
        Anchor.END: canvas.drawRightString,
    }[words.anchor]
    draw(words.x, -words.y, printable(words.text))
