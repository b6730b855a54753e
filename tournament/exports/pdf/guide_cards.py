"""Cards for the pairs: each its whole day, round by round, and the code of its own page.

    ┌────────────────────────────────────┐
    │ Pair 5                   ▓▓▓▓▓▓▓▓  │
    │ its names                ▓▓ QR ▓▓  │
    │ what the code is for     ▓▓▓▓▓▓▓▓  │
    │ round  table  direction  opponents │
    │ …                                  │
    └────────────────────────────────────┘

Four on a page, or two if the longest day needs the room. Cards that don't fit into half a page
follow on pages of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.pdfgen.canvas import Canvas

from scoring.game.seats import Side
from tournament.core.labels import label
from tournament.exports.heading import Heading
from tournament.exports.pdf.cards import Card, card_pages, card_size, draw_code
from tournament.exports.pdf.frame import Box, body_box
from tournament.exports.pdf.grid import Column, Row, make_grid
from tournament.exports.pdf.ink import BLACK, BOLD, GREY
from tournament.exports.pdf.link_cards import link_purpose
from tournament.exports.pdf.paper import Block, Page, fill, height_of, space, stacked
from tournament.exports.pdf.text import Align, Fitted, draw_text, fit
from tournament.links.qr import qr_modules
from tournament.links.tokens import PlaceKind
from tournament.schedule.queries import Away, Cell
from tournament.standings.contestants import ContestantRef

_CODE = 92.0
_BESIDE = 8.0
_SMALL = 7.5
_LEAST = 0.94
"""Smallest scale of the letters: help in letters below seven points is no help."""
_LINE_GAP = 2.0
_TABLE = 0.22
"""Largest share of a card's width for the names of tables."""


@dataclass(frozen=True, slots=True)
class GuideRound:
    """A round of a pair, and the hands that are played in it."""

    number: int
    deals: tuple[int, ...]
    cell: Cell | Away


@dataclass(frozen=True, slots=True)
class GuideCard:
    """A pair's day; `address` is the pair's whole link, "" for none."""

    contestant: ContestantRef
    rounds: tuple[GuideRound, ...]
    address: str


@dataclass(frozen=True, slots=True)
class _Format:
    """Number of cards a page, and the sizes of their letters, the largest first."""

    columns: int
    rows: int
    sizes: tuple[float, ...]
    roomy: bool
    """Whether there is room for the numbers of the hands, and for sides in words."""


_FORMATS = (
    _Format(2, 2, (9.5, 8.5, 8.0), roomy=False),
    _Format(1, 2, (12.0, 11.0, 10.0, 9.0, 8.0), roomy=True),
)
_WHOLE_PAGES = _Format(1, 1, (10.0, 9.0, 8.0), roomy=True)
_FLOWING = 9.0
"""Size of the letters of cards that need several pages each."""


Told = Callable[[int, int], None]


def guide_card_pages(
    heading: Heading, cards: Sequence[GuideCard], told: Told = lambda _done, _of: None
) -> list[Page]:
    """Return the cards in their order, all in one format and size; at least one page.

    Cards that need more than half a page come after the others, so that a long name costs no other
    pair its place on a shared page.

    `told` hears how many cards are laid out, and again from the first one where another format or
    size is tried, as only the last card says whether they all have room.
    """
    for form in _FORMATS:
        width, height = card_size(heading, form.columns, form.rows)
        for size in form.sizes:
            laid_out = _fitting(heading, cards, form, size, width, height, told)
            if laid_out is not None:
                return card_pages(heading, laid_out, form.columns, form.rows)
    sharing: list[GuideCard] = []
    long: list[GuideCard] = []
    for card in cards:
        (sharing if _has_room_on_half_a_page(heading, card) else long).append(card)
    if not sharing:
        return _pages_of_their_own(heading, cards, told)
    shared = guide_card_pages(heading, sharing, lambda done, _of: told(done, len(cards)))
    return shared + _pages_of_their_own(
        heading, long, lambda done, _of: told(len(sharing) + done, len(cards))
    )


