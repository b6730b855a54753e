"""The course of the standings on a page: the ranks of all pairs over the rounds."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournament.core.drawings.rank_lines import letters_beside
from tournament.exports.heading import Heading
from tournament.exports.pdf.drawings import LETTERS, drawing_block
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.standings.course import course_drawing
from tournament.standings.rankings.ranking import StandingsView

_LARGEST, _SMALLEST = 10.0, 7.0
"""Sizes of the letters. Where not even the smallest leave room for all pairs, the last ones are
left out."""
_ROW, _HIGHEST_ROW, _ROOM_ABOVE = 17.0, 36.0, 44.0
"""The least and the greatest height of a rank, and what stands above and below them, in units of
the drawing."""
_NOTE = 9.0
_WIDE = 26
"""How many pairs, at most, stand on a wide page."""


def course_pages(heading: Heading, view: StandingsView[Any]) -> list[Page]:
    """A page: wide for few pairs, upright for many. The lines of `view` know their ranks."""
    wide = len(view.lines) <= _WIDE
    box = body_box(heading, wide=wide)
    of_players = any(line.contestant.is_player for line in view.lines)
    told = _("Each line is a pair: its rank after each round, the first at the top.")
    if of_players:
        told = _("Each line is a player: the rank after each round, the first at the top.")
    about = _note(told, box.width)
    room = box.height - about.height - 2 * _NOTE
    scale = min(_LARGEST / LETTERS, room / (_ROW * len(view.lines) + _ROOM_ABOVE))
    most = None
    blocks = [about, space(_NOTE)]
    if scale < _SMALLEST / LETTERS:
        scale = _SMALLEST / LETTERS
        room -= 2 * _NOTE
        most = int(room / scale - _ROOM_ABOVE) // int(_ROW)
    shown = most or len(view.lines)
    row = min(_HIGHEST_ROW, max(_ROW, (room / scale - _ROOM_ABOVE) / shown))
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
