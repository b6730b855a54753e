"""The standings of a simultaneous event on paper: pairs, then venues and clubs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.numbers import mean_text, score_text
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.standings import paper_column
from tournament.exports.pdf.text import Align
from tournament.exports.rows import event_notes
from tournament.simultaneous.columns import columns_on
from tournament.simultaneous.queries.event_standings import EventStandings, GroupLine
from tournament.standings.columns import CLUB, NAME, Output
from tournament.standings.remarks import place_reasons

_SIZE = 9.0
_CLOSE_PADDING = 2.5
_NAME = 1
"""The column with the pair's, the venue's or the club's name."""


def event_pages(heading: Heading, found: EventStandings) -> list[Page]:
    """Upright, as many sheets as it takes."""
    return fill(list(_blocks(found, body_box(heading).width)), heading)


def _blocks(found: EventStandings, width: float) -> Iterator[Block]:
    if not found.lines:
        yield paragraph(_("There are no standings yet."), width, 11)
        return
    yield from _pairs(found, width)
    yield from _groups(_("Venues"), found.venues, found, width)
    if found.clubs:
        yield from _groups(_("Clubs"), found.clubs, found, width)
    for note in event_notes(found):
        yield paragraph(note, width, 8.5, ink=GREY)


def _pairs(found: EventStandings, width: float) -> Iterator[Block]:
    other = "total" if found.by_mean else "mean"
    ranked_by = "mean" if found.by_mean else "total"
    left_out = {CLUB.key, other}
    declared = [one for one in columns_on(Output.PAPER) if one.key not in left_out]
    rows = [
        Row(
            tuple(column.text(line) for column in declared),
            below=tuple(filter(None, (line.contestant.club, *place_reasons(line)))),
        )
        for line in found.lines
    ]
    columns = [paper_column(column, ranked_by) for column in declared]
    assert declared[_NAME] is NAME
    grid = make_grid(columns, rows, width, _SIZE, anchor=_NAME)
    yield from replace(grid, row_padding=_CLOSE_PADDING).table(rows)
    yield space(10)


def _groups(
    title: str, groups: Sequence[GroupLine], found: EventStandings, width: float
) -> Iterator[Block]:
    text = mean_text if found.by_mean else score_text
    columns = [
        Column(pgettext("standings", "Rank"), Align.RIGHT, bold=True, padding=4),
        Column(title, stretch=3),
        Column(_("Pairs"), Align.RIGHT),
        Column(_("Mean per hand") if found.by_mean else _("Mean of the totals"), Align.RIGHT),
        Column(_("Best rank"), Align.RIGHT),
    ]
    rows = [
        Row((str(one.rank), one.name, str(one.pairs), text(one.value), str(one.best_rank)))
        for one in groups
    ]
    yield replace(paragraph(title, width, 12, font_name=BOLD), keep=3)
    yield space(4)
    yield from make_grid(columns, rows, width, _SIZE, anchor=_NAME).table(rows)
    yield space(10)
