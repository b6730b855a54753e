"""The end of the official record: rulings with their reasons, correction requests, signatures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from reportlab.pdfgen.canvas import Canvas

from scoring.game.announcements import Denomination
from scoring.game.seats import Party
from tournament.audit.event_text import actor_text
from tournament.championships.queries import Person
from tournament.core.labels import label
from tournament.core.numbers import score_text
from tournament.correction_requests.queries import CorrectionRequestView
from tournament.exports.pdf.ink import BOLD, GREY, draw_rule
from tournament.exports.pdf.paper import COLUMN_GAP as GAP
from tournament.exports.pdf.paper import Block, column_width, paragraph, space
from tournament.exports.pdf.text import draw_text, fit
from tournament.exports.record_rows import PlayPlace, RecordedPlay
from tournament.exports.rows import content_text, hand_title, moment_text, round_title
from tournament.models import CorrectionRequest
from tournament.play_records.sentences import fault_words
from tournament.rulings.queries import Ended, HandRulingLine, RulingLine, RulingsList
from tournament.standings.contestants import ContestantRef

_SIZE = 9.0


@dataclass(frozen=True, slots=True)
class _Case:
    """A decision: its subject, then what everybody said, one after the other."""

    title: str
    lines: tuple[str, ...]

    def blocks(self, width: float) -> Iterator[Block]:
        head = paragraph(self.title, width, _SIZE, font_name=BOLD)
        yield Block(head.height, head.draw, keep=len(self.lines))
        for line in self.lines:
            yield paragraph(line, width, _SIZE)
        yield space(6)


Plays = Mapping[PlayPlace, RecordedPlay]
"""The records of play that rulings rest on."""


def ruling_blocks(rulings: RulingsList, plays: Plays, width: float) -> Iterator[Block]:
    """Yield every ruling in the order in which they were made, also withdrawn ones."""
    every = sorted([*rulings.standing, *rulings.ended], key=lambda one: one.at)
    if not every:
        yield paragraph(_("There was none."), width, _SIZE, ink=GREY)
    for one in every:
        case = _hand_ruling(one, plays) if isinstance(one, HandRulingLine) else _ruling(one)
        yield from case.blocks(width)


def _hand_ruling(one: HandRulingLine, plays: Plays) -> _Case:
    where = _where(one.round, one.table_name, one.deal)
    what = f"{one.ruling.kind.label} {one.ruling.whose}".strip()
    pairs = (_pair(pair, side) for side, pair in one.pairs.items())
    why = one.ruling.words or _("Nobody wrote down what happened.")
    said = f"{_said(one.at, one.by)}: {why}"
    lines = (*pairs, said, *_rests_on(one, plays), *_ended(one.ended))
    return _Case(f"{where}: {what}", lines)


def _ruling(one: RulingLine) -> _Case:
    made = _said(one.at, one.by)
    title = _("Ruling %(number)s") % {"number": one.number}
    if one.stage:
        title += f", {one.stage}"
    if one.contestant is not None:
        about = _("pair %(number)s %(name)s") % {
            "number": one.contestant.number,
            "name": one.contestant.name,
        }
        title += f", {about}: {one.kind.label} {score_text(one.points)}"
    elif one.deal is not None:
        title += f", {hand_title(one.deal)}: {one.kind.label}"
    return _Case(title, (f"{made}: {one.reason}", *_ended(one.ended)))


def _rests_on(one: HandRulingLine, plays: Plays) -> Iterator[str]:
    """Yield the records of play that the ruling rests on; their cards are on a paper of its own."""
    for play in one.plays:
        told = ngettext(
            "It rests on a record of play (version %(version)d of the result, %(cards)d card).",
            "It rests on a record of play (version %(version)d of the result, %(cards)d cards).",
            play.cards,
        ) % {"version": play.version, "cards": play.cards}
        place = (one.round, one.table_number, one.deal, play.version, play.number)
        yield from _play(told, plays[place])


def _play(told: str, play: RecordedPlay) -> Iterator[str]:
    """Yield who kept it, its trumps, and which cards were against the rules."""
    parts = [told, _said(play.at, play.actor)]
    if play.trump is not None:
        trump = label(play.trump)
        botifarra = play.trump is Denomination.BOTIFARRA
        parts.append(trump if botifarra else _("Trumps: %(suit)s") % {"suit": trump})
    yield " · ".join(parts)
    if not play.faults:
        yield _("No card was against the rules.")
    for fault in play.faults:
        yield fault_words(fault, naming_cards=play.names_cards)


def _ended(ended: Ended | None) -> Iterator[str]:
    if ended is not None:
        word = pgettext("ruling", "replaced") if ended.replaced else pgettext("ruling", "withdrawn")
        yield f"{word} · {_said(ended.at, ended.by)}: {ended.reason}"


def correction_request_blocks(
    correction_requests: tuple[CorrectionRequestView, ...], width: float
) -> Iterator[Block]:
    """Yield every correction request with its claim, the opponents' answer and the decision."""
    if not correction_requests:
        yield paragraph(_("There was none."), width, _SIZE, ink=GREY)
    for correction_request in correction_requests:
        yield from _correction_request(correction_request).blocks(width)


