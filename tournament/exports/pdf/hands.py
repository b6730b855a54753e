"""The hands of rounds: each as a diagram around the table, then a line a seat to sort packs by.

Whoever asks for this paper decides beforehand whether the hands may be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.pdfgen.canvas import Canvas

from scoring.cards import Rank, Suit
from scoring.deals import Deal
from scoring.seats import Seat
from tournament.core.labels import label
from tournament.deals.queries import DealtHand
from tournament.exports.heading import Heading
from tournament.exports.pdf.fonts import BOLD, REGULAR
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.ink import GREY, draw_rule
from tournament.exports.pdf.paper import (
    COLUMN_GAP,
    Block,
    Page,
    column_width,
    fill,
    paragraph,
    space,
)
from tournament.exports.pdf.suits import draw_suit
from tournament.exports.pdf.text import Align, draw_text, fit, text_width
from tournament.exports.rows import VOID, hand_conditions, hand_title

_COLUMNS = 2
_CARD_SIZE = 12.5
_LINE = 17.0
"""From one suit's line to the next."""
_LABEL = 16.0
_HAND = _LABEL + len(Suit) * _LINE
"""Height of one seat's hand in a diagram."""
_BETWEEN = 9.0
"""Between a hand and the one below it."""
_SUIT = 11.0
"""Side of a drawn suit beside cards of `_CARD_SIZE`."""
_TITLE = 44.0
_DIAGRAM = _TITLE + 3 * _HAND + 2 * _BETWEEN + 13

_SEAT_LINE = 27.0
_LIST_SIZE = 12.0
_CARDS_AT = 104.0
"""Where the cards of a seat's line begin."""
_AFTER_SUIT = 12.0


def hand_pages(heading: Heading, hands: Sequence[DealtHand]) -> list[Page]:
    """A round's hands: four diagrams a page, then, on new pages, the hands seat by seat."""
    box = body_box(heading)
    diagrams = [_diagram(hand, column_width(box.width, _COLUMNS)) for hand in hands]
    letters = _letters(box.width)
    lists = [letters, space(6)]
    for hand in hands:
        lists += _seat_lines(hand, box.width)
    around_the_table = [letters, space(18), *_in_rows(diagrams, box.width)]
    return [*fill(around_the_table, heading), *fill(lists, heading)]


def cards_text(deal: Deal, seat: Seat, suit: Suit) -> str:
    """A seat's cards of a suit from high to low, in letters with spaces; a dash for none."""
    return " ".join(card.rank.letter for card in deal.suit_of_hand(seat, suit)) or VOID


def _in_rows(blocks: Sequence[Block], width: float) -> list[Block]:
    """Blocks of one height side by side, as many as there are columns."""
    rows = []
    step = column_width(width, _COLUMNS) + COLUMN_GAP
    for start in range(0, len(blocks), _COLUMNS):
        members = blocks[start : start + _COLUMNS]

        def draw(canvas: Canvas, x: float, top: float, members: Sequence[Block] = members) -> None:
            for index, block in enumerate(members):
                block.draw(canvas, x + index * step, top)

        rows.append(
            Block(members[0].height, draw, bookmark=" · ".join(b.bookmark for b in members))
        )
    return rows


def _diagram(hand: DealtHand, width: float) -> Block:
    """The four hands as they lie around the table: North above, West at the left."""
    title = fit(hand_title(hand.number), width, 14, BOLD)
    conditions = fit(hand_conditions(hand.number), width, 8.5)
    hand_width = width / 2
    offsets = {
        Seat.N: (hand_width / 2, 0.0),
        Seat.W: (0.0, _HAND + _BETWEEN),
        Seat.E: (hand_width, _HAND + _BETWEEN),
        Seat.S: (hand_width / 2, 2 * (_HAND + _BETWEEN)),
    }

    def draw(canvas: Canvas, x: float, top: float) -> None:
        draw_text(canvas, title, x, top)
        draw_text(canvas, conditions, x, top - title.height, ink=GREY)
        draw_rule(canvas, x, x + width, top - 31, 0.5)
        for seat, (right, down) in offsets.items():
            _draw_hand(canvas, hand, seat, x + right, top - _TITLE + 6 - down, hand_width)

    return Block(_DIAGRAM, draw, bookmark=hand_title(hand.number))


