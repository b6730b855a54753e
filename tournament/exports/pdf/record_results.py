"""The results in the official record: every version of every result, a round after the other.

One line for each version: its content, when and by whom it was entered, who confirmed it, and why
it changed; for the current version also its scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.seats import Side
from tournament.audit.event_text import actor_text
from tournament.core.labels import label
from tournament.core.numbers import score_text, signed_text
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import Align
from tournament.exports.record_rows import (
    OfficialRecord,
    RecordedConfirmation,
    RecordedRound,
    RecordedVersion,
)
from tournament.exports.rows import (
    cancelled_note,
    content_text,
    hand_conditions,
    hand_title,
    moment_text,
    round_title,
)
from tournament.models import ResultConfirmation, RoundStatus
from tournament.standings.queries import HandEntry, HandSheet

_SIZE = 7.5
_RESULT = 3
"""The column with what a version says, where its reason begins."""
_WIDEST_TABLE = 80.0


def round_results(heading: Heading, record: OfficialRecord, round: RecordedRound) -> list[Page]:
    """The wide pages of one round; the first bears its bookmark."""
    title = _("Results: round %(number)s") % {"number": round.number}
    heading = replace(heading, title=_("Results"), subtitle=round_title(round.number))
    width = body_box(heading, wide=True).width
    state = paragraph(_state(round), width, 9, ink=GREY)
    sheets = {
        deal: sheet for one in record.stages for deal, sheet in one.scores.hand_sheets().items()
    }
    blocks = [replace(state, bookmark=title, keep=2), space(3)]
    blocks += _hands(sheets, round, width)
    return fill(blocks, heading, wide=True)


def _state(round: RecordedRound) -> str:
    if round.status is RoundStatus.CLOSED:
        times = {"opened": moment_text(round.opened_at), "closed": moment_text(round.closed_at)}
        return _("Opened %(opened)s, closed %(closed)s.") % times
    return _("This round is not closed: its results have no scores yet.")


def _hands(sheets: Mapping[int, HandSheet], round: RecordedRound, width: float) -> Iterator[Block]:
    scored = {
        (entry.match_id, sheet.deal): entry
        for sheet in sheets.values()
        if sheet.round == round.number
        for entry in sheet.entries
    }
    rows = [_row(one, scored.get((one.match_id, one.deal)), round) for one in round.versions]
    grid = make_grid(_columns(round), rows, width, _SIZE, anchor=_RESULT, row_padding=1.5)
    paired = zip(round.versions, grid.rows(rows))
    for deal, group in groupby(paired, lambda pair: pair[0].deal):
        text = hand_title(deal)
        if round.of_deals:
            text += f" · {hand_conditions(deal)}"
        if deal in sheets and sheets[deal].cancelled:
            text += f" · {cancelled_note(sheets[deal])}"
        yield space(7)
        yield replace(paragraph(text, width, 9.5, font_name=BOLD), keep=3)
        yield replace(grid.head(), keep=1)
        yield from (block for _version, block in group)


def _columns(round: RecordedRound) -> tuple[Column, ...]:
    titles = (_("Hand score"), _("Final score")) if round.of_deals else ()
    scores = (
        Column(label(side), Align.RIGHT, title, padding=3) for title in titles for side in Side
    )
    return (
        Column(_("Table"), bold=True, padding=3, most=_WIDEST_TABLE),
        Column(_("Pairs"), padding=3),
        Column(pgettext("column", "Version"), Align.RIGHT, padding=3),
        Column(_("Result"), stretch=2, padding=3),
        *scores,
        Column(_("Entered"), padding=3),
        Column(_("By"), stretch=1.5, padding=3),
        Column(_("Confirmation"), stretch=1.7, padding=3),
    )


def _row(version: RecordedVersion, entry: HandEntry | None, round: RecordedRound) -> Row:
    stands = entry if version.is_current else None
    scores: tuple[str, ...] = ("",) * 4 if round.of_deals else ()
    if stands is not None:
        scores = (
            *(signed_text(own.hand_score) for own in stands.sides),
            *(score_text(own.final) for own in stands.sides),
        )
    number = str(version.version)
    if not version.is_current:
        number = _("%(number)s, replaced") % {"number": number}
    return Row(
        (
            version.match.table,
            "–".join(str(pair.number) for pair in version.match.pairs),
            number,
            content_text(version.content),
            *scores,
            moment_text(version.at),
            actor_text(version.actor),
            "; ".join(confirmation_text(confirmation) for confirmation in version.confirmations),
        ),
        below=tuple(_why(version)),
    )


def _why(version: RecordedVersion) -> Iterator[str]:
    if version.reason:
        yield _("Why: %(reason)s") % {"reason": version.reason}
    if version.content.note:
        yield _("What happened: %(note)s") % {"note": version.content.note}


def confirmation_text(confirmation: RecordedConfirmation) -> str:
    """Who looked at it, and when; a pair at its table is named by its side."""
    who = (
        confirmation.actor
        if confirmation.by is ResultConfirmation.By.REFEREE
        else str(confirmation.by.label)
    )
    return f"{who} {moment_text(confirmation.at)}"
