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

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scoring.game.cards import Card, Rank, Suit
from scoring.game.deals import Deal
from scoring.game.seats import Seat
from tournament.core.labels import label
from tournament.deals.queries import DealtHand
from tournament.exports.heading import Heading
from tournament.exports.pdf.cards import GUTTER, draw_dashes
from tournament.exports.pdf.diagrams import (
    Letters,
    court_names,
    draw_diagram,
    draw_mark,
    draw_seat,
    draw_suit,
    draw_suits,
    letters_words,
)
from tournament.exports.pdf.frame import SIDE_MARGIN, Box, body_box
from tournament.exports.pdf.ink import BLACK, BOLD, GREY, draw_rule
from tournament.exports.pdf.paper import Block, Page
from tournament.exports.pdf.text import BASELINE, Align, draw_text, fit, text_width
from tournament.exports.rows import hand_conditions, hand_title

AS_IT_COMES = tuple(sorted(Rank, key=lambda rank: rank.number))
"""The ranks of a suit from the ace to the king."""

_TITLE, _HOW = 16.0, 27.0
_SUIT, _ROW, _PILES = 17.0, 15.4, 16.0
_GAP = 16.0
"""Room between columns."""
_LIST_HEIGHT: float = _TITLE + _HOW + _SUIT + len(AS_IT_COMES) * _ROW + _PILES
"""Height of the list at its full size, in points."""


def _draw_list(canvas: Canvas, deal: Deal, box: Box, scale: float) -> None:
    """Draw to which seat each card of a sorted pack goes, below the upper edge of `box`.

    A column a suit, in the order in which a pack comes new: oros, copes, espases, bastos, each from
    the ace to the king by the figures on the cards. Below each column stands how many cards lie in
    the piles by then, so that a slip is noticed before the last card.
    """
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
    """Draw a suit's twelve cards, and the piles when they are dealt."""
    draw_suit(canvas, suit, box.left + 5 * scale, box.top - 13 * scale, 13 * scale)
    name = fit(label(suit), box.width - 26 * scale, 10.5 * scale, BOLD)
    draw_text(canvas, name, box.left + 24 * scale, box.top)
    y = box.top - _SUIT * scale
    draw_rule(canvas, box.left, box.right, y, 1)
    for index, rank in enumerate(AS_IT_COMES, start=1):
        _draw_row(canvas, rank, deal.seat_of(Card(suit, rank)), box, y, scale)
        y -= _ROW * scale
        draw_rule(canvas, box.left, box.right, y, 0.7 if index % 3 == 0 else 0.2)
    _draw_piles(canvas, piles, box, y - 2.5 * scale, scale)


def _draw_row(canvas: Canvas, rank: Rank, seat: Seat, box: Box, top: float, scale: float) -> None:
    """Draw the card's figure, a court card's name, and its seat, large, with the seat's mark."""
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


_SLIP_LETTERS = Letters(cards=13.5, line=15.5, name=13.5)
_SLIP_HEAD, _SLIP_FOOT = 23.0, 13.0
_SLIP: float = _SLIP_HEAD + 4 * _SLIP_LETTERS.line + _SLIP_FOOT
_CODE = 15.0
_SLIPS_HEIGHT: float = 2 * (_SLIP + GUTTER) + GUTTER / 2
"""Height of the slips at their full size with the lines to cut along, in points."""


def _draw_slips(
    canvas: Canvas,
    of: str,
    hand: DealtHand,
    codes: Mapping[Seat, str],
    box: Box,
    scale: float,
) -> None:
    """Draw the four slips at the lower edge of `box`, and lines to cut along around them.

    ┌────────────────────────────┐
    │ ▲ Hand 13 · North    [PLB] │
    │ the twelve cards, sorted   │
    │ dealer, round              │
    └────────────────────────────┘

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
    letters = _SLIP_LETTERS.scaled(scale)
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
    top = slip.top - _SLIP_HEAD * scale
    draw_suits(canvas, hand.deal, seat, slip.left, top, slip.width, letters)
    dealer = _("dealer: %(seat)s") % {"seat": label(hand.dealer)}
    foot = fit(" · ".join(filter(None, [dealer, of])), slip.width, 8.5 * scale, least=0.5)
    draw_text(canvas, foot, slip.left, slip.bottom + foot.height, ink=GREY)


_LETTERS = Letters(cards=12.5, line=15.5, name=10.0)
_ABOVE_LIST = 10.0
"""Room between the diagram and the list."""
_NEEDED: float = _LETTERS.height + _ABOVE_LIST + _LIST_HEIGHT + _SLIPS_HEIGHT

Codes = Mapping[tuple[int, Seat], str]
"""Check codes by deal and seat."""


def hands_to_prepare_pages(
    heading: Heading, hands: Sequence[DealtHand], codes: Codes
) -> list[Page]:
    """Return a page a hand; `codes` are the check codes of its packs, empty if not known."""
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
        below = box.height - letters.height - _ABOVE_LIST * scale
        rest = Box(box.left, box.bottom, box.width, below)
        _draw_list(canvas, hand.deal, rest, scale)
        _draw_slips(canvas, heading.subtitle, hand, own, box, scale)

    block = Block(box.height, draw, bookmark=hand_title(hand.number))
    return Page(heading, placed=[(box.left, box.top, block)])


def _draw_corners(
    canvas: Canvas, hand: DealtHand, codes: Mapping[Seat, str], box: Box, letters: Letters
) -> None:
    """Draw the hand's number, its dealer, the meaning of letters and the check codes."""
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
