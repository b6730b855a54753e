"""Results in the official record: every version of every result, a round after the other.

One line for each version: its content, who entered and who confirmed it and when, and why it
changed; for the current version also its scores. Facts about the whole round are told once above
it: the day, and who entered most of its results. So a round of twenty pairs is a page; short rounds
share one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.pdfgen.canvas import Canvas

from scoring.game.seats import Party, Seat, Side, Sides
from tournament.audit.event_text import actor_text
from tournament.core.labels import label
from tournament.core.numbers import score_text, signed_text
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Grid, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill, height_of, paragraph, space
from tournament.exports.pdf.text import Align
from tournament.exports.record_rows import (
    OfficialRecord,
    RecordedConfirmation,
    RecordedMatch,
    RecordedRound,
    RecordedVersion,
)
from tournament.exports.rows import (
    cancelled_note,
    content_text,
    hand_conditions,
    hand_title,
    moment_text,
    played_text,
    round_title,
    rounds_title,
)
from tournament.models import ResultConfirmation, RoundStatus
from tournament.models.places import ActedBy
from tournament.models.schedule import by_seat
from tournament.standings.contestants import ContestantRef, at_table
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet

_SIZE = 8.2
"""Reasons stand below in smaller letters, which are not below seven points."""
_HAND_SIZE = 9.0
_ROUND_SIZE = 12.0
_BETWEEN_ROUNDS = 16.0
_RESULT = 2
"""The column with a version's content, where its reason begins."""
_WIDEST_TABLE = 80.0
_WIDEST_WHO = 105.0
_PADDING = 3.0


Told = Callable[[int, int], None]


def results_pages(heading: Heading, record: OfficialRecord, told: Told) -> Iterator[Page]:
    """Yield the pages of all rounds that have results, as many rounds on each as it has room for.

    A round that needs more than a page is on pages of its own. Each page says which rounds are on
    it. `told` hears how many of them are laid out.
    """
    heading = replace(heading, title=_("Results"), subtitle=round_title(1))
    box = body_box(heading)
    sheets = {
        deal: sheet for one in record.stages for deal, sheet in one.scores.hand_sheets().items()
    }
    played = [round for round in record.rounds if round.versions]
    together: dict[int, list[Block]] = {}
    for done, round in enumerate(played, start=1):
        blocks = _round(sheets, round, box.width)
        more = {**together, round.number: blocks}
        if together and height_of(_below_names(more, box.width)) > box.height:
            yield from _filled(heading, together)
            together = {round.number: blocks}
        else:
            together = more
        told(done, len(played))
    if together:
        yield from _filled(heading, together)


def _filled(heading: Heading, rounds: Mapping[int, Sequence[Block]]) -> list[Page]:
    heading = replace(heading, subtitle=rounds_title(list(rounds)))
    return fill(_below_names(rounds, body_box(heading).width), heading)


def _below_names(rounds: Mapping[int, Sequence[Block]], width: float) -> list[Block]:
    """Return each round below its name; one alone has that at the top of the page."""
    if len(rounds) == 1:
        return [block for of_round in rounds.values() for block in of_round]
    blocks: list[Block] = []
    for number, of_round in rounds.items():
        name = paragraph(round_title(number), width, _ROUND_SIZE, font_name=BOLD)
        above = [space(_BETWEEN_ROUNDS)] if blocks else []
        blocks += [*above, replace(name, keep=4), space(2), *of_round]
    return blocks


def _round(sheets: Mapping[int, HandSheet], round: RecordedRound, width: float) -> list[Block]:
    title = _("Results: round %(number)s") % {"number": round.number}
    usual = _Usual.of(round)
    state = paragraph(" ".join([_state(round), *usual.sentences()]), width, 8.5, ink=GREY)
    blocks = [replace(state, bookmark=title, keep=2), space(5)]
    return [*blocks, *_hands(sheets, round, usual, width)]


