"""The auditor's workbook, computed by LibreOffice: cell for cell what the program says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from django.utils import translation
from openpyxl import load_workbook
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.workbook import Workbook

from tests.tournament.exports.audited import HANDS, STANDINGS, differences
from tests.tournament.exports.made_up import MadeUp
from tests.tournament.exports.opened import ComputedBook, computed
from tests.tournament.exports.samples import heading
from tournament.exports.excel.auditor import auditors_workbook
from tournament.exports.excel.auditor.standings import Column
from tournament.exports.excel.auditor.ties import CheckedHand, check_figure, ranked_lines
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.dealt_hands.scores import DealtScores

SEEDS = range(16)
TOLERANCE = 1e-9


def content_of(scores: DealtScores) -> bytes:
    return auditors_workbook(heading("Workbook"), scores)


@pytest.fixture(scope="module")
def championships() -> dict[str, DealtScores]:
    return {str(seed): MadeUp(seed).scores() for seed in SEEDS}


@pytest.fixture(scope="module")
def contents(championships: dict[str, DealtScores]) -> dict[str, bytes]:
    """The workbooks as they are written."""
    with translation.override("en"):
        return {name: content_of(one) for name, one in championships.items()}


@pytest.fixture(scope="module")
def formulas(contents: dict[str, bytes]) -> dict[str, Workbook]:
    """Return the workbooks without the values that we wrote beside the formulas."""
    return {name: load_workbook(BytesIO(one)) for name, one in contents.items()}


@pytest.fixture(scope="module")
def recomputed(
    formulas: dict[str, Workbook], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, ComputedBook]:
    """As LibreOffice computes them."""
    return computed(formulas, tmp_path_factory.mktemp("auditor"))


@pytest.mark.libreoffice
def test_every_figure_is_the_programs(
    championships: dict[str, DealtScores], recomputed: dict[str, ComputedBook]
) -> None:
    found = {name: differences(recomputed[name], one) for name, one in championships.items()}
    assert {name: one for name, one in found.items() if one} == {}


@pytest.mark.libreoffice
def test_what_stands_beside_a_formula_is_what_it_gives(
    contents: dict[str, bytes], formulas: dict[str, Workbook], recomputed: dict[str, ComputedBook]
) -> None:
    """A preview, which computes nothing, shows for every formula what LibreOffice computes."""
    found = []
    for name, content in contents.items():
        written = load_workbook(BytesIO(content), data_only=True)
        for sheet in formulas[name]:
            for cell in (cell for cells in sheet.iter_rows() for cell in cells):
                if cell.data_type == "f":
                    ours = written[sheet.title][cell.coordinate].value
                    row, column = coordinate_to_tuple(cell.coordinate)
                    theirs = recomputed[name][sheet.title][row - 1][column - 1]
                    if not alike(ours, theirs):
                        where = f"{name} {sheet.title} {cell.coordinate}"
                        found.append(f"{where}: {ours!r}, {theirs!r} by {cell.value}")
    assert found == []


def alike(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, int | float) and isinstance(theirs, int | float):
        return abs(Fraction(ours) - Fraction(theirs)) <= TOLERANCE * max(1, abs(ours))
    return (ours or "") == (theirs or "")


def test_the_sheets_of_hands_and_standings_hold_no_score_that_is_not_a_formula() -> None:
    book = load_workbook(BytesIO(content_of(MadeUp(3).scores())))
    for place, columns in ((HANDS, range(12, 21)), (STANDINGS, [1, 3, *range(6, 13)])):
        sheet = book.worksheets[place]
        cells = [row[column - 1] for row in sheet.iter_rows() for column in columns]
        assert [cell for cell in cells if cell.data_type == "n" and cell.value is not None] == []


def test_a_tie_is_another_one_when_any_hand_is_whatever_the_sums_say() -> None:
    """A tie-break of tomorrow may look at anything in a hand, such as at the lowest final score."""
    scores = MadeUp(1).scores()
    view = view_of(scores)
    line = next(one for one in ranked_lines(view, scores) if len(one.hands) > 1)
    first, second, *others = line.hands

    def figure(*hands: CheckedHand) -> Fraction:
        changed = replace(line, hands=(*hands, *others))
        return check_figure(changed, view.rounds, Column.FIRST_ROUND, by_mean=False)

    was = figure(first, second)
    for name in ("final", "hand_score"):
        more = replace(first, **{name: getattr(first, name) + 1})
        less = replace(second, **{name: getattr(second, name) - 1})
        assert figure(more, less) != was
    swapped = replace(first, broke=not first.broke), replace(second, broke=not second.broke)
    assert figure(*swapped) != was
