"""The standings as a workbook of one sheet."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.settings import RankBy
from tournament.exports.excel.book import Book
from tournament.exports.excel.cells import (
    MEAN,
    NUMBER,
    RANK,
    SCORE,
    SHARED_RANK,
    STRONG_MEAN,
    STRONG_SCORE,
    TEXT,
)
from tournament.exports.excel.sheets import (
    Cell,
    SheetColumn,
    add_filters,
    finish_sheet,
    fitting_width,
    head_sheet,
    print_side_by_side,
    write_row,
)
from tournament.exports.heading import Heading
from tournament.exports.rows import (
    line_remarks,
    note_on_cells,
    note_on_corrections,
    note_on_scores,
    note_on_unranked,
    round_initial,
    round_score_text,
)
from tournament.standings.queries import StandingsLine, StandingsView


def standings_workbook(heading: Heading, view: StandingsView) -> bytes:
    """The standings: rank, pair, each round's score, number of hands, total and mean."""
    book = Book(heading)
    standings_sheet(book, heading, view)
    return book.content()


def standings_sheet(book: Book, heading: Heading, view: StandingsView) -> None:
    """The sheet of the standings, with filters over its titles."""
    rounds = list(view.rounds)
    columns = _columns(view)
    notes = [
        note_on_corrections(view.corrections_until),
        note_on_scores(view),
        note_on_cells(),
        note_on_unranked(view),
    ]
    sheet = book.add_sheet(heading.title)
    first = head_sheet(sheet, heading, columns, notes=notes, frozen=3)
    row = first
    for line in view.lines:
        write_row(sheet, row, _cells(line, rounds, view.ranked_by), columns)
        row += 1
    last = max(first, row - 1)
    add_filters(sheet, titles=first - 1, columns=len(columns), last_row=last)
    finish_sheet(sheet, columns=len(columns), last_row=last)
    print_side_by_side(sheet, columns, repeated=3)


def _columns(view: StandingsView) -> list[SheetColumn]:
    names = [line.team.name for line in view.lines]
    clubs = [line.team.club for line in view.lines]
    remarks = [_remark(line) for line in view.lines]
    return [
        SheetColumn(pgettext("column", "Rank"), 8, figures=True),
        SheetColumn(pgettext("column", "No."), 7, figures=True),
        SheetColumn(_("Pair"), fitting_width(names, least=16, most=44)),
        SheetColumn(_("Club"), fitting_width(clubs, least=9, most=26)),
        *(SheetColumn(round_initial(number), 8, figures=True) for number in view.rounds),
        SheetColumn(_("Hands"), 9, figures=True),
        SheetColumn(_("Total"), 10, figures=True),
        SheetColumn(_("Mean"), 9, figures=True),
        SheetColumn(_("Remarks"), fitting_width(remarks, least=14, most=50)),
    ]


def _cells(line: StandingsLine, rounds: list[int], ranked_by: RankBy) -> list[Cell]:
    by_mean = ranked_by is RankBy.MEAN
    return [
        (line.rank, SHARED_RANK if line.shared else RANK),
        (line.team.number, NUMBER),
        (line.team.name, TEXT),
        (line.team.club, TEXT),
        *((_round_value(line, number), SCORE) for number in rounds),
        (line.hands, NUMBER),
        (line.total, SCORE if by_mean else STRONG_SCORE),
        (line.mean, STRONG_MEAN if by_mean else MEAN),
        (_remark(line), TEXT),
    ]


def _round_value(line: StandingsLine, number: int) -> Fraction | str:
    """A round's score; a word where the pair rested, a dash where it has none."""
    score = line.by_round.get(number)
    return round_score_text(line, number) if score is None else score


def _remark(line: StandingsLine) -> str:
    return "; ".join(line_remarks(line, club=False))
