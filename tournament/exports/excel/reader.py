"""The reader's workbook: standings, rounds, hands and pairs, ready to be printed or sent on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.seats import Side
from tournament.core.labels import label
from tournament.exports.excel.book import Book, Progress
from tournament.exports.excel.cells import NUMBER, SCORE, SIGNED, STRONG_SCORE, TEXT
from tournament.exports.excel.hand_sheets import corrections_of, round_sheet, table_value
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
from tournament.exports.rows import note_on_cells, sheet_line_remark, standings_title
from tournament.results.kinds.dealt_hand import announced
from tournament.standings.queries.table import sheets_of_all, view_of
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry
from tournament.standings.rankings.dealt_hands.pair_sheet import PairSheet, PairSheetLine
from tournament.standings.rankings.dealt_hands.scores import DealtScores


def readers_workbook(
    heading: Heading, scores: DealtScores, progress: Progress | None = None
) -> bytes:
    """Return everything scored, from the standings down to each pair's hands."""
    view, sheets = view_of(scores), sheets_of_all(scores)
    of_standings = replace(
        heading, title=standings_title(view), status=status_of(Stated.STANDINGS, final=view.final)
    )
    book = Book(heading, progress=progress, steps=len(scores.sheets) + len(sheets))
    standings_sheet(book, of_standings, view)
    _rounds_sheet(book, replace(heading, title=_("Rounds")), scores, sheets)
    of_hands = replace(heading, title=_("Hand sheets"))
    for number, of_round in groupby(scores.sheets.values(), key=lambda sheet: sheet.round):
        round_sheet(book, of_hands, number, list(of_round), corrections_of(scores))
    _pairs_sheet(book, replace(heading, title=_("Pairs")), sheets)
    return book.content()


def _rounds_sheet(
    book: Book, heading: Heading, scores: DealtScores, sheets: Sequence[PairSheet]
) -> None:
    """Add who met whom in each round, and their scores: a row a table, and one for each rest."""
    pair = fitting_width(
        [contestant.name for contestant in scores.contestants.values()], least=16, most=44
    )
    tables = [entry.table_name for hand in scores.sheets.values() for entry in hand.entries]
    round_score = _("Round score")
    columns = [
        SheetColumn(_("Round"), 9, figures=True),
        SheetColumn(_("Table"), fitting_width(tables, least=10, most=24)),
        SheetColumn(pgettext("column", "No."), 7, figures=True),
        SheetColumn(_("North–South"), pair),
        SheetColumn(f"{round_score}\n{label(Side.NS)}", 12, figures=True),
        SheetColumn(pgettext("column", "No."), 7, figures=True),
        SheetColumn(_("East–West"), pair),
        SheetColumn(f"{round_score}\n{label(Side.EW)}", 12, figures=True),
    ]
    columns = fit_a_page(columns)
    sheet = book.add_sheet(heading.title)
    first = head_sheet(sheet, heading, columns, notes=[note_on_cells()], frozen=2)
    write_rows(sheet, first, _lines_of_rounds(scores, sheets), columns)


def _lines_of_rounds(scores: DealtScores, sheets: Sequence[PairSheet]) -> Iterator[list[Cell]]:
    by_round = {one.contestant.id: one.by_round for one in sheets}
    met: dict[int, dict[int, HandEntry]] = {number: {} for number in scores.rounds}
    for hand in scores.sheets.values():
        met[hand.round].update((entry.table_number, entry) for entry in hand.entries)
    for number, tables in met.items():
        for _table, entry in sorted(tables.items()):
            cells: list[Cell] = [(number, NUMBER), (table_value(entry.table_name), TEXT)]
            for contestant in (own.contestant for own in entry.sides):
                score = by_round[contestant.id].get(number)
                cells += [
                    (contestant.number, NUMBER),
                    (contestant.name, TEXT),
                    (score, STRONG_SCORE),
                ]
            yield cells
        for one in sheets:
            if number in one.rests:
                rest = pgettext("round's score", "rest")
                yield [
                    (number, NUMBER),
                    (rest, TEXT),
                    (one.contestant.number, NUMBER),
                    (one.contestant.name, TEXT),
                    *[(None, TEXT)] * 4,
                ]


def _pairs_sheet(book: Book, heading: Heading, sheets: Sequence[PairSheet]) -> None:
    """Add each pair's hands from its side, pair by pair, so that a filter shows one."""
    lines = [(one, line) for one in sheets for line in one.lines]
    pair = fitting_width([one.contestant.name for one in sheets], least=16, most=36)
    tables = [line.entry.table_name for _one, line in lines]
    words = [announced(line.entry.announcement) for _one, line in lines]
    remarks = [sheet_line_remark(line) for _one, line in lines]
    columns = [
        SheetColumn(pgettext("column", "No."), 7, figures=True),
        SheetColumn(_("Pair"), pair),
        SheetColumn(_("Round"), 9, figures=True),
        SheetColumn(_("Hand"), 8, figures=True),
        SheetColumn(_("Table"), fitting_width(tables, least=9, most=18)),
        SheetColumn(pgettext("column", "Side"), 9),
        SheetColumn(pgettext("column", "No."), 7, figures=True),
        SheetColumn(_("Opponents"), pair),
        SheetColumn(pgettext("column", "Points"), 9, figures=True),
        SheetColumn(pgettext("column", "Announced"), fitting_width(words, least=14, most=22)),
        SheetColumn(_("Hand score"), 11, figures=True),
        SheetColumn(_("Hand points"), 12, figures=True),
        SheetColumn(_("Remarks"), fitting_width(remarks, least=14, most=40)),
    ]
    columns = fit_a_page(columns)
    sheet = book.add_sheet(heading.title)
    first = head_sheet(sheet, heading, columns, notes=[note_on_cells()], frozen=4)
    write_rows(sheet, first, _lines_of_pairs(book, sheets), columns)


def _lines_of_pairs(book: Book, sheets: Sequence[PairSheet]) -> Iterator[list[Cell]]:
    for one in sheets:
        yield from (_hand_of_pair(one, line) for line in one.lines)
        book.step()


def _hand_of_pair(sheet: PairSheet, line: PairSheetLine) -> list[Cell]:
    return [
        (sheet.contestant.number, NUMBER),
        (sheet.contestant.name, TEXT),
        (line.entry.round, NUMBER),
        (line.entry.deal, NUMBER),
        (table_value(line.entry.table_name), TEXT),
        (label(line.side), TEXT),
        (line.opponents.contestant.number, NUMBER),
        (line.opponents.contestant.name, TEXT),
        (line.own.points, NUMBER),
        (announced(line.entry.announcement), TEXT),
        (line.own.hand_score, SIGNED),
        (line.own.final, SCORE),
        (sheet_line_remark(line), TEXT),
    ]
