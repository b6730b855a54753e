"""Cards and slips: several a page, all of one size, with lines to cut along between them.

A line runs across the whole page, so one cut serves all cards along it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import SIDE_MARGIN, Box, body_box
from tournament.exports.pdf.ink import BLACK, GREY
from tournament.exports.pdf.paper import Block, Page
from tournament.links.qr import QUIET, qr_runs


def draw_code(canvas: Canvas, rows: Sequence[Sequence[bool]], box: Box) -> None:
    """Draw the rows of `qr_modules` in a square box, including the white that readers need."""
    module = box.width / (len(rows) + 2 * QUIET)
    runs = (
        f"{start} {index} {length} 1 re"
        for index, row in enumerate(rows)
        for start, length in qr_runs(row)
    )
    canvas.saveState()
    # A module is a unit, counted from the upper left, and all of them are one path: short to
    # write, and no seam is left where they touch.
    canvas.translate(box.left + QUIET * module, box.top - QUIET * module)
    canvas.scale(module, -module)
    canvas.setFillGray(BLACK)
    canvas.addLiteral(f"{' '.join(runs)} f")
    canvas.restoreState()


GUTTER = 20.0
"""Room between neighbours, in the middle of which they are cut apart."""
_TO_THE_EDGE = SIDE_MARGIN - 14
"""Distance by which a line to cut along runs beyond the body."""


@dataclass(frozen=True, slots=True)
class Card:
    """A function that draws a card in its box, and the card's name in the table of contents."""

    draw: Callable[[Canvas, Box], None]
    bookmark: str = ""


def card_size(heading: Heading, columns: int, rows: int) -> tuple[float, float]:
    """Return width and height of each of the cards of an upright page, in points."""
    box = body_box(heading)
    width = (box.width - (columns - 1) * GUTTER) / columns
    return width, (box.height - (rows - 1) * GUTTER) / rows


def card_pages(heading: Heading, cards: Sequence[Card], columns: int, rows: int) -> list[Page]:
    """Return the cards, row by row, on as many pages as they need; at least one page."""
    box = body_box(heading)
    width, height = card_size(heading, columns, rows)
    pages = [Page(heading)]
    for index, card in enumerate(cards):
        row, column = divmod(index % (columns * rows), columns)
        if index and row == column == 0:
            pages.append(Page(heading))
        x = box.left + column * (width + GUTTER)
        top = box.top - row * (height + GUTTER)
        pages[-1].placed.append((x, top, _block(card, width, height)))
    for page in pages:
        page.placed.append((box.left, box.top, _cuts(box, columns, rows)))
    return pages


def _block(card: Card, width: float, height: float) -> Block:
    def draw(canvas: Canvas, x: float, top: float) -> None:
        card.draw(canvas, Box(x, top - height, width, height))

    return Block(height, draw, bookmark=card.bookmark)


def _cuts(box: Box, columns: int, rows: int) -> Block:
    def draw(canvas: Canvas, _x: float, _top: float) -> None:
        for column in range(1, columns):
            x = box.left - GUTTER / 2 + column * (box.width + GUTTER) / columns
            draw_dashes(canvas, x, box.bottom, x, box.top)
        for row in range(1, rows):
            y = box.bottom - GUTTER / 2 + row * (box.height + GUTTER) / rows
            draw_dashes(canvas, box.left - _TO_THE_EDGE, y, box.right + _TO_THE_EDGE, y)

    return Block(0, draw)


def draw_dashes(canvas: Canvas, x: float, y: float, to_x: float, to_y: float) -> None:
    """Draw a line to cut or to fold along."""
    canvas.saveState()
    canvas.setStrokeGray(GREY)
    canvas.setLineWidth(0.4)
    canvas.setDash(3, 3)
    canvas.line(x, y, to_x, to_y)
    canvas.restoreState()