def _correction_request(request: CorrectionRequestView) -> _Case:
    where = _where(request.round, request.table_name, request.deal)
    number = _("Correction request %(number)s") % {"number": request.number}
    return _Case(
        f"{number}, {where}: {request.kind.label}",
        tuple(_correction_request_lines(request)),
    )


def _correction_request_lines(request: CorrectionRequestView) -> Iterator[str]:
    yield f"{_pair(request.pair, request.side)} · {_said(request.at, actor_text(request.actor))}"
    if request.disputed is not None:
        text = {
            "version": request.based_on,
            "result": content_text(request.disputed),
        }
        yield _("Against version %(version)s: %(result)s") % text
    if request.said is not None:
        yield _("Asked for: %(result)s") % {"result": content_text(request.said)}
    if request.words:
        yield _("In words: %(words)s") % {"words": request.words}
    if request.answer is not CorrectionRequest.Answer.NONE:
        by = _said(request.answered_at, actor_text(request.answered_by))
        yield f"{by}: {request.answer.label}"
    decision = str(request.decision.label)
    if request.is_open:
        yield _("Decision: %(decision)s") % {"decision": decision}
    else:
        by = _said(request.decided_at, request.decided_by)
        yield _("Decision: %(decision)s") % {"decision": f"{decision} · {by}"}
        yield _("Why: %(reason)s") % {"reason": request.decision_reason}


def _pair(contestant: ContestantRef, side: Party) -> str:
    named = _("pair %(number)s %(name)s") % {"number": contestant.number, "name": contestant.name}
    return f"{named} ({label(side)})"


def _where(round: int, table: str, deal: int) -> str:
    at = _("table %(name)s") % {"name": table}
    return f"{round_title(round)}, {at}, {hand_title(deal)}"


def _said(at: datetime | None, actor: str) -> str:
    return f"{moment_text(at)}, {actor}"


_ACROSS = 2
_LEAST = 4
"""Least number of lines: signatories need not have an account."""
_ROOM = 52.0
"""Height in points above a line."""


def signature_blocks(people: Sequence[Person], width: float) -> Iterator[Block]:
    """Yield a line for each organiser and referee, two side by side."""
    signers = [(person.name, str(person.role.label)) for person in people]
    signers += [("", "")] * max(_LEAST - len(signers), len(signers) % _ACROSS)
    for start in range(0, len(signers), _ACROSS):
        yield _line(signers[start : start + _ACROSS], width)


def _line(signers: Sequence[tuple[str, str]], width: float) -> Block:
    each = column_width(width, _ACROSS)
    names = [(fit(name, each, 10), fit(role, each, 8.5)) for name, role in signers]
    below = max(name.height + role.height for name, role in names)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        base = top - _ROOM
        for index, (name, role) in enumerate(names):
            left = x + index * (each + GAP)
            draw_rule(canvas, left, left + each, base, 0.75)
            draw_text(canvas, name, left, base - 3)
            draw_text(canvas, role, left, base - 3 - name.height, ink=GREY)

    return Block(_ROOM + 3 + below, draw)
