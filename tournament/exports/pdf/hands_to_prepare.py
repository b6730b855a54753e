"""Hands to prepare: for those who make up the packs, a page a hand with all they need for it.

    hand number     ▲ North                   check codes
    ◀ West                               ▶ East
    letters         ▼ South
    card by card: a column a suit
    ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─
    the four seat slips, to cut out

The caller has to make sure that the hands may be seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scoring.game.seats import Seat
from tournament.core.labels import label
from tournament.deals.queries import DealtHand
from tournament.exports.heading import Heading
from tournament.exports.pdf import dealing_list, seat_slips
from tournament.exports.pdf.diagrams import Letters, draw_diagram, letters_words
from tournament.exports.pdf.frame import Box, body_box
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page
from tournament.exports.pdf.text import draw_text, fit, text_width
from tournament.exports.rows import hand_conditions, hand_title

_LETTERS = Letters(cards=12.5, line=15.5, name=10.0)
_GAP = 10.0
"""Between the diagram and the list."""
_NEEDED: float = _LETTERS.height + _GAP + dealing_list.HEIGHT + seat_slips.HEIGHT

Codes = Mapping[tuple[int, Seat], str]
"""Check codes by deal and seat."""


def hands_to_prepare_pages(
    heading: Heading, hands: Sequence[DealtHand], codes: Codes
) -> list[Page]:
    """A page a hand; `codes` are the check codes of its packs, empty where they are not known."""
    return [_page(heading, hand, codes) for hand in hands]


def _page(heading: Heading, hand: DealtHand, codes: Codes) -> Page:
    box = body_box(heading)
    own = {seat: codes[hand.number, seat] for seat in Seat if (hand.number, seat) in codes}
    # A long name above leaves less room: everything shrinks a little.
    scale = min(1.0, box.height / _NEEDED)

    def draw(canvas: Canvas, _x: float, _top: float) -> None:
        letters = _LETTERS.scaled(scale)
        draw_diagram(canvas, hand, box, letters)
        _draw_corners(canvas, hand, own, box, letters)
        below = box.height - letters.height - _GAP * scale
        rest = Box(box.left, box.bottom, box.width, below)
        dealing_list.draw_dealing_list(canvas, hand.deal, rest, scale)
        seat_slips.draw_slips(canvas, heading.subtitle, hand, own, box, scale)

    block = Block(box.height, draw, bookmark=hand_title(hand.number))
    return Page(heading, placed=[(box.left, box.top, block)])


def _draw_corners(
    canvas: Canvas, hand: DealtHand, codes: Mapping[Seat, str], box: Box, letters: Letters
) -> None:
    """Around the diagram: the hand's number, who deals, what letters mean, the check codes."""
    column = box.width / 3
    scale = letters.name / _LETTERS.name
    title = fit(hand_title(hand.number), column - 8, 20 * scale, BOLD, least=0.5)
    draw_text(canvas, title, box.left, box.top)
    conditions = fit(hand_conditions(hand.number), column - 8, 8 * scale)
    draw_text(canvas, conditions, box.left, box.top - title.height, ink=GREY)
    lower = box.top - letters.corner - letters.hand - 10 * scale
    words = letters_words()
    for row, two in enumerate((words[:2], words[2:])):
        meaning = fit(" · ".join(two), column - 16, 8 * scale, least=0.5)
        draw_text(canvas, meaning, box.left, lower - row * 11 * scale, ink=GREY)
    if codes:
        _draw_codes(canvas, codes, box.left + 2 * column, lower, column - 4, scale)


def _draw_codes(
    canvas: Canvas, codes: Mapping[Seat, str], x: float, top: float, width: float, scale: float
) -> None:
    size = 8 * scale
    draw_text(canvas, fit(_("Check codes"), width, size), x, top, ink=GREY)
    for index, (seat, code) in enumerate(codes.items()):
        row, column = divmod(index, 2)
        left = x + column * width / 2
        y = top - (row + 1) * 11.5 * scale
        name = fit(label(seat), width / 2 - 32 * scale, size, least=0.5)
        draw_text(canvas, name, left, y, ink=GREY)
        after = left + text_width(name.lines[0], name.font, name.size) + 4 * scale
        draw_text(canvas, fit(code, 30 * scale, 9 * scale, BOLD), after, y + scale)
