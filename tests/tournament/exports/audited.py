"""The auditor's workbook compared with the program, figure by figure."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.tournament.exports.opened import ComputedBook, ComputedSheet
from tournament.exports.excel.auditor import layout, standings
from tournament.standings.lines import StandingsLine
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry
from tournament.standings.rankings.dealt_hands.scores import DealtScores

TOLERANCE = Fraction(1, 10**9)

STANDINGS, HANDS, RESULTS, SETTINGS = range(4)
"""The places of the sheets."""


def sheet_of(book: ComputedBook, place: int) -> ComputedSheet:
    return list(book.values())[place]


def same(cell: Any, value: Fraction | int | None) -> bool:
    if value is None:
        return cell in (None, "")
    return isinstance(cell, int | float) and abs(Fraction(cell) - value) <= TOLERANCE


def differences(
    book: ComputedBook, scores: DealtScores, ranks: Mapping[int, int] | None = None
) -> list[str]:
    """Every figure of a computed workbook that is not the program's.

    `ranks`, by pairs' numbers, are other ones than the program's where given.
    """
    return [*_of_hands(book, scores), *_of_standings(book, scores, ranks)]


def _of_hands(book: ComputedBook, scores: DealtScores) -> list[str]:
    entries: dict[Any, HandEntry] = {
        (one.deal, one.table_number): one
        for sheet in scores.sheets.values()
        for one in sheet.entries
    }
    at, found = layout.Column, []
    for row in sheet_of(book, HANDS):
        entry = entries.pop((row[at.HAND - 1], row[at.TABLE - 1]), None)
        if entry is None:
            continue
        for what, place, value in (
            ("NS score", at.HAND_SCORE - 1, entry.sides.ns.hand_score),
            ("EW score", at.HAND_SCORE, entry.sides.ew.hand_score),
            ("NS final", at.FINAL - 1, entry.sides.ns.final),
            ("EW final", at.FINAL, entry.sides.ew.final),
        ):
            if not same(row[place], value):
                where = f"hand {entry.deal} table {entry.table_number} {what}"
                found.append(f"{where}: {row[place]!r} is not {value}")
    assert not entries
    return found


def _of_standings(
    book: ComputedBook, scores: DealtScores, ranks: Mapping[int, int] | None
) -> list[str]:
    view = view_of(scores)
    lines: dict[Any, StandingsLine[HandFigures]] = {
        line.contestant.number: line for line in view.lines
    }
    unranked: set[Any] = {one.number for one in view.unranked}
    column, found = standings.Column, []
    for cells in sheet_of(book, STANDINGS):
        number: Any = cells[column.NUMBER - 1]
        line = lines.pop(number, None)
        if number in unranked:
            unranked.remove(number)
            if not same(cells[column.RANK - 1], None):
                found.append(f"pair {number} has a rank")
        if line is None:
            continue
        figures: list[tuple[str, int, Fraction | int | None]] = [
            ("rank", column.RANK, ranks[number] if ranks else line.rank),
            ("hands", column.HANDS, line.figures.hands),
            ("total", column.TOTAL, line.figures.total),
            ("mean", column.MEAN, line.figures.mean),
            ("deduction", column.DEDUCTION, line.figures.deduction),
            ("hand scores", column.HAND_SCORES, line.figures.hand_score_sum),
            ("best", column.BEST, line.figures.best_results),
            ("rule-breaks", column.BREAKS, line.figures.infractions),
        ]
        for place, played in enumerate(view.rounds, start=column.FIRST_ROUND):
            figures.append((f"round {played}", place, line.figures.by_round[played]))
        for what, place, value in figures:
            if not same(cells[place - 1], value):
                found.append(f"pair {number} {what}: {cells[place - 1]!r} is not {value}")
    assert not lines
    assert not unranked
    return found