@dataclass(frozen=True, slots=True)
class _Usual:
    """Facts about most results of a round, which are not repeated beside them."""

    day: date | None
    author: ActedBy | None
    """Author of more than half of the results that didn't come from their own table."""
    at_tables: bool
    """Whether some came from their own table."""
    of_players: bool
    alone: bool

    @classmethod
    def of(cls, round: RecordedRound) -> _Usual:
        days = Counter(timezone.localtime(one.at).date() for one in round.versions)
        sides = [_side_at_table(one.actor, one.match) for one in round.versions]
        authors = Counter(one.actor for one, side in zip(round.versions, sides) if side is None)
        most = authors.most_common(1)
        usual = most[0][0] if most and 2 * most[0][1] > authors.total() else None
        confirmed = any(
            one.by not in (ResultConfirmation.By.REFEREE, ResultConfirmation.By.TABLE)
            for version in round.versions
            for one in version.confirmations
        )
        return cls(
            day=days.most_common(1)[0][0] if days else None,
            author=usual,
            at_tables=confirmed or any(side is not None for side in sides),
            of_players=_of_players(round),
            alone=any(one.match.pairs.ns.alone for one in round.versions),
        )

    def sentences(self) -> Iterator[str]:
        if self.day is not None:
            yield _("Times without a day are of %(day)s.") % {
                "day": date_format(self.day, "SHORT_DATE_FORMAT")
            }
        if self.author is not None:
            yield _("Where only a time stands, it was entered by: %(who)s.") % {
                "who": actor_text(self.author)
            }
        if self.at_tables:
            told = _("%(ns)s and %(ew)s are the pairs at their table.")
            if self.of_players:
                told = _("%(ns)s and %(ew)s are the players of that side at their table.")
            if self.alone:
                told = _("%(seats)s are the players in these seats at their table.")
            yield told % {
                "ns": label(Side.NS),
                "ew": label(Side.EW),
                "seats": ", ".join(map(label, Seat)),
            }

    def when(self, moment: datetime) -> str:
        """Return the time, with the day where it is another one."""
        local = timezone.localtime(moment)
        return f"{local:%H:%M}" if local.date() == self.day else moment_text(moment)

    def entered(self, version: RecordedVersion) -> str:
        side = _side_at_table(version.actor, version.match)
        if side is not None:
            return f"{label(side)} {self.when(version.at)}"
        if version.actor == self.author:
            return self.when(version.at)
        return f"{actor_text(version.actor)} {self.when(version.at)}"

    def confirmed(self, confirmation: RecordedConfirmation) -> str:
        """Return by whom and when it was confirmed; a pair at its table is named by its side.

        A result that one phone entered for the whole table was agreed as it was entered.
        """
        if confirmation.by is ResultConfirmation.By.TABLE:
            return str(confirmation.by.label)
        who = (
            confirmation.actor
            if confirmation.by is ResultConfirmation.By.REFEREE
            else str(confirmation.by.label)
        )
        return f"{who} {self.when(confirmation.at)}"


def _side_at_table(actor: ActedBy, match: RecordedMatch) -> Party | None:
    """Return the side of a pair, or the seat of a player, that acted with the link of its own
    table; None for all others."""
    if actor.table is None or actor.side is None or actor.table != match.table_number:
        return None
    own, _others = at_table(actor.side, match.pairs)
    sat = any(one.number == actor.contestant for one in own.everybody)
    return actor.side if sat else None


def _state(round: RecordedRound) -> str:
    if round.status is RoundStatus.CLOSED:
        times = {"opened": moment_text(round.opened_at), "closed": moment_text(round.closed_at)}
        return _("Opened %(opened)s, closed %(closed)s.") % times
    return _("This round is not closed: its results have no scores yet.")


def _hands(
    sheets: Mapping[int, HandSheet], round: RecordedRound, usual: _Usual, width: float
) -> Iterator[Block]:
    """Yield the titles once, then each hand under its name; both again on a page it goes on to."""
    scored = {
        (entry.match_id, sheet.deal): entry
        for sheet in sheets.values()
        if sheet.round == round.number
        for entry in sheet.entries
    }
    versioned = _has_several_versions(round)
    rows = [
        _row(one, scored.get((one.match_id, one.deal)), round, usual, versioned=versioned)
        for one in round.versions
    ]
    grid = _grid(round, rows, width, versioned=versioned)
    paired = zip(round.versions, grid.rows(rows))
    head = grid.head()
    yield replace(head, keep=2)
    for deal, group in groupby(paired, lambda pair: pair[0].deal):
        title = _hand(deal, sheets.get(deal), round, width)
        of_hand = [block for _version, block in group]
        yield replace(title, repeated=head, keep=min(2, len(of_hand)))
        again = _stacked(head, title)
        yield from (replace(block, repeated=again) for block in of_hand)


