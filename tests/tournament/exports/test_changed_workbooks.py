"""Whoever changes something in the auditor's workbook sees what the program would make of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from scoring.duplicate.scores import Origin
from scoring.rank_by import RankBy
from tests.tournament.exports import changing
from tests.tournament.exports.audited import STANDINGS, differences, sheet_of
from tests.tournament.exports.changing import CHANGES, EVERYWHERE, Change
from tests.tournament.exports.made_up import MadeUp
from tests.tournament.exports.opened import ComputedBook, computed
from tests.tournament.exports.samples import heading
from tournament.exports.excel.auditor import auditors_workbook
from tournament.exports.excel.auditor.standings import Column
from tournament.exports.excel.auditor.words import TieState, text_of
from tournament.standings.lines import StandingsLine
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.rankings.ranking import StandingsView

pytestmark = [pytest.mark.libreoffice, pytest.mark.long]


@dataclass
class Case:
    book: Workbook
    before: DealtScores
    after: DealtScores
    language: str


def groups_of(view: StandingsView[HandFigures]) -> list[list[StandingsLine[HandFigures]]]:
    """The pairs that nothing but a tie-break splits."""
    by_mean = view.ranked_by == RankBy.MEAN

    def value(line: StandingsLine[HandFigures]) -> tuple[str, bool, Fraction | None]:
        has_hands = bool(line.figures.hands)
        ranked = line.figures.mean if by_mean and has_hands else line.figures.total
        return line.completion, has_hands, ranked

    return [list(group) for _value, group in groupby(view.lines, value)]


def expected(before: DealtScores, after: DealtScores) -> tuple[dict[int, int], dict[int, str]]:
    """Ranks, and what became of ties: as in the program where a tie is the one that was exported.

    Where it is another one its pairs share the rank.
    """

    def looked_at(
        scores: DealtScores, view: StandingsView[HandFigures], line: StandingsLine[HandFigures]
    ) -> Any:
        hands = [
            (sheet.deal, own.final, own.hand_score or 0, own.origin is Origin.INFRACTION)
            for sheet in scores.sheets.values()
            for one in sheet.entries
            for own in one.sides
            if own.contestant == line.contestant and own.final is not None
        ]
        return view.ranked_by, line.figures.deduction, hands

    views = [view_of(before), view_of(after)]
    was = [
        {one.contestant.number: looked_at(before, views[0], one) for one in g}
        for g in groups_of(views[0])
    ]
    once_tied = {number for group in was if len(group) > 1 for number in group}
    ranks, states, rank = {}, {}, 1
    for group in groups_of(views[1]):
        now = {line.contestant.number: looked_at(after, views[1], line) for line in group}
        for line in group:
            number = line.contestant.number
            ranks[number] = line.rank if now in was else rank
            if len(group) > 1:
                states[number] = text_of(TieState.KEPT if now in was else TieState.CHANGED)
            else:
                states[number] = text_of(TieState.GONE) if number in once_tied else ""
        rank += len(group)
    return ranks, states


def case(seed: int, *changes: Callable[[Change], bool]) -> Case | None:
    """A championship with the changes; None where there was nothing to change."""
    language = ("ca", "es", "en")[seed % 3]
    made_up = MadeUp(seed)
    before = made_up.scores()
    with translation.override(language):
        book = load_workbook(BytesIO(auditors_workbook(heading(), before)))
        change = Change(made_up, book, random.Random(seed))
        done = [one(change) for one in changes]
    return Case(book, before, made_up.scores(), language) if all(done) else None


def cases_of(
    kinds: Iterable[Sequence[Callable[[Change], bool]]],
) -> Iterator[tuple[str, Case]]:
    """A championship with each of the changes."""
    for index, changes in enumerate(kinds):
        made, seed = None, 100 * index
        while made is None:
            seed += 1
            made = case(seed, *changes)
        yield "-".join([str(seed), *(one.__name__ for one in changes)]), made


def faults(case: Case, computed: ComputedBook) -> list[str]:
    """What LibreOffice computes otherwise than the program."""
    with translation.override(case.language):
        ranks, states = expected(case.before, case.after)
    found = differences(computed, case.after, ranks)
    for row in sheet_of(computed, STANDINGS):
        number: Any = row[Column.NUMBER - 1]
        if number in states and (row[Column.STATE - 1] or "") != states[number]:
            found.append(f"pair {number}: {row[Column.STATE - 1]}, not {states[number]}")
    return found


def test_a_change_does_what_it_does_in_the_program(tmp_path: Path) -> None:
    """Each kind of change by itself, some together, and ties that come and go."""
    chance = random.Random(2026)
    kinds: list[Sequence[Callable[[Change], bool]]] = [(one,) for one in CHANGES]
    together = [chance.sample(EVERYWHERE, 3) for _try in range(6)]
    cases = dict(cases_of([*kinds, *together, (changing.tie, changing.tie)]))
    told: set[str] = set()
    for one in cases.values():
        with translation.override(one.language):
            states = expected(one.before, one.after)[1]
            told |= {state.name for state in TieState if text_of(state) in states.values()}
    assert told == {state.name for state in TieState}

    books = computed({name: one.book for name, one in cases.items()}, tmp_path)
    found = {name: faults(one, books[name]) for name, one in cases.items()}
    assert {name: one for name, one in found.items() if one} == {}
