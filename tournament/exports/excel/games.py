"""The workbook of games: standings, every table's result, and the bracket of a knock-out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.seats import Side
from tournament.core.labels import label
from tournament.exports.excel.book import Book, Progress
from tournament.exports.excel.cells import NUMBER, TEXT
from tournament.exports.excel.sheets import (
    Cell,
    SheetColumn,
    fit_a_page,
    fitting_width,
    head_sheet,
    write_rows,
)
from tournament.exports.excel.standings import standings_sheet
from tournament.exports.heading import Heading, Stated, status_of
from tournament.exports.rows import standings_title
from tournament.standings.contestants import ContestantRef
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.bracket_view import BracketTie, BracketView
from tournament.standings.rankings.games.scores import GameScores


def games_workbook(heading: Heading, scores: GameScores, progress: Progress | None = None) -> bytes:
    """Return all scored rounds, from the standings down to each table's game."""
    view, bracket = view_of(scores), scores.bracket_view()
    of_standings = replace(
        heading, title=standings_title(view), status=status_of(Stated.STANDINGS, final=view.final)
    )
    book = Book(heading, progress=progress, steps=len(scores.tables))
    standings_sheet(book, of_standings, view)
    names = fitting_width([one.name for one in scores.contestants.values()], least=16, most=44)
    _add_sheet(book, heading, _("Results"), _columns_of_results(names), _results(book, scores))
    if bracket is not None:
        ties = (_cells_of_tie(name, tie) for name, tie in _ties(bracket))
        _add_sheet(book, heading, _("Bracket"), _columns_of_ties(names), ties)
    return book.content()


def _add_sheet(
    book: Book,
    heading: Heading,
    title: str,
    columns: list[SheetColumn],
    rows: Iterable[list[Cell]],
) -> None:
    columns = fit_a_page(columns)
    sheet = book.add_sheet(title)
    first = head_sheet(sheet, replace(heading, title=title), columns, frozen=2)
    write_rows(sheet, first, rows, columns)


def _columns_of_results(names: float) -> list[SheetColumn]:
    number = SheetColumn(pgettext("column", "No."), 7)
    return [
        SheetColumn(_("Round"), 9, figures=True),
        SheetColumn(_("Table"), 10),
        *(one for side in Side for one in (number, SheetColumn(label(side), names))),
        *(
            SheetColumn(_("Points\n%(side)s") % {"side": label(side)}, 9, figures=True)
            for side in Side
        ),
        SheetColumn(_("Given by a referee to"), 13),
        SheetColumn(_("Not played"), 24),
    ]


def _results(book: Book, scores: GameScores) -> Iterator[list[Cell]]:
    for one in scores.at_tables:
        reason = str(one.reason.label) if one.reason else ""
        yield [
            (one.round, NUMBER),
            (one.table, TEXT),
            *(cell for own in one.pairs for cell in _cells_of(own)),
            *((one.points[side] if one.points else None, NUMBER) for side in Side),
            (label(one.winner) if one.given and one.winner else "", TEXT),
            (_("annulled, as a pair withdrew") if one.annulled else reason, TEXT),
        ]
        book.step()


def _cells_of(own: ContestantRef) -> tuple[Cell, Cell]:
    """Return the numbers and names of those who sat on a side."""
    if not own.partners:
        return (own.number, NUMBER), (own.name, TEXT)
    return (", ".join(str(one.number) for one in own.partners), TEXT), (own.name, TEXT)


def _ties(bracket: BracketView) -> Iterator[tuple[str, BracketTie]]:
    """Yield the known ties, each with the name of its round; the second chance last."""
    for one in bracket.rounds:
        yield from ((one.name, tie) for tie in one.matches)
    if bracket.third:
        yield _("Third place"), bracket.third
    if bracket.second:
        yield from _ties(bracket.second)


def _columns_of_ties(names: float) -> list[SheetColumn]:
    pair = [
        SheetColumn(pgettext("column", "No."), 7, figures=True),
        SheetColumn(_("Pair"), names),
        SheetColumn(pgettext("column", "Points"), 16, figures=True),
    ]
    return [
        SheetColumn(pgettext("of a knock-out", "Tie"), 20),
        *pair,
        *pair,
        SheetColumn(_("Goes on"), 9, figures=True),
        SheetColumn(_("Decided by"), 24),
    ]


def _cells_of_tie(name: str, tie: BracketTie) -> list[Cell]:
    cells: list[Cell] = [(name, TEXT)]
    for one in tie.sides:
        own = one.contestant
        cells += [
            (own.number if own else None, NUMBER),
            (own.name if own else "", TEXT),
            (one.points_text if len(one.legs) > 1 else one.points, NUMBER),
        ]
    on = next((one.contestant for one in tie.sides if one.goes_on), None)
    return [*cells, (on.number if on else None, NUMBER), (tie.why, TEXT)]