def _has_room_on_half_a_page(heading: Heading, card: GuideCard) -> bool:
    form = _FORMATS[-1]
    width, height = card_size(heading, form.columns, form.rows)
    return height_of(_blocks(heading, card, form, form.sizes[-1], width)) <= height


def _pages_of_their_own(heading: Heading, cards: Sequence[GuideCard], told: Told) -> list[Page]:
    """Return a page for each card, or several for each where one of them needs more."""
    for size in _WHOLE_PAGES.sizes:
        if (pages := _page_each(heading, cards, size, told)) is not None:
            return pages
    flowing: list[Page] = []
    for done, card in enumerate(cards, start=1):
        flowing += _own_pages(heading, card, _FLOWING)
        told(done, len(cards))
    return flowing


def _page_each(
    heading: Heading, cards: Sequence[GuideCard], size: float, told: Told
) -> list[Page] | None:
    """Return a page for each card, or None where one of them needs more."""
    pages: list[Page] = []
    for done, card in enumerate(cards, start=1):
        own = _own_pages(heading, card, size)
        if len(own) > 1:
            return None
        pages += own
        told(done, len(cards))
    return pages


def _title(contestant: ContestantRef) -> str:
    text = _("Player %(number)s") if contestant.is_player else _("Pair %(number)d")
    return text % {"number": contestant.number}


def _fitting(
    heading: Heading,
    cards: Sequence[GuideCard],
    form: _Format,
    size: float,
    width: float,
    height: float,
    told: Told,
) -> list[Card] | None:
    """Return the cards in that format, or None where one of them is too high for it."""
    laid_out = []
    for done, card in enumerate(cards, start=1):
        blocks = _blocks(heading, card, form, size, width)
        if height_of(blocks) > height:
            return None
        laid_out.append(_card(card, blocks))
        told(done, len(cards))
    return laid_out


def _card(card: GuideCard, blocks: Sequence[Block]) -> Card:
    return Card(stacked(blocks), bookmark=f"{_title(card.contestant)} · {card.contestant.name}")


def _own_pages(heading: Heading, card: GuideCard, size: float) -> list[Page]:
    """Return a card that goes on over pages of its own, each of which names its pair."""
    own = replace(heading, subtitle=_title(card.contestant))
    blocks = _blocks(own, card, _WHOLE_PAGES, size, body_box(own).width)
    first = replace(blocks[0], bookmark=f"{_title(card.contestant)} · {card.contestant.name}")
    return fill([first, *blocks[1:]], own)


def _blocks(
    heading: Heading, card: GuideCard, form: _Format, size: float, width: float
) -> list[Block]:
    return [
        _head(heading, card, width),
        space(6),
        *_day(card, width, size, roomy=form.roomy),
    ]


def _head(heading: Heading, card: GuideCard, width: float) -> Block:
    """Return the card's pair, and the code of its page."""
    room = width - (_CODE + _BESIDE if card.address else 0)
    texts: list[tuple[Fitted, float]] = [
        (fit(heading.championship, room, _SMALL, least=_LEAST), GREY),
        (fit(_title(card.contestant), room, 20, BOLD, least=0.6), BLACK),
        (fit(card.contestant.name, room, 10, BOLD), BLACK),
    ]
    if card.contestant.has_own_name:
        texts.append((fit(" – ".join(card.contestant.players), room, 9), BLACK))
    if card.address:
        texts.append((fit(link_purpose(PlaceKind.PAIR), room, _SMALL, least=_LEAST), GREY))
    height = sum(text.height + _LINE_GAP for text, _ink in texts)
    if card.address:
        height = max(height, _CODE - 8)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        y = top
        for text, ink in texts:
            draw_text(canvas, text, x, y, ink=ink)
            y -= text.height + _LINE_GAP
        if card.address:
            # The white around the code may lie over the card's own margin.
            box = Box(x + width - _CODE + 6, top - _CODE + 6, _CODE, _CODE)
            draw_code(canvas, qr_modules(card.address), box)

    return Block(height, draw)


