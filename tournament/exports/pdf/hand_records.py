"""Hand records: the hands that everybody may see, and their worth, eight a page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scoring.game.seats import Seat
from tournament.analysis.queries import HandWorth
from tournament.core.labels import label
from tournament.deals.queries import DealtHand
from tournament.exports.heading import Heading
from tournament.exports.pdf.diagrams import Letters, draw_diagram, letters_words
from tournament.exports.pdf.frame import Box, body_box
from tournament.exports.pdf.ink import BOLD, GREY, draw_rule
from tournament.exports.pdf.paper import (
    COLUMN_GAP,
    Block,
    Page,
    column_width,
    fill,
    paragraph,
    space,
)
from tournament.exports.pdf.text import Align, draw_text, fit
from tournament.exports.pdf.worth import Worths, draw_worth, explanation
from tournament.exports.rows import hand_conditions, hand_title

_COLUMNS = 2
_ROWS = 4
A_PAGE = _COLUMNS * _ROWS
"""Hands on a page."""
_LETTERS = Letters(cards=10.0, line=11.8, name=8.0)
_TITLE = 18.0
_POINTS = 13.0
_ROW: float = _TITLE + _LETTERS.height + _POINTS


def hand_record_pages(heading: Heading, hands: Sequence[DealtHand], worths: Worths) -> list[Page]:
    """Return the diagrams of the hands, row by row, with their worth as far as it is known."""
    box = body_box(heading)
    width = column_width(box.width, _COLUMNS)
    # A long name above leaves less room: everything shrinks a little.
    legend = _legend(box.width, analysed=any(worth.points for worth in worths.values()))
    scale = min(1.0, (box.height - legend.height) / _ROWS / (_ROW + 2))
    gap = min(14.0, (box.height - legend.height) / _ROWS - _ROW * scale)
    blocks: list[Block] = []
    for start in range(0, len(hands), _COLUMNS):
        if start % A_PAGE == 0:
            blocks.append(legend)
        blocks.append(_row(hands[start : start + _COLUMNS], worths, width, scale))
        blocks.append(space(gap - 0.1))
    return fill(blocks[:-1], heading)


def _legend(width: float, *, analysed: bool) -> Block:
    """Return the meaning of the letters, and of the figures if any, for the top of each page."""
    letters = paragraph(" · ".join(letters_words()), width, 8, ink=GREY)
    figures = paragraph(explanation(), width, 7, ink=GREY) if analysed else space(0)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        letters.draw(canvas, x, top)
        figures.draw(canvas, x, top - letters.height)

    return Block(letters.height + figures.height + 4, draw, keep=1)


def _row(hands: Sequence[DealtHand], worths: Worths, width: float, scale: float) -> Block:
    height = _ROW * scale

    def draw(canvas: Canvas, x: float, top: float) -> None:
        for index, hand in enumerate(hands):
            left = x + index * (width + COLUMN_GAP)
            place = Box(left, top - height, width, height)
            _draw_record(canvas, hand, worths.get(hand.number), place, scale)

    return Block(height, draw, bookmark=" · ".join(hand_title(hand.number) for hand in hands))


def _draw_record(
    canvas: Canvas, hand: DealtHand, worth: HandWorth | None, box: Box, scale: float
) -> None:
    title = fit(hand_title(hand.number), box.width * 0.4, 11 * scale, BOLD, least=0.5)
    draw_text(canvas, title, box.left, box.top)
    conditions = fit(hand_conditions(hand.number), box.width * 0.58, 7 * scale, least=0.5)
    below = box.top - (title.size - conditions.size) * 0.95
    draw_text(canvas, conditions, box.right, below, align=Align.RIGHT, ink=GREY)
    draw_rule(canvas, box.left, box.right, box.top - 15 * scale, 0.5)
    letters = _LETTERS.scaled(scale)
    rest = Box(box.left, box.bottom, box.width, box.height - _TITLE * scale)
    draw_diagram(canvas, hand, rest, letters)
    if worth:
        draw_worth(canvas, worth, rest, letters)
    points = fit(_points(hand), box.width, 7 * scale, least=0.5)
    draw_text(canvas, points, box.left, rest.top - letters.height - 2 * scale, ink=GREY)


def _points(hand: DealtHand) -> str:
    """Return how many of the 60 points of the cards each seat was dealt."""
    counts = (f"{label(seat)} {sum(card.points for card in hand.deal.hand(seat))}" for seat in Seat)
    return _("Card points: %(points)s") % {"points": " · ".join(counts)}
