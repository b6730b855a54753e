"""The official record (acta): everything that happened in a championship, to be signed and kept.

Who took part, the settings and the schedule; then every result, a round after the other, on pages
of their own; then the standings, the decisions, the log and signatures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.championships.settings_told import facts_of
from tournament.core.labels import label
from tournament.deals.proof import SetProof
from tournament.exports.heading import Heading, Stated, status_of
from tournament.exports.pdf.commitment import grouped
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Grid, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY, MONO
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.record_decisions import (
    correction_request_blocks,
    ruling_blocks,
    signature_blocks,
)
from tournament.exports.pdf.record_results import Told, results_pages, who_played
from tournament.exports.pdf.standings import overall_pages, standings_pages
from tournament.exports.pdf.text import Align
from tournament.exports.record_rows import OfficialRecord, RecordedMatch, RecordedRound
from tournament.exports.rows import moment_text
from tournament.models import Championship, ConfirmationRule, Stage
from tournament.stages.formats import any_deals, format_of
from tournament.standings.carry_words import how_chosen
from tournament.standings.queries.overall import overall_of
from tournament.standings.remarks import contestant_remarks

_SIZE = 9.0
_LABEL = 130.0
"""Width in points of the names of facts."""
_GROUPS = 8
"""Groups of hexadecimal digits on a line."""


def record_pages(
    heading: Heading, record: OfficialRecord, told: Told = lambda _done, _of: None
) -> Iterator[Page]:
    """Yield all pages; `told` hears how many of the rounds are laid out."""
    yield from fill(list(_before(record, body_box(heading).width)), heading)
    yield from results_pages(heading, record, told)
    yield from _standings(heading, record)
    width = body_box(heading).width
    yield from fill([*_decided(record, width), *_sealed(record, width)], heading)


def _before(record: OfficialRecord, width: float) -> Iterator[Block]:
    yield from _section(_("Championship"), width)
    yield from _facts(_about(record), width)
    yield from _section(_("Settings"), width)
    for one in record.stages:
        if len(record.stages) > 1:
            yield space(6)
            yield replace(paragraph(one.stage.shown_name, width, 11, font_name=BOLD), keep=2)
        yield from _facts(_settings(one.stage), width)
    yield from _facts(_day(record.championship), width)
    yield from _section(_contestants_title(record), width)
    yield from _contestants(record, width)
    yield from _section(_("Schedule"), width)
    yield from _schedule(record.rounds, width)
    if any_deals(one.stage for one in record.stages):
        yield from _section(_("Hands"), width)
        yield from _hands(record, width)


def _decided(record: OfficialRecord, width: float) -> Iterator[Block]:
    yield from _section(_("Rulings"), width)
    yield from ruling_blocks(record.rulings, record.plays, width)
    yield from _section(_("Correction requests"), width)
    yield from correction_request_blocks(record.correction_requests, width)
    if record.own_acts:
        yield from _section(_("By accounts that play"), width)
    for one in record.own_acts:
        done = f"{moment_text(one.at)}, {one.actor}: {one.action}, {one.target}."
        yield paragraph(f"{done} {one.reason}".rstrip(), width, _SIZE)


def _standings(heading: Heading, record: OfficialRecord) -> Iterator[Page]:
    views = [(one.stage, one.standings) for one in record.stages]
    if len([view for _stage, view in views if view.rounds]) > 1:
        title = _("Standings of the championship")
        pages = overall_pages(replace(heading, title=title), overall_of(views))
        x, top, first = pages[0].placed[0]
        pages[0].placed[0] = (x, top, replace(first, bookmark=title))
        yield from pages
    for one in record.stages:
        title = _("Final standings") if one.standings.final else _("Provisional standings")
        if len(record.stages) > 1:
            title = f"{title} – {one.stage.shown_name}"
        status = status_of(Stated.STANDINGS, final=one.standings.final)
        pages = standings_pages(replace(heading, title=title, status=status), one.standings)
        x, top, first = pages[0].placed[0]
        pages[0].placed[0] = (x, top, replace(first, bookmark=title))
        yield from pages


def _sealed(record: OfficialRecord, width: float) -> Iterator[Block]:
    yield from _section(_("Log"), width)
    yield from _log(record, width)
    yield from _section(_("Signatures"), width)
    yield from signature_blocks(record.people, width)


def _section(title: str, width: float) -> Iterator[Block]:
    yield space(12)
    head = paragraph(title, width, 14, font_name=BOLD)
    yield Block(head.height + 4, head.draw, keep=2, bookmark=title)


def _facts(facts: Iterator[tuple[str, str]], width: float) -> Iterator[Block]:
    """Yield names on the left, values on the right; without lines, as in a letter."""
    rows = [Row(fact) for fact in facts]
    columns = (Column("", bold=True), Column("", stretch=1))
    grid = Grid(columns, (_LABEL, width - _LABEL), _SIZE, row_padding=2)
    yield from (replace(block, repeated=None) for block in grid.rows(rows))


def _about(record: OfficialRecord) -> Iterator[tuple[str, str]]:
    one = record.championship
    yield _("Name"), one.name
    if one.place:
        yield _("Place"), one.place
    yield _("Date"), date_format(one.date, "DATE_FORMAT")
    yield _contestants_title(record), str(len(record.contestants))
    yield _("Rounds"), str(len(record.rounds))
    dealt = [one.stage for one in record.stages if format_of(one.stage).deals]
    if dealt:
        hands = sorted({stage.hands_per_match for stage in dealt})
        yield _("Hands in a match"), ", ".join(map(str, hands))
    ended = moment_text(one.ended_at) if one.ended_at else _("not yet: this record can change")
    yield _("Ended"), ended
    for person in record.people:
        yield str(person.role.label), f"{person.name} ({person.username})"


def _settings(stage: Stage) -> Iterator[tuple[str, str]]:
    yield _("Format"), str(format_of(stage).label)
    if told := how_chosen(stage):
        yield _("Who plays"), told
    yield from facts_of(stage)
    rules = [
        f"{place}. {label(rule)}" for place, rule in enumerate(stage.settings.tie_breaks, start=1)
    ]
    yield _("Tie-breaks, in order"), "; ".join(rules) or pgettext("tie-breaks", "none")
    if stage.draw_seed:
        yield _("Seed of drawn cards"), stage.draw_seed


def _day(one: Championship) -> Iterator[tuple[str, str]]:
    yield _("Confirmation of results"), str(ConfirmationRule(one.confirmation).label)
    if one.round_minutes is not None:
        yield _("A round lasts"), _minutes(one.round_minutes)
    yield _("Corrections after a round"), _minutes(one.correction_minutes)


def _minutes(count: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}


def _contestants_title(record: OfficialRecord) -> str:
    return _("Players") if record.championship.of_players else _("Pairs")


def _contestants(record: OfficialRecord, width: float) -> Iterator[Block]:
    columns = (
        Column(pgettext("column", "No."), Align.RIGHT, bold=True),
        Column(_("Player") if record.championship.of_players else _("Pair"), stretch=2),
        Column(_("Substitutes"), stretch=1),
        Column(_("Club"), stretch=1),
    )
    rows = []
    for contestant in record.contestants:
        below = list(contestant_remarks(contestant, club=False))
        if contestant.joined_round > 1:
            below.append(_("plays from round %(number)s on") % {"number": contestant.joined_round})
        cells = (
            str(contestant.number),
            contestant.name,
            ", ".join(contestant.substitutes),
            contestant.club,
        )
        rows.append(Row(cells, below=tuple(below)))
    yield from make_grid(columns, rows, width, _SIZE, anchor=1, row_padding=2).table(rows)


def _schedule(rounds: Sequence[RecordedRound], width: float) -> Iterator[Block]:
    yield paragraph(_order_of_sides(rounds), width, _SIZE, ink=GREY)
    yield space(4)
    columns = (
        Column(_("Round"), Align.RIGHT, bold=True),
        Column(_("Opened"), padding=3),
        Column(_("Closed"), padding=3),
        Column(_("Matches"), stretch=1),
    )
    rows = [
        Row(
            (
                str(round.number),
                moment_text(round.opened_at),
                moment_text(round.closed_at),
                " · ".join(_match(match) for match in round.matches),
            ),
            below=tuple(_round_remarks(round)),
        )
        for round in rounds
    ]
    yield from make_grid(columns, rows, width, 8.0, anchor=3, row_padding=2).table(rows)


def _order_of_sides(rounds: Sequence[RecordedRound]) -> str:
    """Return in which order a match of the schedule names those who play it."""
    one = next((match.pairs.ns for round in rounds for match in round.matches), None)
    if one is not None and one.alone:
        return _("At each table the players are named from North on, as they play in turn.")
    if one is not None and one.everybody[0].is_player:
        return _("At each table the players sitting North–South come before those East–West.")
    return _("At each table the pair sitting North–South comes before the one sitting East–West.")


def _match(match: RecordedMatch) -> str:
    # Hard spaces, so that a match is not divided between lines.
    text = f"{match.table}: {who_played(match.pairs)}".replace(" ", "\N{NO-BREAK SPACE}")
    if not match.cancelled:
        return text
    cancelled = pgettext("match", "cancelled")
    return f"{text} ({cancelled})"


def _round_remarks(round: RecordedRound) -> Iterator[str]:
    if round.resting:
        numbers = ", ".join(str(contestant.number) for contestant in round.resting)
        yield _("Resting: %(pairs)s") % {"pairs": numbers}
    for match in round.matches:
        if match.seats:
            who = ", ".join(f"{label(seat)} {name}" for seat, name in match.seats)
            yield _("table %(name)s") % {"name": match.table} + f": {who}"


def _hands(record: OfficialRecord, width: float) -> Iterator[Block]:
    if record.proof is None:
        yield paragraph(_("No hands have been made yet."), width, _SIZE)
        return
    for one in record.proof.sets:
        yield from _deal_set(one, width)
    if record.accesses:
        yield space(6)
        yield replace(
            paragraph(_("Hands seen before their round"), width, _SIZE, font_name=BOLD), keep=1
        )
    for look in record.accesses:
        what = _("round %(number)s: %(what)s") % {"number": look.round, "what": look.kind.label}
        by = f"{moment_text(look.at)}, {look.actor}"
        yield paragraph(f"{by}, {what}. {look.reason}", width, _SIZE)


def _deal_set(one: SetProof, width: float) -> Iterator[Block]:
    yield from _digits(_("Commitment"), one.commitment, width)
    yield from _facts(
        iter(
            [
                (_("First hand"), str(one.hands_before + 1)),
                (_("Hands, the spare ones included"), str(one.deals)),
                (_("Made"), moment_text(one.made_at)),
                (_("Salt"), one.salt or pgettext("salt", "none")),
                (_("Salt fixed"), moment_text(one.salt_fixed_at)),
            ]
        ),
        width,
    )
    if one.key is None:
        sealed = _("The key is sealed until the championship ends.")
        yield from _facts(iter([(_("Key"), sealed)]), width)
    else:
        yield from _digits(_("Key"), one.key, width)


def _digits(title: str, digits: str, width: float) -> Iterator[Block]:
    """Yield a long number in groups, below its name."""
    lines = grouped(digits, _GROUPS)
    yield space(4)
    yield replace(paragraph(title, width, _SIZE, font_name=BOLD), keep=len(lines))
    for line in lines:
        yield paragraph(line, width, _SIZE, font_name=MONO)
    yield space(5)


def _log(record: OfficialRecord, width: float) -> Iterator[Block]:
    if record.log is None:
        yield paragraph(_("Nothing has been recorded yet."), width, _SIZE)
        return
    count = (_("Events"), str(record.log.events))
    last = (_("Last event"), moment_text(record.log.at))
    yield from _facts(iter([count, last]), width)
    yield from _digits(_("Hash of the last event"), record.log.hash, width)
    yield paragraph(
        _(
            "Each event's hash covers the event and the hash before it: if an event is "
            "changed, removed or inserted, the hash here changes. The command “verify” "
            "computes it again."
        ),
        width,
        _SIZE,
        ink=GREY,
    )
