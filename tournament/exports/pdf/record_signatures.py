"""Lines to sign on, with the names of those who ran the championship below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.pdfgen.canvas import Canvas

from tournament.championships.queries import Person
from tournament.exports.pdf.ink import GREY, draw_rule
from tournament.exports.pdf.paper import COLUMN_GAP as GAP
from tournament.exports.pdf.paper import Block, column_width
from tournament.exports.pdf.text import draw_text, fit

_ACROSS = 2
_LEAST = 4
"""Lines there are in any case: who signs need not have an account."""
_ROOM = 52.0
"""Height in points above a line."""


def signature_blocks(people: Sequence[Person], width: float) -> Iterator[Block]:
    """A line for each organiser and referee, two side by side."""
    signers = [(person.name, str(person.role.label)) for person in people]
    signers += [("", "")] * max(_LEAST - len(signers), len(signers) % _ACROSS)
    for start in range(0, len(signers), _ACROSS):
        yield _line(signers[start : start + _ACROSS], width)


def _line(signers: Sequence[tuple[str, str]], width: float) -> Block:
    each = column_width(width, _ACROSS)
    names = [(fit(name, each, 10), fit(role, each, 8.5)) for name, role in signers]
    below = max(name.height + role.height for name, role in names)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        base = top - _ROOM
        for index, (name, role) in enumerate(names):
            left = x + index * (each + GAP)
            draw_rule(canvas, left, left + each, base, 0.75)
            draw_text(canvas, name, left, base - 3)
            draw_text(canvas, role, left, base - 3 - name.height, ink=GREY)

    return Block(_ROOM + 3 + below, draw)