def _hand(deal: int, sheet: HandSheet | None, round: RecordedRound, width: float) -> Block:
    text = hand_title(deal) if round.of_deals else _("Games")
    if round.of_deals:
        text += f" · {hand_conditions(deal)}"
    if sheet is not None and sheet.cancelled:
        text += f" · {cancelled_note(sheet)}"
    title = paragraph(text, width, _HAND_SIZE, font_name=BOLD)
    return _stacked(space(5), title, space(1))


def _stacked(*blocks: Block) -> Block:
    """Return blocks below one another as one."""

    def draw(canvas: Canvas, x: float, top: float) -> None:
        for block in blocks:
            block.draw(canvas, x, top)
            top -= block.height

    return Block(sum(block.height for block in blocks), draw)


def _of_players(round: RecordedRound) -> bool:
    return any(one.match.pairs.ns.everybody[0].is_player for one in round.versions)


def _has_several_versions(round: RecordedRound) -> bool:
    return any(one.version > 1 or not one.is_current for one in round.versions)


def _grid(round: RecordedRound, rows: Sequence[Row], width: float, *, versioned: bool) -> Grid:
    columns = _columns(round, versioned=versioned)
    return make_grid(columns, rows, width, _SIZE, anchor=_RESULT + versioned, row_padding=1.4)


def _columns(round: RecordedRound, *, versioned: bool) -> tuple[Column, ...]:
    titles = (_("Hand score"), _("Hand points")) if round.of_deals else ()
    scores = (
        Column(label(side), Align.RIGHT, title, padding=_PADDING)
        for title in titles
        for side in Side
    )
    version = Column(pgettext("column", "Version"), Align.RIGHT, padding=_PADDING)
    return (
        Column(_("Table"), bold=True, padding=_PADDING, most=_WIDEST_TABLE),
        Column(_("Players") if _of_players(round) else _("Pairs"), padding=_PADDING),
        *([version] if versioned else []),
        Column(_("Result"), stretch=1, padding=_PADDING),
        *scores,
        Column(_("Entered"), padding=_PADDING, most=_WIDEST_WHO),
        Column(_("Confirmation"), padding=_PADDING, most=_WIDEST_WHO),
    )


def _row(
    version: RecordedVersion,
    entry: HandEntry | None,
    round: RecordedRound,
    usual: _Usual,
    *,
    versioned: bool,
) -> Row:
    stands = entry if version.is_current else None
    scores: tuple[str, ...] = ("",) * 4 if round.of_deals else ()
    if stands is not None:
        scores = (
            *(signed_text(own.hand_score) for own in stands.sides),
            *(score_text(own.final) for own in stands.sides),
        )
    return Row(
        (
            version.match.table,
            who_played(version.match.pairs),
            *([_version(version)] if versioned else []),
            content_text(version.content),
            *scores,
            usual.entered(version),
            "; ".join(map(usual.confirmed, version.confirmations)),
        ),
        below=(*_why(version), *_played(stands)),
    )


def who_played(pairs: Sides[ContestantRef]) -> str:
    """Return the numbers of the two sides; of players who play alone, by seat."""
    if pairs.ns.alone:
        seated = by_seat(pairs.map(lambda side: side.everybody))
        return " / ".join(one.numbers for _seat, one in seated)
    return "–".join(pair.numbers for pair in pairs)


def _version(version: RecordedVersion) -> str:
    """Return the number of the version; nothing for a first one that stands."""
    if not version.is_current:
        return _("%(number)s, replaced") % {"number": version.version}
    return str(version.version) if version.version > 1 else ""


def _played(stands: HandEntry | None) -> Iterator[str]:
    """Yield the play on phones that counts otherwise, and who set it aside why."""
    if stands is None or stands.on_phones is None:
        return
    played = stands.on_phones
    yield capfirst(played_text(played))
    if played.set_aside_by:
        yield f"{played.set_aside_by}: {played.set_aside_reason}"


def _why(version: RecordedVersion) -> Iterator[str]:
    if version.reason:
        yield _("Why: %(reason)s") % {"reason": version.reason}
    if version.content.note:
        yield _("What happened: %(note)s") % {"note": version.content.note}
