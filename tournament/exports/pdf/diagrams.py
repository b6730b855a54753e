"""Hands around the table on paper, and a mark for each seat that points to where it sits.

              ▲ North
    ◀ West                ▶ East
              ▼ South

Three columns of one width; West and East lie half a hand lower than North, so the corners are free
for what else is to be said.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scoring.game.cards import Rank, Suit
from scoring.game.deals import Deal
from scoring.game.seats import Seat
from tournament.core.labels import label, rank_name
from tournament.core.suits import OUTLINES, SIZE, commands, symbol_id
from tournament.deals.queries import DealtHand
from tournament.exports.pdf.frame import Box
from tournament.exports.pdf.ink import BLACK, BOLD
from tournament.exports.pdf.text import BASELINE, draw_text, fit
from tournament.exports.rows import VOID

_EVEN_ODD = 0
"""reportlab's number for the even-odd rule, by which an inner loop is a hole."""


def define_suits(canvas: Canvas) -> None:
    """Put the four drawings into the file; once, before its first page is drawn."""
    for suit, outlines in OUTLINES.items():
        canvas.beginForm(symbol_id(suit), 0, 0, SIZE, SIZE)
        canvas.transform(1, 0, 0, -1, 0, SIZE)  # the outlines count downwards, paper upwards
        for outline in outlines:
            path = canvas.beginPath()
            for letter, numbers in commands(outline):
                if letter == "M":
                    path.moveTo(*numbers)
                elif letter == "L":
                    path.lineTo(*numbers)
                elif letter == "C":
                    path.curveTo(*numbers)
                else:
                    path.close()
            canvas.drawPath(path, stroke=0, fill=1, fillMode=_EVEN_ODD)
        canvas.endForm()


def draw_suit(canvas: Canvas, suit: Suit, x: float, y: float, size: float) -> None:
    """Draw a suit in the square of `size` points whose lower left corner is (x, y)."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(size / SIZE, size / SIZE)
    canvas.setFillGray(0)
    canvas.doForm(symbol_id(suit))
    canvas.restoreState()


_LEAST = 0.45
"""Smallest scale of twelve cards of one suit, so that they stay in a line."""


@dataclass(frozen=True, slots=True)
class Letters:
    """The sizes of a diagram in points: cards, lines from suit to suit, seats' names."""

    cards: float
    line: float
    name: float

    @property
    def label(self) -> float:
        """Return the height from the top of a hand to its first suit."""
        return self.name * 1.5

    @property
    def hand(self) -> float:
        return self.label + len(Suit) * self.line

    @property
    def between(self) -> float:
        """Return the room between North and South."""
        return self.line * 1.1

    @property
    def height(self) -> float:
        return 2 * self.hand + self.between

    @property
    def corner(self) -> float:
        """Return the height that is free above and below West and East."""
        return (self.height - self.hand) / 2

    def scaled(self, scale: float) -> Letters:
        return Letters(self.cards * scale, self.line * scale, self.name * scale)


def draw_diagram(canvas: Canvas, hand: DealtHand, box: Box, letters: Letters) -> None:
    """Draw the four hands below the upper edge of `box`, as wide as it is."""
    column = box.width / 3
    places = {
        Seat.N: (column, 0.0),
        Seat.W: (0.0, letters.corner),
        Seat.S: (column, letters.hand + letters.between),
        Seat.E: (2 * column, letters.corner),
    }
    for seat, (right, down) in places.items():
        x, top = box.left + right, box.top - down
        draw_seat(canvas, seat, seat_title(hand, seat), x, top, column - 4, letters.name)
        draw_suits(canvas, hand.deal, seat, x, top - letters.label, column - 9, letters)


def draw_seat(
    canvas: Canvas, seat: Seat, text: str, x: float, top: float, width: float, size: float
) -> None:
    """Draw a seat's mark and a text that begins with its name."""
    draw_mark(canvas, seat, x, top - size * BASELINE, size * 0.72)
    draw_text(canvas, fit(text, width - size, size, BOLD, least=0.5), x + size, top)


def draw_suits(
    canvas: Canvas, deal: Deal, seat: Seat, x: float, top: float, width: float, letters: Letters
) -> None:
    """Draw a seat's cards in four lines, a suit each, the first below `top`."""
    side = letters.cards * 0.88
    for index, suit in enumerate(Suit):
        line = top - index * letters.line
        base = line - letters.cards * BASELINE
        draw_suit(canvas, suit, x, base - side * 0.09, side)
        text = cards_text(deal, seat, suit)
        cards = fit(text, width - side * 1.4, letters.cards, least=_LEAST)
        draw_text(canvas, cards, x + side * 1.4, base + cards.size * BASELINE)


def cards_text(deal: Deal, seat: Seat, suit: Suit) -> str:
    """Return a seat's cards of a suit from high to low, in letters with spaces; a dash for none."""
    return " ".join(card.rank.letter for card in deal.suit_of_hand(seat, suit)) or VOID


def seat_title(hand: DealtHand, seat: Seat) -> str:
    """Return a seat's name, and whether it deals the hand."""
    if seat is hand.dealer:
        return _("%(seat)s (dealer)") % {"seat": label(seat)}
    return label(seat)


def court_names() -> dict[Rank, str]:
    """Return the names of the cards that are written with a letter."""
    letters = (Rank.ACE, Rank.KING, Rank.HORSE, Rank.JACK)
    return {rank: rank_name(rank) for rank in letters}


def letters_words() -> list[str]:
    """Return the meaning of the letter of each court card."""
    names = court_names().items()
    return [f"{rank.letter} = {name} ({rank.number})" for rank, name in names]


_POINTS = {
    Seat.N: ((0, 0), (1, 0), (0.5, 1)),
    Seat.W: ((1, 0), (1, 1), (0, 0.5)),
    Seat.S: ((0, 1), (1, 1), (0.5, 0)),
    Seat.E: ((0, 0), (0, 1), (1, 0.5)),
}
"""The corners of each seat's mark in a square that counts upwards."""


def draw_mark(canvas: Canvas, seat: Seat, x: float, y: float, size: float) -> None:
    """Draw a seat's mark in the square of `size` points whose lower left corner is (x, y)."""
    canvas.setFillGray(BLACK)
    path = canvas.beginPath()
    (first, *others) = _POINTS[seat]
    path.moveTo(x + first[0] * size, y + first[1] * size)
    for right, up in others:
        path.lineTo(x + right * size, y + up * size)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
