"""Cards that stand on the tables: a sheet each, folded so that both sides tell the table's number.

┌──────────────────┐  the paper's head: a foot to stand on
├ ─ ─ ─ ─ ─ ─ ─ ─ ─┤
│  (upside down)   │
├ ─ ─ ─ ─ ─ ─ ─ ─ ─┤  the ridge
│ Table            │
│      12    ▓QR▓  │
├ ─ ─ ─ ─ ─ ─ ─ ─ ─┤
└──────────────────┘  the paper's foot: the other one
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.heading import Heading
from tournament.exports.pdf.cards import draw_code, draw_dashes
from tournament.exports.pdf.frame import Box, body_box, page_size
from tournament.exports.pdf.ink import BLACK, BOLD, GREY
from tournament.exports.pdf.link_cards import link_purpose
from tournament.exports.pdf.paper import Block, Page
from tournament.exports.pdf.text import BASELINE, CAPITALS, LEADING, Align, Fitted, draw_text, fit
from tournament.links.qr import qr_modules
from tournament.links.tokens import PlaceKind

_PADDING = 16.0
_CODE = 150.0
_BESIDE = 14.0
_NUMBER = 300.0
"""Size of a number's letters, where there is room."""
_NAMES = (84.0, 72.0, 60.0, 50.0, 42.0, 36.0)
"""Sizes for a name in letters: the first that fits."""
_WORD = 34.0
_EDGE = 14.0
"""Distance from the paper's edge at which lines to fold along end."""


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A table; `name` is the one the organisers gave it, or "", `address` its whole link, or ""."""

    number: int
    name: str
    address: str


def place_card_pages(heading: Heading, cards: Sequence[PlaceCard]) -> list[Page]:
    """Return a page a table, in their order; at least one page."""
    box = body_box(heading)
    pages = [Page(heading) for _card in cards] or [Page(heading)]
    for page, card in zip(pages, cards):
        page.placed.append((box.left, box.top, _sheet(heading, card, box)))
    return pages


def _title(card: PlaceCard) -> str:
    return _("Table %(number)d") % {"number": card.number}


def _sheet(heading: Heading, card: PlaceCard, box: Box) -> Block:
    half = box.height / 2

    def draw(canvas: Canvas, x: float, top: float) -> None:
        width, _height = page_size(wide=False)
        for fold in (top, top - half, top - box.height):
            draw_dashes(canvas, _EDGE, fold, width - _EDGE, fold)
        _draw_side(canvas, heading, card, Box(x, top - box.height, box.width, half))
        canvas.saveState()
        canvas.translate(x + box.width, top)
        canvas.rotate(180)
        _draw_side(canvas, heading, card, Box(0, 0, box.width, half))
        canvas.restoreState()

    return Block(box.height, draw, bookmark=" · ".join(filter(None, [_title(card), card.name])))


def _draw_side(canvas: Canvas, heading: Heading, card: PlaceCard, box: Box) -> None:
    """Draw one side of the card: the championship below, the table above."""
    left, right = box.left + _PADDING, box.right - _PADDING
    top, bottom = box.top - _PADDING, box.bottom + _PADDING
    whose = fit(heading.championship, right - left, 10, least=0.7)
    draw_text(canvas, whose, left, bottom + whose.height, ink=GREY)
    bottom += whose.height + 6
    if card.address:
        _draw_link(canvas, card, Box(right - _CODE, bottom, _CODE, top - bottom))
        right -= _CODE + _BESIDE
    word = fit(_title(card) if card.name else _("Table"), right - left, _WORD, BOLD)
    draw_text(canvas, word, left, top)
    room = Box(left, bottom, right - left, top - word.height - bottom)
    name = _huge(card.name or str(card.number), room)
    # Centred by the visible height of the letters, which is less than the height of their lines.
    seen = name.height - name.size * (LEADING - CAPITALS)
    above = name.size * (BASELINE - CAPITALS)
    at = room.bottom + (room.height + seen) / 2 + above
    draw_text(canvas, name, left + room.width / 2, at, align=Align.CENTRE)


def _huge(text: str, room: Box) -> Fitted:
    """Return a number, or a name in a few lines, as large as there is room."""
    if text.isdecimal():
        return fit(text, room.width, min(_NUMBER, room.height), BOLD, least=0.1)
    for size in _NAMES:
        fitted = fit(text, room.width, size, BOLD)
        whole = all(word in " ".join(fitted.lines) for word in text.split())
        if fitted.height <= room.height and whole:
            return fitted
    return fit(text, room.width, _NAMES[-1] * 0.6, BOLD)


def _draw_link(canvas: Canvas, card: PlaceCard, box: Box) -> None:
    purpose = fit(link_purpose(PlaceKind.TABLE), box.width, 9)
    top = box.top - (box.height - box.width - purpose.height) / 2
    draw_code(
        canvas, qr_modules(card.address), Box(box.left, top - box.width, box.width, box.width)
    )
    draw_text(
        canvas, purpose, box.left + box.width / 2, top - box.width, align=Align.CENTRE, ink=BLACK
    )