def _day(card: GuideCard, width: float, size: float, *, roomy: bool) -> list[Block]:
    """Return the rounds as a table; a rest stands where the opponents would."""
    if card.contestant.is_player:
        return _day_of_player(card, width, size, roomy=roomy)
    columns = [
        Column(_("Round"), bold=True, padding=4),
        Column(_("Hands"), padding=6),
        Column(_("Table"), bold=True, padding=6, most=width * _TABLE),
        Column(_("Side")),
        Column(pgettext("column", "No."), Align.RIGHT, padding=4),
        Column(_("Opponents"), stretch=1, padding=4),
    ]
    rows = [Row(_cells(one, spelt_out=roomy)) for one in card.rounds]
    if not roomy or not any(one.deals for one in card.rounds):
        columns = [columns[0], *columns[2:]]
        rows = [Row((row.cells[0], *row.cells[2:])) for row in rows]
    return list(make_grid(columns, rows, width, size, row_padding=size * 0.25).table(rows))


def _day_of_player(card: GuideCard, width: float, size: float, *, roomy: bool) -> list[Block]:
    """Return the rounds of a player as a table, with another partner in each round.

    Where there is little room partner and opponents share a column, so that no name is broken.
    """
    alone = card.contestant.alone
    columns = [
        Column(_("Round"), bold=True, padding=4),
        Column(_("Table"), bold=True, padding=6, most=width * _TABLE),
        Column(_("Seat") if alone else _("Side")),
    ]
    if alone:
        columns.append(Column(_("Opponents"), stretch=1, padding=4))
    elif roomy:
        columns.append(Column(pgettext("partner", "With"), stretch=1, padding=4))
        columns.append(Column(_("Opponents"), stretch=2, padding=4))
    else:
        columns.append(Column(_("Partner and opponents"), stretch=1, padding=4))
    rows = [Row(_cells_of_player(one, apart=roomy and not alone)) for one in card.rounds]
    return list(make_grid(columns, rows, width, size, row_padding=size * 0.25).table(rows))


def _cells_of_player(one: GuideRound, *, apart: bool) -> tuple[str, ...]:
    """Return the cells of a round; the partner stands `apart` from the opponents, or before
    them."""
    if isinstance(one.cell, Away):
        who = ("", away_text(one.cell)) if apart else (away_text(one.cell),)
        return (str(one.number), "", "", *who)
    partner = one.cell.partner.name if one.cell.partner else ""
    who = (partner, one.cell.opponent.name) if apart else (one.cell.opponent.name,)
    if partner and not apart:
        told = {"partner": partner, "opponents": one.cell.opponent.name}
        who = (_("with %(partner)s, against %(opponents)s") % told,)
    return (str(one.number), one.cell.table, label(one.cell.side), *who)


def _cells(one: GuideRound, *, spelt_out: bool) -> tuple[str, ...]:
    if isinstance(one.cell, Away):
        return (str(one.number), "", "", "", "", away_text(one.cell))
    side = label(one.cell.side)
    if spelt_out:
        side = _("North–South") if one.cell.side is Side.NS else _("East–West")
    return (
        str(one.number),
        f"{one.deals[0]}–{one.deals[-1]}" if one.deals else "",
        one.cell.table,
        side,
        str(one.cell.opponent.number),
        one.cell.opponent.name,
    )


def away_text(away: Away) -> str:
    """Return why a pair doesn't play in a round, in a word or three."""
    return {
        Away.RESTS: pgettext("pair", "rests"),
        Away.NOT_YET: _("not here yet"),
        Away.LEFT: _("withdrawn"),
        Away.UNPAIRED: _("not known yet"),
        Away.OUT: pgettext("pair", "does not play"),
    }[away]
