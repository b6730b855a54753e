"""Slips for the tables, two a page: what a table writes with a pen and hands in after a match.

    ┌──────────────────────────────────────────────┐
    │ Table 3 · Round 2                  ▓▓▓▓▓▓▓▓  │
    │ North–South        East–West       ▓▓ QR ▓▓  │
    │ who sits where     who sits where  ▓▓▓▓▓▓▓▓  │
    │ hand dealer trumps doubles points rule-break │
    │ … with the codes that its packs bear         │
    │ signatures                                   │
    └──────────────────────────────────────────────┘

The frame is cut away, so the slip itself names its match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.pdfgen.canvas import Canvas

from scoring.game.announcements import Denomination, Double
from scoring.game.cards import Suit
from scoring.game.seats import Seat, Side, Sides, dealer_of
from tournament.core.counts import hands_text
from tournament.core.labels import label
from tournament.exports.heading import Heading
from tournament.exports.pdf.cards import Card, card_pages, card_size, draw_code
from tournament.exports.pdf.diagrams import draw_suit
from tournament.exports.pdf.frame import Box
from tournament.exports.pdf.ink import BLACK, BOLD, GREY, REGULAR, draw_rule
from tournament.exports.pdf.paper import Page
from tournament.exports.pdf.text import Align, draw_text, fit, text_width
from tournament.exports.rows import round_title
from tournament.links.qr import qr_modules
from tournament.models.schedule import by_seat
from tournament.standings.contestants import ContestantRef

_LEAST_HEIGHT = 305.0
"""Least height, in points, of a slip that can be filled in with a pen.

Where two a page would be lower, a page has one.
"""
MOST_HANDS = 4
"""Hands on a slip, so that there is room to write; a match of more has several slips."""
_CODE = 96.0
_PEOPLE = 70.0
"""Height of the part where it is noted who sits where."""
_TICK = 10.0
_TICKS = 34.0
"""Width of a seat's column of boxes to tick."""
_HEAD = 24.0
"""Height of the titles above the hands' rows."""
_SIGNATURES = 32.0
_MOST_ROW = 60.0
_BOX = 27.0
"""Height of the boxes of a hand, where there is room."""
_PACKS = 15.0
"""Height of the line with the codes of a hand's packs."""


@dataclass(frozen=True, slots=True)
class TableSlip:
    """A match as its slip needs it.

    `codes` are those that the packs of its hands must bear, by deal and seat, empty where they are
    not known; `address` is the table's whole link, "" for none.
    """

    round: int
    table: str
    """The table's number, and its name if it has one."""
    pairs: Sides[ContestantRef]
    deals: tuple[int, ...]
    """Numbers of the hands dealt beforehand; none where the table plays a game of its own cards."""
    codes: Mapping[tuple[int, Seat], str]
    address: str
    target: int | None = None
    """The points at which a game ends; None for none."""
    hands: int = 0
    """Most hands of a game."""

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """Return the columns of totals of its score sheet, each with its full title: the sides, or
        the players who play alone."""
        if not self.pairs.ns.alone:
            return tuple((label(side), label(side)) for side in Side)
        players = by_seat(self.pairs.map(lambda side: side.everybody))
        return tuple((label(seat), player.name) for seat, player in players)


def table_slip_pages(heading: Heading, slips: Sequence[TableSlip], note: str = "") -> list[Page]:
    """Return the slips, two a page, in their order; `note` stands on each."""
    cards = [
        Card(_Layout(heading, part, note).draw, f"{round_title(part.round)} · {_table(part)}")
        for slip in slips
        for part in _parts(slip)
    ]
    _width, height = card_size(heading, 1, 2)
    return card_pages(heading, cards, 1, 2 if height >= _LEAST_HEIGHT else 1)


