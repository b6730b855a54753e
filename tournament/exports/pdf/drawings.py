"""A drawing (`core.drawings`) on paper: the same shapes, in black, grey and widths of lines."""

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
from tournament.exports.pdf.ink import BLACK, BOLD, REGULAR
from tournament.exports.pdf.paper import Block
from tournament.exports.pdf.text import BASELINE, Align, Fitted, draw_text, printable

LETTERS = 13.0
"""The usual size of words in a drawing, before it is scaled."""
_WHITE = 1.0
_LINES: dict[Ink, tuple[float, float]] = {
    Ink.AXIS: (1.0, 0.3),
    Ink.GUIDE: (0.6, 0.8),
    Ink.PLAIN: (1.4, 0.35),
    Ink.LIT: (3.4, BLACK),
    Ink.BEST: (2.0, BLACK),
    Ink.SOFT: (1.0, 0.3),
}
"""How wide a line is, before it is scaled, and how grey."""


def drawing_block(drawing: Drawing, scale: float = 1.0, letters: float = LETTERS) -> Block:
    """The drawing, so many points for each of its own units. It must not be a fluid one.

    `letters` is the size of its words in those units; lines are as wide as goes with them.
    """
    assert not drawing.fluid, "a fluid drawing has no width of its own"

    def draw(canvas: Canvas, x: float, top: float) -> None:
        canvas.saveState()
        canvas.translate(x, top)
        canvas.scale(scale, scale)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        for shape in drawing.shapes:
            _draw(canvas, shape, Ink.PLAIN, letters)
        canvas.restoreState()

    return Block(drawing.height * scale, draw)


def _draw(canvas: Canvas, shape: Shape, around: Ink, letters: float) -> None:
    """Draw a shape; plain ones in a group have the group's ink. Up is y in a file, down in ours."""
    match shape:
        case Group():
            for one in shape.shapes:
                _draw(canvas, one, shape.ink, letters)
        case Line():
            _draw_line(canvas, shape, _ink(shape.ink, around), letters / LETTERS)
        case Dot():
            _draw_dot(canvas, shape, _ink(shape.ink, around))
        case Box():
            canvas.setFillGray(_LINES[_ink(shape.ink, around)][1])
            canvas.rect(
                shape.x, -shape.y - shape.height, shape.width, shape.height, stroke=0, fill=1
            )
        case Words():
            _draw_words(canvas, shape, _ink(shape.ink, around), letters)
        case _:
            assert_never(shape)


def _ink(own: Ink, around: Ink) -> Ink:
    return around if own is Ink.PLAIN else own


def _draw_line(canvas: Canvas, line: Line, ink: Ink, wider: float) -> None:
    width, grey = _LINES[ink]
    canvas.setLineWidth(width * wider)
    canvas.setStrokeGray(grey)
    path = canvas.beginPath()
    (x, y), *others = line.points
    path.moveTo(x, -y)
    for x, y in others:
        path.lineTo(x, -y)
    canvas.drawPath(path)


def _draw_dot(canvas: Canvas, dot: Dot, ink: Ink) -> None:
    _width, grey = _LINES[ink]
    canvas.setLineWidth(1.6)
    canvas.setStrokeGray(grey)
    canvas.setFillGray(grey if dot.form.is_filled else _WHITE)
    if dot.form.is_round:
        canvas.circle(dot.x, -dot.y, dot.radius, stroke=1, fill=1)
    else:
        side = 2 * dot.radius
        canvas.rect(dot.x - dot.radius, -dot.y - dot.radius, side, side, stroke=1, fill=1)


_ALIGN = {Anchor.START: Align.LEFT, Anchor.MIDDLE: Align.CENTRE, Anchor.END: Align.RIGHT}


def _draw_words(canvas: Canvas, words: Words, ink: Ink, letters: float) -> None:
    face = BOLD if ink is Ink.LIT else REGULAR
    text = Fitted((printable(words.text),), face, letters)
    top = -words.y + letters * BASELINE
    draw_text(canvas, text, words.x, top, align=_ALIGN[words.anchor])
