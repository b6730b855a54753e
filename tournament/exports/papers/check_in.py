"""Papers for the door: who comes and who pays, and labels with names, 24 a page, to be cut out.

┌──────────────────┐
│ 7   Maria Puig   │
│     CB Valls     │
└──────────────────┘
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from reportlab.pdfgen.canvas import Canvas

from tournament.check_in.queries import CheckIn, check_in
from tournament.core import csv_text
from tournament.exports.heading import Heading
from tournament.exports.papers.base import Bundle, Paper, PaperRequest, Scope
from tournament.exports.pdf.cards import Card, card_pages
from tournament.exports.pdf.frame import Box, body_box
from tournament.exports.pdf.grid import Column, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import Align, draw_text, fit
from tournament.standings.contestants import contestant_refs

_DONE, _OPEN = "☑", "☐"
_SIZE = 11.0


def _is_of_players(now: CheckIn) -> bool:
    return any(line.contestant.is_player for line in now.lines)


def _blocks(heading: Heading, now: CheckIn) -> Iterator[Block]:
    width = body_box(heading).width
    told = _("%(here)d of %(expected)d here") % {"here": now.here, "expected": now.expected}
    told += " · " + _("%(paid)d of %(all)d paid") % {"paid": now.paid, "all": len(now.lines)}
    yield paragraph(told, width, _SIZE, ink=GREY)
    yield space(6)
    columns = (
        Column(pgettext("column", "No."), Align.RIGHT, bold=True),
        Column(_("Player") if _is_of_players(now) else _("Pair"), stretch=3),
        Column(_("Club"), stretch=2),
        Column(pgettext("pair", "Here"), Align.CENTRE),
        Column(pgettext("pair", "Paid"), Align.CENTRE),
        Column(pgettext("column", "Notes"), stretch=1),
    )
    rows = [
        Row(
            (
                str(line.contestant.number),
                line.contestant.name,
                line.contestant.club,
                (_DONE if line.here else _OPEN) if line.is_expected else "",
                _DONE if line.paid else _OPEN,
                ""
                if line.is_expected
                else _("withdrawn from round %(number)d")
                % {"number": line.contestant.withdrawn_from},
            )
        )
        for line in now.lines
    ]
    yield from make_grid(columns, rows, width, _SIZE, row_padding=5).table(rows)


_COLUMNS, _ROWS = 3, 8
_PADDING = 8.0
_NUMBER, _NAME, _CLUB = 24.0, 14.0, 9.0
_NUMBER_WIDTH, _GAP = 36.0, 6.0
_SCALES = (1.0, 0.9, 0.8, 0.7, 0.6)
"""Scales of a long name: the first at which it has room and no word is broken."""


@dataclass(frozen=True, slots=True)
class NameLabel:
    """A person, the number of their pair, and its club or ""."""

    number: int
    name: str
    club: str


def _draw_label(label: NameLabel, canvas: Canvas, box: Box) -> None:
    """Draw the number at the left, the name and the club beside it, all level in the middle."""
    room = box.width - 2 * _PADDING - _NUMBER_WIDTH - _GAP
    club = fit(label.club, room, _CLUB)
    for scale in _SCALES:
        name = fit(label.name, room, _NAME * scale, BOLD)
        is_whole = all(word in " ".join(name.lines).split() for word in label.name.split())
        if is_whole and name.height + club.height <= box.height - 2 * _PADDING:
            break
    middle = (box.top + box.bottom) / 2
    number = fit(str(label.number), _NUMBER_WIDTH, _NUMBER, BOLD, least=0.5)
    draw_text(canvas, number, box.left + _PADDING, middle + number.height / 2)
    left = box.left + _PADDING + _NUMBER_WIDTH + _GAP
    high = name.height + (club.height if label.club else 0)
    draw_text(canvas, name, left, middle + high / 2)
    if label.club:
        draw_text(canvas, club, left, middle + high / 2 - name.height, ink=GREY)


def _no_pairs(request: PaperRequest) -> str:
    return "" if request.known.contestants else _("Nobody is registered yet.")


def _check_in(request: PaperRequest) -> list[Page]:
    heading = request.heading(str(CHECK_IN.title))
    return fill(list(_blocks(heading, check_in(request.championship))), heading)


def _labels(request: PaperRequest) -> list[Page]:
    """Return a label for each player; substitutes get theirs when they play."""
    labels = [
        NameLabel(pair.number, player, pair.club)
        for pair in contestant_refs(request.championship).values()
        if pair.withdrawn_from is None
        for player in pair.players
    ]
    cards = [Card(partial(_draw_label, label)) for label in labels]
    return card_pages(request.heading(str(NAME_LABELS.title)), cards, _COLUMNS, _ROWS)


def check_in_rows(now: CheckIn, *, of_players: bool) -> Iterator[csv_text.Row]:
    """Yield a row of titles, and one for each pair or player.

    1 is for those who are here or have paid, else 0, to be added up.
    """
    yield [
        pgettext("column", "No."),
        *((_("Player"),) if of_players else (_("Pair"), _("Player 1"), _("Player 2"))),
        _("Club"),
        pgettext("pair", "Here"),
        pgettext("pair", "Paid"),
        _("Withdrawn from round"),
    ]
    for line in now.lines:
        pair = line.contestant
        yield [
            pair.number,
            *(pair.players if of_players else (pair.name, *pair.players)),
            pair.club,
            int(line.here),
            int(line.paid),
            pair.withdrawn_from,
        ]


CHECK_IN = Paper(
    name="check-in",
    title=gettext_lazy("Check-in list"),
    purpose=gettext_lazy("For the door and the treasurer: who is here, and who has paid."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    pages=_check_in,
    missing=_no_pairs,
    bundles=frozenset({Bundle.BEFORE_THE_DAY}),
)
NAME_LABELS = Paper(
    name="name-labels",
    title=gettext_lazy("Labels with names"),
    purpose=gettext_lazy("To cut out and wear: each player's name, number and club."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    pages=_labels,
    missing=_no_pairs,
)