def _parts(slip: TableSlip) -> Iterator[TableSlip]:
    """Yield the slip, or as few as hold its hands, evenly shared."""
    if not slip.deals:
        yield slip
        return
    count = -(-len(slip.deals) // MOST_HANDS)
    for part in range(count):
        first, end = (len(slip.deals) * bound // count for bound in (part, part + 1))
        yield replace(slip, deals=slip.deals[first:end])


def _table(slip: TableSlip) -> str:
    return _("Table %(table)s") % {"table": slip.table}


def _played(slip: TableSlip) -> str:
    """Return the hands or the game of the match, in words."""
    if slip.deals:
        return _("Hands %(first)s to %(last)s") % {"first": slip.deals[0], "last": slip.deals[-1]}
    if slip.target is None:
        return hands_text(slip.hands)
    told = {"points": slip.target, "hands": hands_text(slip.hands)}
    return _("to %(points)d, %(hands)s at most") % told


def _side_name(side: Side) -> str:
    return _("North–South") if side is Side.NS else _("East–West")


@dataclass(frozen=True, slots=True)
class _Layout:
    """A slip on its way to paper."""

    heading: Heading
    slip: TableSlip
    note: str

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the slip in its box, from above; the hands have the rest of the height."""
        left, top = box.left, box.top
        beside = box.width - (_CODE + 8 if self.slip.address else 0)
        if self.slip.address:
            # The white around the code may lie over the slip's own margin.
            corner = Box(box.right - _CODE + 6, top - _CODE + 6, _CODE, _CODE)
            draw_code(canvas, qr_modules(self.slip.address), corner)
        below = self._title(canvas, left, top, beside)
        half = (beside - 14) / 2
        for index, (side, contestant) in enumerate(self.slip.pairs.items()):
            x = left + index * (half + 14)
            _draw_people(canvas, side, contestant, Box(x, below - _PEOPLE, half, _PEOPLE))
        below = min(below - _PEOPLE, top - _CODE + 6) - 6
        bottom = self._signatures(canvas, box)
        if self.slip.deals:
            row = min(_MOST_ROW, (below - _HEAD - bottom) / MOST_HANDS)
            _Hands(self.slip, box, row).draw(canvas, below)
        else:
            _draw_score_sheet(canvas, self.slip, Box(box.left, bottom, box.width, below - bottom))

    def _title(self, canvas: Canvas, x: float, top: float, width: float) -> float:
        """Draw the table, the round and the names; return where they end."""
        whose = fit(self.heading.championship, width, 7.5, least=0.6)
        draw_text(canvas, whose, x, top, ink=GREY)
        top -= whose.height
        details = fit(f"{round_title(self.slip.round)} · {_played(self.slip)}", width / 2, 11)
        title = fit(_table(self.slip), width - details.width - 10, 22, BOLD, least=0.45)
        draw_text(canvas, title, x, top)
        drop = max(0.0, title.size - details.size) * 0.95
        draw_text(canvas, details, x + width, top - drop, align=Align.RIGHT)
        return top - max(title.height, drop + details.height) - 4

    def _signatures(self, canvas: Canvas, box: Box) -> float:
        """Draw the lines to sign on, and below them how to fill in; return their upper edge."""
        how = (
            _("Mark what was announced with a cross. The points of both sides add up to 72.")
            if self.slip.deals
            else _("Write down every total after each hand; those at the end are the result.")
            if self.slip.pairs.ns.alone
            else _("Write down both totals after each hand; those at the end are the result.")
        )
        hint = fit(" ".join(filter(None, [how, self.note])), box.width, 7, least=0.85)
        draw_text(canvas, hint, box.left, box.bottom + hint.height, ink=GREY)
        line = box.bottom + hint.height + 4
        alone = self.slip.pairs.ns.alone
        who = [word for word, _name in self.slip.columns] if alone else list(map(_side_name, Side))
        half = (box.width - 20 * (len(who) - 1)) / len(who)
        for index, one in enumerate(who):
            x = box.left + index * (half + 20)
            words = fit(_("Signature %(side)s") % {"side": one}, half * 0.55, 8, least=0.6)
            draw_text(canvas, words, x, line + 10)
            draw_rule(canvas, x + words.width + 5, x + half, line, 0.5)
        return line + _SIGNATURES


def _draw_people(canvas: Canvas, side: Side, contestant: ContestantRef, box: Box) -> None:
    """Draw a pair with both seats of each player to tick, or two players at known seats."""
    if contestant.partners or contestant.alone:
        _draw_partners(canvas, side, contestant, box)
        return
    seats = [seat for seat in Seat if seat.side is side]
    draw_rule(canvas, box.left, box.right, box.top, 0.5)
    ticks = box.right - len(seats) * _TICKS
    room = ticks - box.left - 4
    words = _("%(side)s: pair %(number)d") % {"side": _side_name(side), "number": contestant.number}
    head = fit(words, room, 9.5, BOLD, least=0.6)
    draw_text(canvas, head, box.left, box.top - 3)
    for index, seat in enumerate(seats):
        word = fit(label(seat), _TICKS - 2, 8, BOLD, least=0.6)
        middle = ticks + (index + 0.5) * _TICKS
        draw_text(canvas, word, middle, box.top - 4.5, align=Align.CENTRE)
    y = box.top - 3 - head.height - 1
    if contestant.has_own_name:
        name = fit(contestant.name, box.width, 8.5, BOLD, least=0.7)
        draw_text(canvas, name, box.left, y)
        y -= name.height
    people = list(contestant.players)
    if contestant.substitutes:
        people.append(_("Substitute:"))
    step = (y - box.bottom) / max(len(people), 1)
    for person in people:
        _draw_person(canvas, person, Box(box.left, y - step, room, step), ticks, len(seats))
        y -= step


def _draw_partners(canvas: Canvas, side: Side, partners: ContestantRef, box: Box) -> None:
    draw_rule(canvas, box.left, box.right, box.top, 0.5)
    y = box.top - 3
    if not partners.alone:
        head = fit(_side_name(side), box.width, 9.5, BOLD, least=0.6)
        draw_text(canvas, head, box.left, y)
        y -= head.height + 4
    seats = [seat for seat in Seat if seat.side is side]
    for seat, player in zip(seats, partners.everybody):
        words = f"{label(seat)} · {player.number} {player.name}"
        text = fit(words, box.width, 9.5, least=0.6)
        draw_text(canvas, text, box.left, y)
        y -= text.height + 2


def _draw_person(canvas: Canvas, person: str, box: Box, ticks: float, seats: int) -> None:
    size = next(
        (
            size
            for size in (9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
            if fit(person, box.width, size).height <= box.height
        ),
        5.5,
    )
    name = fit(person, box.width, size)
    middle = box.bottom + box.height / 2
    draw_text(canvas, name, box.left, middle + name.height / 2)
    side = min(_TICK, box.height - 2)
    for index in range(seats):
        x = ticks + (index + 0.5) * _TICKS - side / 2
        _draw_box(canvas, Box(x, middle - side / 2, side, side))


def _draw_box(canvas: Canvas, box: Box, *, thick: bool = False) -> None:
    canvas.setStrokeGray(BLACK)
    canvas.setLineWidth(1.2 if thick else 0.6)
    canvas.rect(box.left, box.bottom, box.width, box.height)


@dataclass(frozen=True, slots=True)
class _Part:
    """Some of a row's boxes under one title: their widths, and the print in or above each."""

    title: str
    widths: tuple[float, ...]
    fill: Callable[[Canvas, int, Box], None]
    above: tuple[str, ...] = ()
    thick: bool = False


def _draw_trump(canvas: Canvas, index: int, box: Box) -> None:
    if index < len(Suit):
        size = min(15.0, box.height - 6)
        x, y = box.left + (box.width - size) / 2, box.bottom + (box.height - size) / 2
        draw_suit(canvas, list(Suit)[index], x, y, size)
    else:
        _draw_word(canvas, label(Denomination.BOTIFARRA), box)


def _draw_double(canvas: Canvas, index: int, box: Box) -> None:
    _draw_word(canvas, label((Double.CONTRO, Double.RECONTRO)[index]), box)


def _draw_word(canvas: Canvas, text: str, box: Box) -> None:
    word = fit(text, box.width - 6, 8, least=0.5)
    top = box.bottom + (box.height + word.height) / 2
    draw_text(canvas, word, box.left + box.width / 2, top, align=Align.CENTRE)


def _leave_empty(_canvas: Canvas, _index: int, _box: Box) -> None:
    """Draw nothing: the box is for the pen alone."""


class _Hands:
    """The rows of a slip's hands: `row` is the height of each, in points."""

    def __init__(self, slip: TableSlip, box: Box, row: float) -> None:
        self._slip = slip
        self._box = box
        self._row = row
        sides = tuple(label(side) for side in Side)
        self._parts = (
            _Part(_("Trumps"), (27, 27, 27, 27, 46), _draw_trump),
            _Part(pgettext("column", "Double"), (42, 46), _draw_double),
            _Part(pgettext("column", "Points"), (47, 47), _leave_empty, sides, thick=True),
            _Part(_("Rule-break"), (28, 28), _leave_empty, sides),
        )
        boxes = sum(sum(part.widths) for part in self._parts)
        self._first = 94.0
        """Where the boxes begin, after the hand and its dealer."""
        self._gap = (box.width - self._first - boxes) / (len(self._parts) - 1)

    def draw(self, canvas: Canvas, top: float) -> None:
        self._titles(canvas, top)
        y = top - _HEAD
        for deal in self._slip.deals:
            draw_rule(canvas, self._box.left, self._box.right, y, 0.5)
            self._hand(canvas, deal, y)
            y -= self._row
        draw_rule(canvas, self._box.left, self._box.right, y, 0.5)

    def _lefts(self) -> Iterator[tuple[_Part, float]]:
        x = self._box.left + self._first
        for part in self._parts:
            yield part, x
            x += sum(part.widths) + self._gap

    def _titles(self, canvas: Canvas, top: float) -> None:
        for words, right, room in ((_("Hand"), 0, 34), (_("Dealer"), 36, 54)):
            title = fit(words, room, 8, BOLD, least=0.5)
            draw_text(canvas, title, self._box.left + right, top - _HEAD + title.height + 3)
        for part, left in self._lefts():
            wide = sum(part.widths)
            title = fit(part.title, wide + self._gap / 2, 8, BOLD, least=0.6)
            drop = 0.0 if part.above else _HEAD - title.height - 3
            draw_text(canvas, title, left + wide / 2, top - drop, align=Align.CENTRE)
            x = left
            for width, word in zip(part.widths, part.above):
                above = fit(word, width, 8)
                at = top - _HEAD + above.height + 3
                draw_text(canvas, above, x + width / 2, at, align=Align.CENTRE)
                x += width

    def _hand(self, canvas: Canvas, deal: int, top: float) -> None:
        codes = {seat: self._slip.codes.get((deal, seat), "") for seat in Seat}
        packs = _PACKS if any(codes.values()) else 0.0
        room = self._row - packs
        height = min(_BOX, room - 4)
        middle = top - room / 2
        number = fit(str(deal), 32, 17, BOLD, least=0.5)
        draw_text(canvas, number, self._box.left, middle + number.height / 2)
        dealer = fit(label(dealer_of(deal)), 54, 12, BOLD, least=0.5)
        draw_text(canvas, dealer, self._box.left + 36, middle + dealer.height / 2)
        for part, left in self._lefts():
            at = left
            for index, width in enumerate(part.widths):
                box = Box(at, middle - height / 2, width, height)
                _draw_box(canvas, box, thick=part.thick)
                part.fill(canvas, index, box)
                at += width
        if packs:
            _draw_packs(canvas, codes, self._box.left + 36, top - room - 0.5, self._box.right)


def _draw_packs(
    canvas: Canvas, codes: Mapping[Seat, str], left: float, top: float, right: float
) -> None:
    """Draw the codes of the four packs of a hand, looked at before they are taken up."""
    words = fit(_("Codes on the packs:"), 110, 8, least=0.7)
    draw_text(canvas, words, left, top, ink=GREY)
    step = (right - left - 114) / len(Seat)
    for index, (seat, code) in enumerate(codes.items()):
        x = left + 114 + index * step
        name = label(seat)
        draw_text(canvas, fit(name, step, 8), x, top, ink=GREY)
        after = x + text_width(name, REGULAR, 8) + 4
        draw_text(canvas, fit(code, step, 9, BOLD), after, top + 0.9)


_SHEET_HEAD, _NAMES_HEAD = 16.0, 27.0
"""Height of the titles above the totals, and of names, which stand in two lines."""
_LEAST_NAME = 0.85
_END = 24.0
"""Height of the row for the result of a game."""
_BETWEEN = 18.0
"""Room between the two columns of its hands."""
_NUMBER = 24.0
_RESULT = 70.0
"""Widths of the number of a hand, and of the word before the result."""


def _draw_score_sheet(canvas: Canvas, slip: TableSlip, box: Box) -> None:
    """Draw a line for each hand of a game, with both totals, in two columns; then the result."""
    height = box.height - _END - 4
    half = (box.width - _BETWEEN) / 2
    first = -(-slip.hands // 2)
    for at, hands in enumerate((range(1, first + 1), range(first + 1, slip.hands + 1))):
        left = box.left + at * (half + _BETWEEN)
        _draw_totals(canvas, slip, hands, Box(left, box.top - height, half, height), first)
    y = box.top - height - 2
    end = fit(_("Result"), _RESULT - 8, 12, BOLD, least=0.6)
    draw_text(canvas, end, box.left, y - 5)
    room = (box.width - _RESULT) / len(slip.columns)
    for at, (word, _name) in enumerate(slip.columns):
        words = fit(word, 40, 11, BOLD, least=0.6)
        x = box.left + _RESULT + at * room
        draw_text(canvas, words, x, y - 5)
        _draw_box(canvas, Box(x + 40, y - _END, room - 52, _END), thick=True)


def _draw_totals(canvas: Canvas, slip: TableSlip, hands: range, box: Box, most: int) -> None:
    """Draw the lines of some hands, as high as `most` of them leave."""
    columns = slip.columns
    head = _NAMES_HEAD if slip.pairs.ns.alone else _SHEET_HEAD
    row, room = (box.height - head) / max(most, 1), (box.width - _NUMBER) / len(columns)
    for at, (_word, name) in enumerate(columns):
        told = name if slip.pairs.ns.alone else _("%(side)s: total") % {"side": name}
        words = fit(told, room - 4, 8, BOLD, least=_LEAST_NAME)
        middle = box.left + _NUMBER + (at + 0.5) * room
        top = box.top - head + words.height + 3
        draw_text(canvas, words, middle, top, align=Align.CENTRE)
    y = box.top - head
    for hand in hands:
        draw_rule(canvas, box.left, box.right, y, 0.5)
        number = fit(str(hand), _NUMBER, min(11.0, row * 0.65))
        draw_text(canvas, number, box.left + 2, y - (row - number.height) / 2)
        y -= row
    draw_rule(canvas, box.left, box.right, y, 0.5)
