"""The standings of a simultaneous event as a workbook: pairs, venues and clubs."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.exports.excel.book import Book
from tournament.exports.excel.cells import NUMBER, RANK, STRONG_MEAN, STRONG_SCORE, TEXT
from tournament.exports.excel.sheets import (
    Cell,
    SheetColumn,
    fitting_width,
    head_sheet,
    print_side_by_side,
    write_rows,
)
from tournament.exports.excel.standings import cell_of, sheet_column
from tournament.exports.heading import Heading
from tournament.exports.rows import event_notes, note_on_cells
from tournament.simultaneous.columns import columns_on
from tournament.simultaneous.queries.event_standings import EventStandings, GroupLine
from tournament.standings.columns import Output

_FROZEN = 2
_FIGURE = 12.0


def event_workbook(heading: Heading, found: EventStandings) -> bytes:
    """A sheet of everybody, one of the venues, and one of the clubs where there are any."""
    book = Book(heading)
    _pairs(book, heading, found)
    _groups(book, heading, _("Venues"), found.venues, found)
    if found.clubs:
        _groups(book, heading, _("Clubs"), found.clubs, found)
    return book.content()


def _pairs(book: Book, heading: Heading, found: EventStandings) -> None:
    declared = columns_on(Output.WORKBOOK)
    ranked_by = "mean" if found.by_mean else "total"
    columns = [sheet_column(one, found.lines) for one in declared]
    sheet = book.add_sheet(heading.title)
    notes = [*event_notes(found), note_on_cells()]
    first = head_sheet(sheet, heading, columns, notes=notes, frozen=_FROZEN)
    rows = [[cell_of(one, line, ranked_by) for one in declared] for line in found.lines]
    write_rows(sheet, first, rows, columns)
    print_side_by_side(sheet, columns, repeated=_FROZEN)


def _groups(
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
