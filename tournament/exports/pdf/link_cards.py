"""Cards with the link of a table or a pair, eight a page, to be cut out and laid on the table.

    ┌──────────────────────────────┐
    │ championship                 │
    │ ▓▓▓▓▓▓▓▓  Table 3            │
    │ ▓▓ QR ▓▓  its name, or the   │
    │ ▓▓▓▓▓▓▓▓  pair's; what for   │
    │ address                      │
    └──────────────────────────────┘

The frame around the cards is cut away, so each card names its table or pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.heading import Heading
from tournament.exports.pdf.cards import draw_code
from tournament.exports.pdf.frame import Box, body_box
from tournament.exports.pdf.ink import BLACK, BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill
from tournament.exports.pdf.text import Fitted, draw_text, fit
from tournament.links.qr import QUIET, qr_modules
from tournament.links.queries import PlaceLink
from tournament.links.tokens import PlaceKind

_COLUMNS, _ROWS = 2, 4
_PADDING = 9.0
_CODE = 112.0
"""Side of the code with the white around it: a module is about a millimetre.

It is less where the texts above and below it need the room.
"""
_BESIDE = 4.0
_TITLE, _NAME, _SMALL, _ADDRESS = 21.0, 10.0, 7.5, 6.5
_SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Scales of a long text beside the code: the first that fits."""


@dataclass(frozen=True, slots=True)
class _Card:
    whose: Fitted
    beside: tuple[tuple[Fitted, float], ...]
    """Texts beside the code, from above, each with its ink."""
    address: Fitted
    code: tuple[tuple[bool, ...], ...]


def link_card_pages(heading: Heading, site: str, links: Sequence[PlaceLink]) -> list[Page]:
    """Return the cards of these links; `site` is the address they begin with."""
    box = body_box(heading)
    width, height = box.width / _COLUMNS, box.height / _ROWS
    cards = [_card(heading, site, link, width, height) for link in links]
    rows = [
        _row(cards[start : start + _COLUMNS], width, height)
        for start in range(0, len(cards), _COLUMNS)
    ]
    return fill(rows, heading)


def link_purpose(kind: PlaceKind) -> str:
    """Return the purpose of a link's code, for its holder."""
    if kind is PlaceKind.TABLE:
        return _("Scan it with a phone to enter and confirm the results of this table.")
    return _(
        "Scan it with a phone to see your matches and results and to ask for corrections. Keep "
        "it safe: whoever has it acts for you."
    )


def _card(heading: Heading, site: str, link: PlaceLink, width: float, height: float) -> _Card:
    inner = width - 2 * _PADDING
    url = site + link.path
    text = url
    if link.place.link_number > 1:  # so that a card that is not valid any more is told by sight
        text += " · " + _("link %(number)d") % {"number": link.place.link_number}
    whose = fit(heading.championship, inner, _SMALL)
    address = fit(text, inner, _ADDRESS, least=0.8)
    room = height - 2 * _PADDING - whose.height - address.height
    beside = _beside(link, inner - _CODE - _BESIDE, room)
    return _Card(whose, beside, address, qr_modules(url))


def _beside(link: PlaceLink, width: float, room: float) -> tuple[tuple[Fitted, float], ...]:
    """Return the place, its name and the card's purpose, as large as there is room."""
    texts: tuple[tuple[Fitted, float], ...] = ()
    for scale in _SCALES:
        title = fit(link.title, width, _TITLE * scale, BOLD, least=0.7)
        name = fit(link.name, width, _NAME * scale, BOLD)
        purpose = fit(link_purpose(link.place.kind), width, _SMALL * scale)
        texts = ((title, BLACK), (name, BLACK), (purpose, GREY))
        if not link.name:
            texts = (texts[0], texts[2])
        if sum(text.height for text, _ink in texts) + 2 * _BESIDE <= room:
            break
    return texts


def _row(cards: Sequence[_Card], width: float, height: float) -> Block:
    """Return cards side by side, with lines to cut along."""

    def draw(canvas: Canvas, x: float, top: float) -> None:
        for index, card in enumerate(cards):
            box = Box(x + index * width, top - height, width, height)
            _draw_cut(canvas, box)
            _draw_card(canvas, card, box)

    return Block(height, draw)


def _draw_cut(canvas: Canvas, box: Box) -> None:
    canvas.saveState()
    canvas.setStrokeGray(GREY)
    canvas.setLineWidth(0.4)
    canvas.setDash(3, 3)
    # From left to right and upwards, so that neighbours' dashes lie on each other.
    for y in (box.bottom, box.top):
        canvas.line(box.left, y, box.right, y)
    for x in (box.left, box.right):
        canvas.line(x, box.bottom, x, box.top)
    canvas.restoreState()


def _draw_card(canvas: Canvas, card: _Card, box: Box) -> None:
    left, top = box.left + _PADDING, box.top - _PADDING
    draw_text(canvas, card.whose, left, top, ink=GREY)
    bottom = box.bottom + _PADDING + card.address.height
    draw_text(canvas, card.address, left, bottom, ink=GREY)
    upper = top - card.whose.height
    middle = (upper + bottom) / 2
    side = min(_CODE, upper - bottom)
    # The white around the code may lie over the card's own margin.
    draw_code(canvas, card.code, Box(left - _PADDING / 2, middle - side / 2, side, side))
    high = sum(text.height for text, _ink in card.beside) + (len(card.beside) - 1) * _BESIDE
    # Level with the code's upper edge, unless there is more text than code.
    black = side * len(card.code) / (len(card.code) + 2 * QUIET)
    y = middle + max(high, black) / 2
    for text, ink in card.beside:
        draw_text(canvas, text, left + _CODE + _BESIDE, y, ink=ink)
        y -= text.height + _BESIDE
