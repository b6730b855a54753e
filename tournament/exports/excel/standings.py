"""The standings as a workbook of one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from tournament.exports.excel.book import Book
from tournament.exports.excel.cells import (
    HALVES,
    MEAN,
    NUMBER,
    RANK,
    SCORE,
    SHARED_RANK,
    SIGNED,
    STRONG_HALVES,
    STRONG_MEAN,
    STRONG_SCORE,
    TEXT,
)
from tournament.exports.excel.sheets import (
    Cell,
    SheetColumn,
    fitting_width,
    head_sheet,
    print_side_by_side,
    write_rows,
)
from tournament.exports.heading import Heading
from tournament.exports.rows import (
    note_on_cells,
    note_on_corrections,
    note_on_scores,
    note_on_unranked,
)
from tournament.standings.columns import Kind, Output, StandingsColumn
from tournament.standings.lines import StandingsLine
from tournament.standings.rankings.ranking import StandingsView


def standings_workbook(heading: Heading, view: StandingsView[Any]) -> bytes:
    """Return the standings with the score of each round."""
    book = Book(heading)
    standings_sheet(book, heading, view)
    return book.content()


def standings_sheet(book: Book, heading: Heading, view: StandingsView[Any]) -> None:
    """Add the sheet of the standings, with filters over its titles."""
    declared = view.columns_with_rounds(Output.WORKBOOK)
    columns = [sheet_column(one, view.lines) for one in declared]
    notes = [
        note_on_corrections(view.corrections_until),
        note_on_scores(view),
        note_on_cells(),
        note_on_unranked(view),
    ]
    sheet = book.add_sheet(heading.title)
    first = head_sheet(sheet, heading, columns, notes=notes, frozen=3)
    rows = [[cell_of(one, line, view.ranked_by) for one in declared] for line in view.lines]
    write_rows(sheet, first, rows, columns)
    print_side_by_side(sheet, columns, repeated=3)


def sheet_column(
    column: StandingsColumn[Any], lines: Sequence[StandingsLine[Any]], title: str = ""
) -> SheetColumn:
    """Return a declared column on a sheet; columns of texts are as wide as their longest text."""
    if not column.is_read_as_text:
        return SheetColumn(title or column.head, column.width, figures=True)
    texts = [column.text(line) for line in lines]
    width = fitting_width(texts, least=column.width, most=column.widest)
    return SheetColumn(title or column.head, width)


def cell_of(column: StandingsColumn[Any], line: StandingsLine[Any], ranked_by: str) -> Cell:
    """Return a pair's value in a declared column, and its style; the value that ranks is strong.

    A word or a dash stands where there is no score.
    """
    if column.told is not None:
        return column.told(line), TEXT
    value = column.value(line)
    strong = column.key == ranked_by
    shown = column.text(line) if value is None and column.instead else value
    match column.kind:
        case Kind.RANK:
            return shown, SHARED_RANK if line.shared else RANK
        case Kind.COUNT:
            return shown, NUMBER
        case Kind.NAME | Kind.TEXT:
            return shown, TEXT
        case Kind.SCORE:
            return shown, STRONG_SCORE if strong else SCORE
        case Kind.MEAN:
            return shown, STRONG_MEAN if strong else MEAN
        case Kind.HALVES:
            return shown, STRONG_HALVES if strong else HALVES
        case Kind.SIGNED | Kind.COURSE:
            return shown, SIGNED
        case _:
            assert_never(column.kind)
