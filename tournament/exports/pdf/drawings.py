"""Drawings (`core.drawings`) on paper, in black, grey and widths of lines; bracket and course."""

from __future__ import annotations

from typing import Any, assert_never

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournament.core.drawings.bracket import INSET, LINKS, least_height
from tournament.core.drawings.rank_lines import letters_beside
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
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import Box as Room
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.ink import BLACK, BOLD, REGULAR
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import BASELINE, Align, Fitted, draw_text, printable, text_width
from tournament.standings.bracket import (
    BracketPart,
    bracket_drawing,
    has_legs,
    has_notes,
    parts_of,
    without_legs,
)
from tournament.standings.course import course_drawing
from tournament.standings.rankings.bracket_view import BracketView
from tournament.standings.rankings.ranking import StandingsView

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
"""Width of a line, before it is scaled, and its grey."""


def drawing_block(drawing: Drawing, scale: float = 1.0, letters: float = LETTERS) -> Block:
    """Return the drawing, `scale` points for each of its own units. It must not be a fluid one.

    `letters` is the size of its words in those units; lines are scaled with them.
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


MOST_TIES = 16
"""Matches that stand below each other on a page: a bracket of 32 has room on one."""
_SIDE_HEIGHTS = (20.0, 18.0, 16.0, 14.5, 13.0)
"""Possible heights of a side of a match, in points; less only where there is no room."""
_LEAST_WITH_LEGS = 14.5
"""Least height with which both games of a tie are shown; below it, larger letters are better."""
_MATCH_WIDTH = 19
"""Largest width of a match, in heights of a side."""
_SIDE_LETTERS = 0.66
"""Size of the letters, in heights of a side."""


def bracket_pages(heading: Heading, view: BracketView) -> list[Page]:
    """Return a wide page for each part of the bracket, in letters as large as there is room for.

    With many pairs the first rounds are divided among several pages; the last page has the rest.
    """
    box = body_box(heading, wide=True)
    return [
        page
        for part in parts_of(view, MOST_TIES)
        for page in fill([_bracket_block(part, box)], heading, wide=True)
    ]


def _bracket_block(part: BracketPart, box: Room) -> Block:
    """Return the part in the largest letters in which no name is cut; in the smallest, if some are
    cut anyway."""
    room = (box.height - 4) / least_height(
        len(part.rounds[0].ties), 1.0, part.third, notes=has_notes(part)
    )
    rows = [row for row in _SIDE_HEIGHTS if row < room] or [room]
    tried = [(without_legs(part), row) for row in rows]
    if has_legs(part):
        tried = [(part, row) for row in rows if row >= _LEAST_WITH_LEGS] + tried
    for shown, row in tried:
        drawing = _bracket_drawing(shown, box, row)
        if not _is_cut(drawing):
            break
    return drawing_block(drawing, letters=row * _SIDE_LETTERS)


def _bracket_drawing(part: BracketPart, box: Room, row: float) -> Drawing:
    columns, size = len(part.rounds), row * _SIDE_LETTERS
    width = (box.width - 1 - (columns - 1) * 2 * LINKS * row) / columns
    width = min(width, _MATCH_WIDTH * row)

    def fits(name: str, points: str) -> bool:
        needed = text_width(name, BOLD, size) + text_width(points, BOLD, size)
        return needed <= width - 2 * INSET * row - (size if points else 0)

    return bracket_drawing(part, row=row, width=width, fits=fits, height=box.height - 4)


def _is_cut(drawing: Drawing) -> bool:
    matches = (one for one in drawing.shapes if isinstance(one, Group))
    words = (one for match in matches for one in match.shapes if isinstance(one, Words))
    return any(one.text.endswith("…") or "… – " in one.text for one in words)


_LARGEST, _SMALLEST = 10.0, 7.0
"""Sizes of the letters. If even the smallest leave too little room, the last pairs are left out."""
_RANK_HEIGHT, _MOST_RANK_HEIGHT, _ROOM_ABOVE = 17.0, 36.0, 44.0
"""Least and greatest height of a rank, and the room around all, in units of the drawing."""
_NOTE = 9.0
_MOST_WIDE = 26
"""Most pairs on a wide page."""


def course_pages(heading: Heading, view: StandingsView[Any]) -> list[Page]:
    """Return a page with the ranks of all pairs over the rounds: wide for few pairs, upright for
    many.

    The lines of `view` know their ranks.
    """
    wide = len(view.lines) <= _MOST_WIDE
    box = body_box(heading, wide=wide)
    of_players = any(line.contestant.is_player for line in view.lines)
    told = _("Each line is a pair: its rank after each round, the first at the top.")
    if of_players:
        told = _("Each line is a player: the rank after each round, the first at the top.")
    about = _note(told, box.width)
    room = box.height - about.height - 2 * _NOTE
    scale = min(_LARGEST / LETTERS, room / (_RANK_HEIGHT * len(view.lines) + _ROOM_ABOVE))
    most = None
    blocks = [about, space(_NOTE)]
    if scale < _SMALLEST / LETTERS:
        scale = _SMALLEST / LETTERS
        room -= 2 * _NOTE
        most = int(room / scale - _ROOM_ABOVE) // int(_RANK_HEIGHT)
    shown = most or len(view.lines)
    row = min(_MOST_RANK_HEIGHT, max(_RANK_HEIGHT, (room / scale - _ROOM_ABOVE) / shown))
    width = box.width / scale
    letters = letters_beside(len(view.rounds), width)
    drawing = course_drawing(view, width=width, row=row, most=most, letters=letters)
    assert drawing is not None, "there is a course after two rounds"
    blocks.append(drawing_block(drawing, scale))
    if most is not None:
        said = {"most": most, "pairs": len(view.lines)}
        left_out = _("The first %(most)d of %(pairs)d pairs; the others have no room.")
        if of_players:
            left_out = _("The first %(most)d of %(pairs)d players; the others have no room.")
        blocks += [space(_NOTE / 2), _note(left_out % said, box.width)]
    return fill(blocks, heading, wide=wide)


def _note(text: str, width: float) -> Block:
    return paragraph(text, width, _NOTE)
