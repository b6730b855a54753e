"""Card by card: from a sorted pack, to which seat each of the 48 cards goes.

A column a suit, in the order in which a pack comes new: oros, copes, espases, bastos, each from the
ace to the king by the figures on the cards. Below each column stands how many cards lie in the
piles by then, so that a slip is noticed before the last card.
"""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scoring.game.cards import Card, Rank, Suit
from scoring.game.deals import Deal
from scoring.game.seats import Seat
from tournament.core.labels import label
from tournament.exports.pdf.diagrams import court_names, draw_mark, draw_suit
from tournament.exports.pdf.frame import Box
from tournament.exports.pdf.ink import BOLD, GREY, draw_rule
from tournament.exports.pdf.text import BASELINE, Align, draw_text, fit

AS_IT_COMES = tuple(sorted(Rank, key=lambda rank: rank.number))
"""The ranks of a suit from the ace to the king."""

_TITLE, _HOW = 16.0, 27.0
_HEAD, _ROW, _FOOT = 17.0, 15.4, 16.0
_GAP = 16.0
"""Between columns."""
HEIGHT: float = _TITLE + _HOW + _HEAD + len(AS_IT_COMES) * _ROW + _FOOT
"""Height of the list at its full size, in points."""


def draw_dealing_list(canvas: Canvas, deal: Deal, box: Box, scale: float) -> None:
    """Draw the list below the upper edge of `box`, as wide as it is."""
    draw_text(canvas, fit(_("Card by card"), box.width, 12 * scale, BOLD), box.left, box.top)
    how = _(
        "Sort a pack like a new one: coins, cups, swords, batons, each from the ace (1) to the "
        "king (12), with the ace of coins on top. Go through it card by card, column by "
        "column, and put each card on the pile of its seat."
    )
    size = 8.5 * scale
    while fit(how, box.width, size, least=1).height > (_HOW - 5) * scale:
        size -= 0.25
    text = fit(how, box.width, size, least=1)
    draw_text(canvas, text, box.left, box.top - _TITLE * scale, ink=GREY)
    width = (box.width - (len(Suit) - 1) * _GAP) / len(Suit)
    top = box.top - (_TITLE + _HOW) * scale
    piles: Counter[Seat] = Counter()
    for index, suit in enumerate(Suit):
        piles.update(deal.seat_of(Card(suit, rank)) for rank in AS_IT_COMES)
        x = box.left + index * (width + _GAP)
        _draw_column(canvas, deal, suit, piles, Box(x, box.bottom, width, top - box.bottom), scale)


def _draw_column(
    canvas: Canvas, deal: Deal, suit: Suit, piles: Counter[Seat], box: Box, scale: float
) -> None:
    """A suit's twelve cards, and the piles when they are dealt."""
    draw_suit(canvas, suit, box.left + 5 * scale, box.top - 13 * scale, 13 * scale)
    name = fit(label(suit), box.width - 26 * scale, 10.5 * scale, BOLD)
    draw_text(canvas, name, box.left + 24 * scale, box.top)
    y = box.top - _HEAD * scale
    draw_rule(canvas, box.left, box.right, y, 1)
    for index, rank in enumerate(AS_IT_COMES, start=1):
        _draw_row(canvas, rank, deal.seat_of(Card(suit, rank)), box, y, scale)
        y -= _ROW * scale
        draw_rule(canvas, box.left, box.right, y, 0.7 if index % 3 == 0 else 0.2)
    _draw_piles(canvas, piles, box, y - 2.5 * scale, scale)


def _draw_row(canvas: Canvas, rank: Rank, seat: Seat, box: Box, top: float, scale: float) -> None:
    """The card's figure and the name of a court card; its seat, large, with the seat's mark."""
    size = 11.5 * scale
    base = top - 11.7 * scale
    above = base + size * BASELINE
    figure = fit(str(rank.number), 20 * scale, size, BOLD)
    draw_text(canvas, figure, box.left + 19 * scale, above, align=Align.RIGHT)
    if name := court_names().get(rank):
        court = fit(name, 29 * scale, 7.5 * scale, least=0.5)
        draw_text(canvas, court, box.left + 23 * scale, base + court.size * BASELINE, ink=GREY)
    draw_mark(canvas, seat, box.left + 55 * scale, base, 8.5 * scale)
    left = box.left + 67 * scale
    word = fit(label(seat), box.right - left, size, BOLD, least=0.5)
    draw_text(canvas, word, left, base + word.size * BASELINE)


def _draw_piles(canvas: Canvas, piles: Counter[Seat], box: Box, top: float, scale: float) -> None:
    size = 8.5 * scale
    wide = 27 * scale
    words = fit(_("Piles:"), wide - 2, size, least=0.5)
    draw_text(canvas, words, box.left, top - (size - words.size) * BASELINE, ink=GREY)
    step = (box.width - wide) / len(Seat)
    for index, seat in enumerate(Seat):
        x = box.left + wide + index * step
        draw_mark(canvas, seat, x, top - size * BASELINE, 6 * scale)
        draw_text(canvas, fit(str(piles[seat]), step, size, BOLD), x + 7 * scale, top)