def _draw_hand(
    canvas: Canvas, hand: DealtHand, seat: Seat, x: float, top: float, width: float
) -> None:
    name = fit(_seat_title(hand, seat), width - 6, 9, BOLD)
    draw_text(canvas, name, x, top)
    for index, suit in enumerate(Suit):
        line = top - _LABEL - index * _LINE
        draw_suit(canvas, suit, x, line - _SUIT - 1, _SUIT)
        cards = fit(cards_text(hand.deal, seat, suit), width - _SUIT - 12, _CARD_SIZE, least=0.5)
        draw_text(canvas, cards, x + _SUIT + 5, line - (_CARD_SIZE - cards.size) * 0.6)


def _seat_title(hand: DealtHand, seat: Seat) -> str:
    if seat is hand.dealer:
        return _("%(seat)s (dealer)") % {"seat": label(seat)}
    return label(seat)


def _letters(width: float) -> Block:
    """What the letters of the court cards mean."""
    names = {
        Rank.ACE: pgettext("card", "ace"),
        Rank.KING: pgettext("card", "king"),
        Rank.HORSE: pgettext("card", "horse"),
        Rank.JACK: pgettext("card", "jack"),
    }
    words = [f"{rank.letter} = {name} ({rank.number})" for rank, name in names.items()]
    return paragraph(" · ".join(words), width, 8.5, ink=GREY)


def _seat_lines(hand: DealtHand, width: float) -> Iterator[Block]:
    """A deal as four lines, one a seat, with its cards sorted by suit."""
    title = fit(hand_title(hand.number), width / 2, 13, BOLD)
    conditions = fit(hand_conditions(hand.number), width / 2 - 10, 8.5)

    def draw_title(canvas: Canvas, x: float, top: float) -> None:
        draw_text(canvas, title, x, top)
        draw_text(canvas, conditions, x + width, top - 4, align=Align.RIGHT, ink=GREY)
        draw_rule(canvas, x, x + width, top - title.height - 3, 1)

    yield space(12)
    yield Block(title.height + 3, draw_title, keep=len(Seat))
    for seat in Seat:
        yield _seat_line(hand, seat, width)


def _seat_line(hand: DealtHand, seat: Seat, width: float) -> Block:
    weight = BOLD if seat is hand.dealer else REGULAR
    name = fit(_seat_title(hand, seat), _CARDS_AT - 8, 10, weight)
    texts = [cards_text(hand.deal, seat, suit) for suit in Suit]
    widths = [text_width(text, REGULAR, _LIST_SIZE) for text in texts]
    places = _places_in_line(widths, width)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        draw_text(canvas, name, x, top - 8)
        for suit, text, wide, place in zip(Suit, texts, widths, places):
            draw_suit(canvas, suit, x + place, top - 19, _SUIT)
            draw_text(canvas, fit(text, wide + 1, _LIST_SIZE), x + place + _SUIT + 5, top - 6.5)
        draw_rule(canvas, x, x + width, top - _SEAT_LINE, 0.25)

    return Block(_SEAT_LINE, draw)


def _places_in_line(widths: Sequence[float], width: float) -> list[float]:
    """Where each suit begins in a seat's line: one below the other, unless a long one pushes.

    `widths` are those of the cards alone; what is pushed beyond the right edge moves the suits
    before it to the left, as twelve cards always fit.
    """
    needed = [_SUIT + 5 + wide for wide in widths]
    column = (width - _CARDS_AT) / len(Suit)
    places: list[float] = []
    earliest = _CARDS_AT
    for index, own in enumerate(needed):
        latest = width - sum(needed[index:]) - _AFTER_SUIT * (len(needed) - index - 1)
        place = min(max(_CARDS_AT + index * column, earliest), latest)
        places.append(place)
        earliest = place + own + _AFTER_SUIT
    return places
