"""Labels with people's names, 24 a page, to be cut out.

┌──────────────────┐
│ 7   Maria Puig   │
│     CB Valls     │
└──────────────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from reportlab.pdfgen.canvas import Canvas

from tournament.exports.heading import Heading
from tournament.exports.pdf.cards import Card, card_pages
from tournament.exports.pdf.frame import Box
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Page
from tournament.exports.pdf.text import draw_text, fit

COLUMNS, ROWS = 3, 8
_PADDING = 8.0
_NUMBER, _NAME, _CLUB = 24.0, 14.0, 9.0
_NUMBER_WIDTH, _GAP = 36.0, 6.0
_SCALES = (1.0, 0.9, 0.8, 0.7, 0.6)
"""How much smaller a long name is drawn: the first at which it has room and no word is broken."""


@dataclass(frozen=True, slots=True)
class NameLabel:
    """A person, the number of their pair, and its club or ""."""

    number: int
    name: str
    club: str


def name_label_pages(heading: Heading, labels: Sequence[NameLabel]) -> list[Page]:
    """The labels in their order, from left to right; at least one page."""
    cards = [Card(partial(_draw_label, label)) for label in labels]
    return card_pages(heading, cards, COLUMNS, ROWS)


def _draw_label(label: NameLabel, canvas: Canvas, box: Box) -> None:
    """The number at the left, the name and the club beside it, all level in the middle."""
    room = box.width - 2 * _PADDING - _NUMBER_WIDTH - _GAP
    club = fit(label.club, room, _CLUB)
    for scale in _SCALES:
        name = fit(label.name, room, _NAME * scale, BOLD)
        is_whole = all(word in " ".join(name.lines).split() for word in label.name.split())
        if is_whole and name.height + club.height <= box.height - 2 * _PADDING:
            break
    middle = (box.top + box.bottom) / 2
    number = fit(str(label.number), _NUMBER_WIDTH, _NUMBER, BOLD, least=0.5)
    draw_text(canvas, number, box.left + _PADDING, middle + number.height / 2)
    left = box.left + _PADDING + _NUMBER_WIDTH + _GAP
    high = name.height + (club.height if label.club else 0)
    draw_text(canvas, name, left, middle + high / 2)
    if label.club:
        draw_text(canvas, club, left, middle + high / 2 - name.height, ink=GREY)
