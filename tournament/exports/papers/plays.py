"""A record of play on one sheet: the hand, the tricks as they were played, and what broke a rule.

pairs, announcements, rules        the hand around the table
tricks: a row each, framed where a card wins, ! where it broke a rule
every fault with the rule in words and the cards that were legal
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from reportlab.pdfgen.canvas import Canvas

from scoring.game.announcements import Denomination, Double
from scoring.game.cards import Card
from scoring.game.seats import Seat
from tournament.core.labels import card_name, label
from tournament.deals.queries import DealtHand, hands_are_public
from tournament.exports.papers.base import Paper, PaperRequest, PrintedHand, Scope
from tournament.exports.pdf.diagrams import Letters, draw_diagram, draw_suit, letters_words
from tournament.exports.pdf.frame import Box, body_box
from tournament.exports.pdf.ink import BLACK, BOLD, GREY, REGULAR, draw_rule
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import BASELINE, Align, draw_text, fit
from tournament.exports.rows import hand_title, moment_text, round_title
from tournament.play_records.board import Board, Cell, FaultView, TrickView, board_of
from tournament.play_records.queries import Attached, attached_play, kept_record, the_hand
from tournament.play_records.sentences import fault_text, rule_text
from tournament.standings.contestants import contestant_refs

_SIZE = 9.5
_LETTERS = Letters(cards=11.5, line=13.6, name=9.0)
_ROW = 19.0
_CARD = 11.5
_NUMBER, _SEAT, _WINNER, _POINTS = 26.0, 76.0, 121.0, 60.0
"""Widths of the columns of the tricks, in points."""


@dataclass(frozen=True, slots=True)
class PlayPaper:
    """Printed data of a record of play: the board, who sat there, and the state of the record."""

    board: Board
    pairs: tuple[str, str]
    state: str


def _blocks(paper: PlayPaper, width: float) -> Iterator[Block]:
    board = paper.board
    for line in (*paper.pairs, _announced(board), paper.state):
        yield paragraph(line, width, _SIZE)
    yield space(8)
    yield _diagram(board, width)
    yield paragraph(" · ".join(letters_words()), width, 8, ink=GREY)
    yield space(8)
    yield from _tricks(board, width)
    yield space(10)
    yield from _faults(board, width)


def _announced(board: Board) -> str:
    """Return trumps, contro, and the rules of the hand."""
    play = board.play
    said = [_("Rules: %(variant)s") % {"variant": label(board.variant)}]
    if play.trump is not None:
        trump = label(play.trump)
        botifarra = play.trump is Denomination.BOTIFARRA
        said.insert(0, trump if botifarra else _("Trumps: %(suit)s") % {"suit": trump})
    if play.double is not Double.NONE:
        said.insert(1, label(play.double))
    return " · ".join(said)


def _diagram(board: Board, width: float) -> Block:
    def draw(canvas: Canvas, x: float, top: float) -> None:
        drawn = min(width, 360.0)
        left = x + (width - drawn) / 2
        box = Box(left, top - _LETTERS.height, drawn, _LETTERS.height)
        draw_diagram(canvas, board.dealt, box, _LETTERS)

    return Block(_LETTERS.height + 4, draw)


def _tricks(board: Board, width: float) -> Iterator[Block]:
    if not board.tricks:
        yield paragraph(_("No card has been laid yet."), width, _SIZE, ink=GREY)
        return
    if board.play.gone:
        gone = ", ".join(card_name(card) for card in board.play.gone)
        yield paragraph(
            _("Played before the record begins: %(cards)s.") % {"cards": gone}, width, 8
        )
        yield space(4)
    head = _head()
    yield Block(head.height, head.draw, keep=2)
    for trick in board.tricks:
        yield _trick(trick, head)
    points = {"ns": board.points.ns, "ew": board.points.ew}
    yield space(4)
    yield paragraph(
        _("Points in these tricks: NS %(ns)d, EW %(ew)d.") % points,
        width,
        _SIZE,
        font_name=BOLD,
    )
    yield paragraph(
        _("▸ led · framed: the best card of the trick · !: against the rules"), width, 8, ink=GREY
    )


def _table_width() -> float:
    return _NUMBER + len(Seat) * _SEAT + _WINNER + _POINTS


def _head() -> Block:
    height = 15.0

    def draw(canvas: Canvas, x: float, top: float) -> None:
        for index, seat in enumerate(Seat):
            title = fit(label(seat), _SEAT - 4, 8.5, BOLD, least=0.5)
            middle = x + _NUMBER + (index + 0.5) * _SEAT
            draw_text(canvas, title, middle, top, align=Align.CENTRE)
        right = x + _NUMBER + len(Seat) * _SEAT
        won = fit(pgettext("trick", "Won by"), _WINNER - 12, 8.5, BOLD, least=0.5)
        draw_text(canvas, won, right + 12, top)
        points = fit(_("Points"), _POINTS, 8.5, BOLD, least=0.5)
        draw_text(canvas, points, right + _WINNER + _POINTS, top, align=Align.RIGHT)
        draw_rule(canvas, x, x + _table_width(), top - height + 1, 1)

    return Block(height, draw)


def _trick(trick: TrickView, head: Block) -> Block:
    def draw(canvas: Canvas, x: float, top: float) -> None:
        number = fit(str(trick.number), _NUMBER, _SIZE)
        draw_text(canvas, number, x + _NUMBER - 8, top - 3.5, align=Align.RIGHT, ink=GREY)
        for index, cell in enumerate(trick.cells):
            if cell is not None:
                _draw_cell(canvas, cell, x + _NUMBER + (index + 0.5) * _SEAT, top)
        right = x + _NUMBER + len(Seat) * _SEAT
        if trick.winner is not None:
            winner = fit(label(trick.winner), _WINNER - 12, _SIZE, least=0.5)
            draw_text(canvas, winner, right + 12, top - 3.5)
            points = fit(str(trick.points), _POINTS, _SIZE)
            draw_text(canvas, points, right + _WINNER + _POINTS, top - 3.5, align=Align.RIGHT)
        draw_rule(canvas, x, x + _table_width(), top - _ROW, 0.25)

    return Block(_ROW, draw, repeated=head)


def _draw_cell(canvas: Canvas, cell: Cell, middle: float, top: float) -> None:
    """Draw a card in the middle of its column: framed if it wins, with its marks on both sides."""
    width = 30.0
    if cell.wins:
        canvas.setStrokeGray(BLACK)
        canvas.setLineWidth(1.2)
        canvas.roundRect(middle - width / 2, top - _ROW + 2, width, _ROW - 4, 3)
    _draw_card(canvas, cell.card, middle - 12, top - 3)
    if cell.leads:
        mark = fit("▸", 10, 8)
        draw_text(canvas, mark, middle - width / 2 - 2, top - 4.5, align=Align.RIGHT)
    if cell.fault is not None:
        mark = fit("!", 10, 12, BOLD)
        draw_text(canvas, mark, middle + width / 2 + 3, top - 2)


def _draw_card(canvas: Canvas, card: Card, x: float, top: float) -> None:
    rank = fit(card.rank.letter, 14, _CARD, BOLD)
    draw_text(canvas, rank, x, top)
    draw_suit(canvas, card.suit, x + 12, top - _CARD * BASELINE - 1, _CARD * 0.95)


def _faults(board: Board, width: float) -> Iterator[Block]:
    title = _("Cards against the rules") if board.faults else _("No card was against the rules.")
    head = paragraph(title, width, 11, font_name=BOLD)
    yield Block(head.height + 3, head.draw, keep=2 if board.faults else 0)
    for one in board.faults:
        yield from _fault(one, width)


def _fault(one: FaultView, width: float) -> Iterator[Block]:
    where = _("Trick %(trick)d:") % {"trick": one.fault.trick}
    said = paragraph(f"{where} {fault_text(one.fault)}", width, _SIZE, font_name=BOLD)
    yield Block(said.height, said.draw, keep=2)
    legal = ", ".join(card_name(card) for card in one.fault.legal)
    yield paragraph(_("Legal: %(cards)s.") % {"cards": legal}, width, _SIZE)
    yield paragraph(rule_text(one.fault), width, _SIZE, font_name=REGULAR, ink=GREY)
    yield space(5)


def _missing(request: PaperRequest) -> str:
    hand = _asked(request)
    if the_hand(request.championship, hand.deal) is None:
        return _("The hands have not been made yet.")
    if hand.attached is not None and _attached(hand) is None:
        return _("No such record of play is attached to this result.")
    return ""


def _asked(request: PaperRequest) -> PrintedHand:
    assert request.hand is not None, "it is asked for from the page of a hand"
    return request.hand


def _attached(hand: PrintedHand) -> Attached | None:
    return attached_play(hand.match, hand.deal, *hand.attached) if hand.attached else None


def _pages(request: PaperRequest) -> list[Page]:
    hand = _asked(request)
    dealt = the_hand(request.championship, hand.deal)
    assert dealt is not None, "a record is made of cards that are known"
    board, state = _board_and_state(hand, dealt)
    match = hand.match
    where = (
        round_title(match.round.number),
        _("table %(name)s") % {"name": match.table.shown_name},
        hand_title(hand.deal),
    )
    heading = request.heading(
        str(PLAY_RECORD.title),
        subtitle=" · ".join(where),
        status="" if hands_are_public(match.round) else pgettext("hands", "sealed"),
    )
    contestants = contestant_refs(request.championship)
    ns, ew = (
        f"{label(side)}: {contestant.number} {contestant.name}"
        for side, contestant in match.pair_ids.map(contestants.__getitem__).items()
    )
    paper = PlayPaper(board, (ns, ew), state)
    return fill(list(_blocks(paper, body_box(heading).width)), heading)


def _board_and_state(hand: PrintedHand, dealt: DealtHand) -> tuple[Board, str]:
    """Return the record and its state in words; "" where nobody has begun one."""
    attached = _attached(hand)
    if attached is not None:
        state = _("Attached to the ruling in version %(version)d of the result, %(at)s, %(by)s") % {
            "version": attached.version,
            "at": moment_text(attached.at),
            "by": attached.by,
        }
        return board_of(dealt, attached.play, attached.variant), state
    kept = kept_record(hand.match, dealt)
    state = ""
    if kept.at is not None:
        state = _("Version %(version)d of %(at)s, %(by)s") % {
            "version": kept.version,
            "at": moment_text(kept.at),
            "by": kept.by,
        }
    return board_of(dealt, kept.play, hand.match.round.stage.settings.play_variant), state


PLAY_RECORD = Paper(
    name="play-record",
    title=gettext_lazy("Record of play"),
    purpose=gettext_lazy("A hand card by card, with what broke a rule, for a ruling."),
    scope=Scope.HAND,
    pages=_pages,
    missing=_missing,
    private=True,
)
