"""The bracket of a knock-out on wide pages, in letters as large as there is room for.

Of many pairs the first rounds are shared out among several pages, and the last one has the rest.
"""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from tournament.core.drawings.bracket import INSET, LINKS, least_height
from tournament.core.drawings.shapes import Drawing
from tournament.exports.heading import Heading
from tournament.exports.pdf.drawings import draw_drawing
from tournament.exports.pdf.frame import Box, body_box
from tournament.exports.pdf.ink import BOLD
from tournament.exports.pdf.paper import Block, Page, fill
from tournament.exports.pdf.text import text_width
from tournament.standings.bracket import BracketPart, bracket_drawing, parts_of
from tournament.standings.rankings.bracket_view import BracketView

MOST_TIES = 16
"""So many matches stand below each other on a page: a bracket of 32 is on one."""
_LARGEST = 20.0
"""The height of a side of a match, in points, at most."""
_WIDEST = 19
"""The width of a match, in heights of a side, at most."""
_LETTERS = 0.66
"""The size of the letters, in heights of a side."""


def bracket_pages(heading: Heading, view: BracketView) -> list[Page]:
    """A page for each part of the bracket."""
    box = body_box(heading, wide=True)
    return [
        page
        for part in parts_of(view, MOST_TIES)
        for page in fill([_block(part, box)], heading, wide=True)
    ]


def _block(part: BracketPart, box: Box) -> Block:
    columns = len(part.rounds)
    row = min(_LARGEST, (box.height - 4) / least_height(len(part.rounds[0].ties), 1.0, part.third))
    size = row * _LETTERS
    width = (box.width - 1 - (columns - 1) * 2 * LINKS * row) / columns
    width = min(width, _WIDEST * row)

    def fits(name: str, points: str) -> bool:
        needed = text_width(name, BOLD, size) + text_width(points, BOLD, size)
        return needed <= width - 2 * INSET * row - (size if points else 0)

    drawing = bracket_drawing(part, row=row, width=width, fits=fits, height=box.height - 4)
    return _drawn(drawing, size)


def _drawn(drawing: Drawing, size: float) -> Block:
    def draw(canvas: Canvas, x: float, top: float) -> None:
        draw_drawing(canvas, drawing, x, top, size)

    return Block(drawing.height, draw)
