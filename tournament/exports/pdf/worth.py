"""The worth of a hand with all cards known, in the lower corners of its diagram.

      ▼ South                     at the left the best call and its hand score,
Best call      NS, all cards known     at the right the makers' points by each
◎ +10          ◎ 46   † 30             denomination
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.pdfgen.canvas import Canvas

from scoring.game.announcements import Denomination
from scoring.game.cards import Suit
from tournament.analysis.queries import HandWorth
from tournament.core.labels import label
from tournament.core.numbers import NOTHING, signed_range_text
from tournament.exports.pdf.diagrams import Letters, draw_suit
from tournament.exports.pdf.frame import Box
from tournament.exports.pdf.ink import BOLD, GREY, REGULAR
from tournament.exports.pdf.text import BASELINE, LEADING, draw_text, fit

Worths = Mapping[int, HandWorth]
"""The worth of hands, by their numbers."""

_LINES = 4
_LEAST = 0.45
"""Smallest scale of a text, so that it stays in its corner."""


def explanation() -> str:
    """Return the meaning of the figures, in a sentence for the reader."""
    return _(
        "All cards known: what the makers get if all four play their best and see all 48 "
        "cards. No table could have been sure to make it."
    )


def draw_worth(canvas: Canvas, worth: HandWorth, box: Box, letters: Letters) -> None:
    """Draw it where `draw_diagram` leaves room below West and East in its box."""
    column = box.width / 3
    size = min(letters.name, letters.corner / _LINES / LEADING)
    top = box.top - letters.height + size * LEADING * _LINES
    right = Box(box.left + 2 * column, top, column, 0)
    if not worth.points:
        text = fit(_("not analysed yet"), column - 4, size, least=_LEAST)
        draw_text(canvas, text, right.left, top, ink=GREY)
        return
    _draw_points(canvas, worth, right, size)
    if worth.best_calls:
        _draw_best(canvas, worth, Box(box.left, top, column, 0), size)


def _draw_points(canvas: Canvas, worth: HandWorth, box: Box, size: float) -> None:
    title = _("%(side)s, all cards known") % {"side": label(worth.makers)}
    draw_text(canvas, fit(title, box.width - 4, size, least=_LEAST), box.left, box.top, ink=GREY)
    for index, trump in enumerate(Denomination):
        # Two suits in a line, in the order of suits from above; botifarra below.
        down, along = (3, 0) if trump is Denomination.BOTIFARRA else (1 + index % 2, index // 2)
        points = worth.points.get(trump)
        x = box.left + along * (box.width - 4) / 2
        width = box.width - 4 if trump is Denomination.BOTIFARRA else (box.width - 4) / 2 - 2
        _draw_call(
            canvas,
            (trump,),
            str(points) if points else NOTHING,
            Box(x, box.top - down * size * LEADING, width, 0),
            size,
            font=BOLD if trump in worth.best_calls else REGULAR,
        )


def _draw_best(canvas: Canvas, worth: HandWorth, box: Box, size: float) -> None:
    title = pgettext("all cards known", "Best call")
    draw_text(canvas, fit(title, box.width - 4, size, least=_LEAST), box.left, box.top, ink=GREY)
    score = signed_range_text(worth.best_score)
    below = Box(box.left, box.top - size * LEADING, box.width - 4, 0)
    _draw_call(canvas, worth.best_calls, score, below, size, font=BOLD)


def _draw_call(
    canvas: Canvas,
    trumps: tuple[Denomination, ...],
    figures: str,
    box: Box,
    size: float,
    *,
    font: str,
) -> None:
    """Draw denominations, suits as drawings, and figures after them."""
    side = size * 0.9
    suits = [Suit(trump.value) for trump in trumps if trump is not Denomination.BOTIFARRA]
    for index, suit in enumerate(suits):
        draw_suit(canvas, suit, box.left + index * side * 1.15, box.top - size * BASELINE, side)
    words = [figures]
    if Denomination.BOTIFARRA in trumps:
        words.insert(0, label(Denomination.BOTIFARRA))
    after = len(suits) * side * 1.15 + (side * 0.25 if suits else 0)
    text = fit(" ".join(words), box.width - after, size, font, least=_LEAST)
    base = box.top - (size - text.size) * BASELINE
    draw_text(canvas, text, box.left + after, base)
