"""The bracket of a knock-out on wide pages, in letters as large as there is room for.

With many pairs the first rounds are divided among several pages; the last page has the rest.
"""

from __future__ import annotations

from tournament.core.drawings.bracket import INSET, LINKS, least_height
from tournament.core.drawings.shapes import Drawing, Group, Words
from tournament.exports.heading import Heading
from tournament.exports.pdf.drawings import drawing_block
from tournament.exports.pdf.frame import Box, body_box
from tournament.exports.pdf.ink import BOLD
from tournament.exports.pdf.paper import Block, Page, fill
from tournament.exports.pdf.text import text_width
from tournament.standings.bracket import (
    BracketPart,
    bracket_drawing,
    has_legs,
    has_notes,
    parts_of,
    without_legs,
)
from tournament.standings.rankings.bracket_view import BracketView

MOST_TIES = 16
"""How many matches stand below each other on a page: a bracket of 32 has room on one."""
_ROWS = (20.0, 18.0, 16.0, 14.5, 13.0)
"""The heights that a side of a match can have, in points; less only where there is no room."""
_ROWS_OF_LEGS = 14.5
"""The least with which both games of a tie are worth their room; below it, larger letters are."""
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
    """In the largest letters in which no name is cut; in the smallest, if some are cut anyway."""
    room = (box.height - 4) / least_height(
        len(part.rounds[0].ties), 1.0, part.third, notes=has_notes(part)
    )
    rows = [row for row in _ROWS if row < room] or [room]
    tried = [(without_legs(part), row) for row in rows]
    if has_legs(part):
        tried = [(part, row) for row in rows if row >= _ROWS_OF_LEGS] + tried
    for shown, row in tried:
        drawing = _drawing(shown, box, row)
        if not _is_cut(drawing):
            break
    return drawing_block(drawing, letters=row * _LETTERS)


def _drawing(part: BracketPart, box: Box, row: float) -> Drawing:
    columns, size = len(part.rounds), row * _LETTERS
    width = (box.width - 1 - (columns - 1) * 2 * LINKS * row) / columns
    width = min(width, _WIDEST * row)

    def fits(name: str, points: str) -> bool:
        needed = text_width(name, BOLD, size) + text_width(points, BOLD, size)
        return needed <= width - 2 * INSET * row - (size if points else 0)

    return bracket_drawing(part, row=row, width=width, fits=fits, height=box.height - 4)


def _is_cut(drawing: Drawing) -> bool:
    matches = (one for one in drawing.shapes if isinstance(one, Group))
    words = (one for match in matches for one in match.shapes if isinstance(one, Words))
    return any(one.text.endswith("…") or "… – " in one.text for one in words)
