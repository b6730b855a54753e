"""Files of an event's overall standings: a paper and a workbook, in one registry.

Small ones are made while somebody waits, others by the worker; both make them here, from what is
published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.numbers import mean_text, score_text
from tournament.exports.excel.book import Book
from tournament.exports.excel.cells import NUMBER, RANK, STRONG_MEAN, STRONG_SCORE, TEXT
from tournament.exports.excel.sheets import (
    MIME_TYPE,
    Cell,
    SheetColumn,
    fitting_width,
    head_sheet,
    print_side_by_side,
    write_rows,
)
from tournament.exports.excel.standings import cell_of, sheet_column
from tournament.exports.files import file_name, pdf_response, workbook_response
from tournament.exports.heading import Heading, Stated, heading_of_event, status_of
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space, write
from tournament.exports.pdf.standings import paper_column
from tournament.exports.pdf.text import Align
from tournament.exports.rows import after_rounds, event_notes, note_on_cells
from tournament.jobs.worker import Made, Progress
from tournament.models import Contestant, Job, Simultaneous
from tournament.simultaneous.columns import columns_on
from tournament.simultaneous.queries.event_standings import EventStandings, GroupLine
from tournament.simultaneous.queries.overall import shared_standings
from tournament.simultaneous.queries.state import version_for_everybody
from tournament.standings.columns import CLUB, NAME, Output
from tournament.standings.remarks import place_reasons

AT_ONCE = 200
"""Most pairs for which a file is made while the visitor waits."""
_FROZEN = 2
_FIGURE = 12.0


def event_workbook(heading: Heading, found: EventStandings) -> bytes:
    """Return a workbook with a sheet of everybody, one of the venues, and one of any clubs."""
    book = Book(heading)
    _add_pairs_sheet(book, heading, found)
    _add_groups_sheet(book, heading, _("Venues"), found.venues, found)
    if found.clubs:
        _add_groups_sheet(book, heading, _("Clubs"), found.clubs, found)
    return book.content()


def _add_pairs_sheet(book: Book, heading: Heading, found: EventStandings) -> None:
    declared = columns_on(Output.WORKBOOK)
    ranked_by = "mean" if found.by_mean else "total"
    columns = [sheet_column(one, found.lines) for one in declared]
    sheet = book.add_sheet(heading.title)
    notes = [*event_notes(found), note_on_cells()]
    first = head_sheet(sheet, heading, columns, notes=notes, frozen=_FROZEN)
    rows = [[cell_of(one, line, ranked_by) for one in declared] for line in found.lines]
    write_rows(sheet, first, rows, columns)
    print_side_by_side(sheet, columns, repeated=_FROZEN)


def _add_groups_sheet(
    book: Book, heading: Heading, title: str, groups: Sequence[GroupLine], found: EventStandings
) -> None:
    columns = [
        SheetColumn(pgettext("standings", "Rank"), _FIGURE, figures=True),
        SheetColumn(title, fitting_width([one.name for one in groups], least=20, most=60)),
        SheetColumn(_("Pairs"), _FIGURE, figures=True),
        SheetColumn(
            _("Mean per hand") if found.by_mean else _("Mean of the totals"), 20, figures=True
        ),
        SheetColumn(_("Best rank"), _FIGURE, figures=True),
    ]
    sheet = book.add_sheet(title)
    first = head_sheet(sheet, heading, columns, frozen=_FROZEN, wide=False)
    value = STRONG_MEAN if found.by_mean else STRONG_SCORE
    rows: list[list[Cell]] = [
        [
            (one.rank, RANK),
            (one.name, TEXT),
            (one.pairs, NUMBER),
            (one.value, value),
            (one.best_rank, NUMBER),
        ]
        for one in groups
    ]
    write_rows(sheet, first, rows, columns)


_SIZE = 9.0
_CLOSE_PADDING = 2.5
_NAME = 1
"""The column with the pair's, the venue's or the club's name."""


def event_pages(heading: Heading, found: EventStandings) -> list[Page]:
    """Return upright pages, as many as it takes."""
    return fill(list(_paper_blocks(found, body_box(heading).width)), heading)


def _paper_blocks(found: EventStandings, width: float) -> Iterator[Block]:
    if not found.lines:
        yield paragraph(_("There are no standings yet."), width, 11)
        return
    yield from _pairs_table(found, width)
    yield from _groups_table(_("Venues"), found.venues, found, width)
    if found.clubs:
        yield from _groups_table(_("Clubs"), found.clubs, found, width)
    for note in event_notes(found):
        yield paragraph(note, width, 8.5, ink=GREY)


def _pairs_table(found: EventStandings, width: float) -> Iterator[Block]:
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


def _groups_table(
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


@dataclass(frozen=True, slots=True)
class EventFile:
    """A file of an event's standings: what makes it, how it is sent, and the ending of its name."""

    make: Callable[[Heading, EventStandings], bytes]
    sent: Callable[[bytes, Heading], HttpResponse]
    suffix: str
    content_type: str


def _paper(heading: Heading, found: EventStandings) -> bytes:
    return write(event_pages(heading, found))


EVENT_FILES: Mapping[str, EventFile] = {
    "paper": EventFile(_paper, pdf_response, "pdf", "application/pdf"),
    "workbook": EventFile(event_workbook, workbook_response, "xlsx", MIME_TYPE),
}


def made_at_once(event: Simultaneous) -> bool:
    """Return whether the event is so small that nobody has to wait for the worker; 1 query."""
    pairs = Contestant.objects.filter(championship__venue__simultaneous=event)
    return pairs.count() <= AT_ONCE


def made_event_file(name: str, event: Simultaneous) -> tuple[Heading, bytes]:
    """Return a file of the published standings, in the language in force, with its heading."""
    found = shared_standings(event, version_for_everybody(event))
    heading = heading_of_event(
        event,
        _("Overall standings"),
        made_at=found.made_at,
        subtitle=after_rounds(found.rounds, final=found.final),
        status=status_of(Stated.STANDINGS, final=found.final),
    )
    return heading, EVENT_FILES[name].make(heading, found)


def make_event_file(job: Job, progress: Progress) -> Made:
    """Return the file that a job of an event asks for."""
    assert job.simultaneous is not None, "the database holds that it is an event's"
    progress(0, 1)
    kind = EVENT_FILES[job.arguments["file"]]
    heading, content = made_event_file(job.arguments["file"], job.simultaneous)
    return Made(content, f"{file_name(heading)}.{kind.suffix}", kind.content_type)
