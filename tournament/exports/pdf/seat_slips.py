"""Seat slips: what goes with a seat's cards, to be cut out. Four a hand, two by two.

┌────────────────────────────┐
│ ▲ Hand 13 · North    [PLB] │
│ the twelve cards, sorted   │
│ dealer, round              │
└────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scoring.game.seats import Seat
from tournament.core.labels import label
from tournament.deals.queries import DealtHand
from tournament.exports.pdf.cards import GUTTER, draw_dashes
from tournament.exports.pdf.diagrams import Letters, draw_seat, draw_suits
from tournament.exports.pdf.frame import SIDE_MARGIN, Box
from tournament.exports.pdf.ink import BLACK, BOLD, GREY
from tournament.exports.pdf.text import Align, draw_text, fit, text_width
from tournament.exports.rows import hand_title

_LETTERS = Letters(cards=13.5, line=15.5, name=13.5)
_HEAD, _FOOT = 23.0, 13.0
_SLIP: float = _HEAD + 4 * _LETTERS.line + _FOOT
_CODE = 15.0
HEIGHT: float = 2 * (_SLIP + GUTTER) + GUTTER / 2
"""Height of the slips at their full size with the lines to cut along, in points."""


def draw_slips(
    canvas: Canvas,
    of: str,
    hand: DealtHand,
    codes: Mapping[Seat, str],
    box: Box,
    scale: float,
) -> None:
    """Draw the four slips at the lower edge of `box`, and lines to cut along around them.

    `of` is the round they belong to, in words. `codes` are the hand's check codes, none where they
    are not known.
    """
    gutter = GUTTER * scale
    width, height = (box.width - gutter) / 2, _SLIP * scale
    for index, seat in enumerate(Seat):
        row, column = divmod(index, 2)
        bottom = box.bottom + gutter / 2 + (1 - row) * (height + gutter)
        slip = Box(box.left + column * (width + gutter), bottom, width, height)
        _draw_slip(canvas, of, hand, seat, codes.get(seat, ""), slip, scale)
    beyond = SIDE_MARGIN - 14
    for row in range(3):
        y = box.bottom + row * (height + gutter)
        draw_dashes(canvas, box.left - beyond, y, box.right + beyond, y)
    middle = box.left + box.width / 2
    draw_dashes(canvas, middle, box.bottom, middle, box.bottom + 2 * (height + gutter))


def _draw_slip(
    canvas: Canvas,
    of: str,
    hand: DealtHand,
    seat: Seat,
    code: str,
    slip: Box,
    scale: float,
) -> None:
    letters = _LETTERS.scaled(scale)
    room = slip.width
    if code:
        size = _CODE * scale
        wide = text_width(code, BOLD, size) + 12 * scale
        room -= wide + 6
        canvas.setStrokeGray(BLACK)
        canvas.setLineWidth(1)
        canvas.rect(slip.right - wide, slip.top - 19 * scale, wide, 19 * scale)
    title = f"{hand_title(hand.number)} · {label(seat)}"
    draw_seat(canvas, seat, title, slip.left, slip.top, room, letters.name)
    if code:
        middle = slip.right - wide / 2
        draw_text(canvas, fit(code, wide, size, BOLD), middle, slip.top, align=Align.CENTRE)
    top = slip.top - _HEAD * scale
    draw_suits(canvas, hand.deal, seat, slip.left, top, slip.width, letters)
    dealer = _("dealer: %(seat)s") % {"seat": label(hand.dealer)}
    foot = fit(" · ".join(filter(None, [dealer, of])), slip.width, 8.5 * scale, least=0.5)
    draw_text(canvas, foot, slip.left, slip.bottom + foot.height, ink=GREY)
