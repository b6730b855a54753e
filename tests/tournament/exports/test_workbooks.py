"""The workbooks, read back: figures, formats, and how they print."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.utils import translation
from openpyxl import load_workbook
from openpyxl.workbook import Workbook
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from scoring.duplicate.scores import Award, TableResult
from scoring.game.seats import Sides
from scoring.rounding import rounded
from tests.tournament.exports.samples import HARD_NAMES, Sample, contestants, hand_sheet, heading
from tests.tournament.exports.six_tables import FINALS, HAND_SCORES, six_tables_sheet
from tournament.exports.excel.hand_sheets import hand_sheets_workbook
from tournament.exports.excel.standings import standings_workbook
from tournament.standings.rulings import Deduction


def opened(content: bytes) -> Workbook:
    return load_workbook(BytesIO(content))


def rows_of(sheet: Worksheet) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in sheet.iter_rows(values_only=True)]


def below_titles(sheet: Worksheet) -> list[tuple[Any, ...]]:
    """The rows under the frozen titles."""
    first = int(re.sub(r"\D", "", str(sheet.freeze_panes)))
    return rows_of(sheet)[first - 1 :]


def printed_around(sheet: Worksheet) -> tuple[str, ...]:
    """What stands in the printed header and footer, left and right."""
    header, footer = sheet.oddHeader, sheet.oddFooter
    assert header is not None
    assert footer is not None
    parts = (header.left, header.right, footer.left, footer.right)
    return tuple(part.text or "" for part in parts)


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


def test_the_standings_have_every_figure_of_the_read_model() -> None:
    view = Sample(12, 3).standings()
    sheet = opened(standings_workbook(heading("Standings"), view)).worksheets[0]

    rows = below_titles(sheet)
    assert len(rows) == len(view.lines)
    for row, line in zip(rows, view.lines):
        rank, number, name, club, *rounds, hands, total, mean, _remark = row
        assert (rank, number, name, hands) == (
            line.rank,
            line.contestant.number,
            line.contestant.name,
            line.figures.hands,
        )
        assert (club or "") == line.contestant.club
        exact = [line.figures.by_round[one] for one in view.rounds]
        for cell, value in zip(
            [*rounds, total, mean], [*exact, line.figures.total, line.figures.mean]
        ):
            assert isinstance(cell, float | int)
            assert value is not None
            assert cell == pytest.approx(float(value), abs=1e-12)
            assert rounded(Fraction(cell)) == rounded(value)


def test_rests_ties_and_remarks_stand_in_their_cells() -> None:
    view = Sample(3, 3).standings()
    lines = (replace(view.lines[0], shared=True, tie_text="Head-to-head: 2"), *view.lines[1:])
    sheet = opened(standings_workbook(heading(), replace(view, lines=lines))).worksheets[0]

    first = below_titles(sheet)[0]
    assert "rest" in first
    assert first[-1] == "Head-to-head: 2"
    row = int(re.sub(r"\D", "", str(sheet.freeze_panes)))
    assert sheet.cell(row, 1).value == 1
    assert sheet.cell(row, 1).number_format == '0"="'
    assert sheet.cell(row + 1, 1).number_format == "General"


def test_hard_names_are_text_in_both_workbooks() -> None:
    sample = Sample(12, 1, hard_names=True)
    books = [
        opened(standings_workbook(heading(), sample.standings())),
        opened(hand_sheets_workbook(heading(), sample.sheets)),
    ]
    for book in books:
        cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
        assert not [cell for cell in cells if cell.data_type == "f"]
        texts = [str(cell.value) for cell in cells if cell.data_type == "s"]
        for name in HARD_NAMES:
            assert any(text.startswith(f"{name} – ") for text in texts), name


def test_the_six_table_example_is_right_to_the_hundredth() -> None:
    sheet = six_tables_sheet()
    rows = below_titles(opened(hand_sheets_workbook(heading(), {sheet.deal: sheet})).worksheets[0])

    assert rows[0][0] == "Hand 2 · dealer: West · trumps made by EW"
    announced = [None, None, "contro", "botifarra", None, "contro"]
    points = [(37, 35), (35, 37), (28, 44), (40, 32), (42, 30), (30, 42)]
    for row, both, word, scores, finals in zip(
        rows[1:7], points, announced, HAND_SCORES, FINALS, strict=True
    ):
        assert row[0] == 2
        assert row[6:8] == both
        assert (row[8] or None) == word
        assert row[9:11] == scores
        assert tuple(str(rounded(Fraction(cell))) for cell in row[11:13]) == finals
    assert rows[7][8:11] == ("lowest compared", -16, -8)
    assert rows[8][8:11] == ("highest compared", 6, 8)


def test_figures_carry_their_formats() -> None:
    sheet = six_tables_sheet()
    book = opened(hand_sheets_workbook(heading(), {sheet.deal: sheet}))
    first = int(re.sub(r"\D", "", str(book.worksheets[0].freeze_panes)))
    row = [cell.number_format for cell in book.worksheets[0][first + 1]]

    assert row[6:8] == ["General", "General"]
    assert row[9:11] == ['+0;"−"0;0'] * 2
    assert row[11:13] == ["0.00"] * 2


def test_a_worksheet_a_round_each_ready_to_print() -> None:
    sample = Sample(6, 3)
    book = opened(hand_sheets_workbook(heading("Hand sheets", subtitle=""), sample.sheets))

    assert book.sheetnames == ["Round 1", "Round 2", "Round 3"]
    for sheet in book.worksheets:
        assert sheet.page_setup.paperSize == 9
        assert sheet.page_setup.orientation == "landscape"
        assert sheet.page_setup.fitToWidth in {None, 1}  # None is 1
        assert sheet.page_setup.fitToHeight == 0
        assert sheet.sheet_properties.pageSetUpPr == PageSetupProperties(fitToPage=True)
        title_row = int(re.sub(r"\D", "", str(sheet.freeze_panes))) - 1
        assert sheet.print_title_rows == f"${title_row}:${title_row}"
        assert sheet.print_area == f"'{sheet.title}'!$A$1:$N${sheet.max_row}"
        assert printed_around(sheet) == (
            "Campionat de Catalunya de botifarra duplicada",
            "PROVISIONAL",
            "Made on 14 November 2026 at 17:05",
            "Page &P of &N",
        )
        assert sheet["A1"].value == "Campionat de Catalunya de botifarra duplicada"
        assert "provisional" in sheet["A2"].value
        assert all(dimension.width >= 5 for dimension in sheet.column_dimensions.values())


def test_each_round_says_until_when_it_can_be_corrected() -> None:
    sample, top = Sample(4, 3), heading()
    until = {1: top.made_at, 2: top.made_at + timedelta(minutes=7)}  # of round 3 nothing is known
    sheets = opened(hand_sheets_workbook(top, sample.sheets, corrections=until)).worksheets

    told = [[row[0] for row in rows_of(sheet) if "orrections" in str(row[0])] for sheet in sheets]
    assert told == [
        [],
        ["Corrections can be asked for until: 14 Nov 2026 17:12."],
        [],
    ]


def test_the_note_says_how_numbers_are_kept() -> None:
    sheet = opened(standings_workbook(heading(), Sample(4, 1).standings())).worksheets[0]

    assert any("halves away from zero" in str(row[0]) for row in rows_of(sheet)[:6])


def test_an_ampersand_in_a_name_is_no_command_in_the_printed_header() -> None:
    title = replace(heading(), championship="Tom & Pere &P " + "x" * 120)
    sheet = opened(standings_workbook(title, Sample(4, 1).standings())).worksheets[0]

    name, *_rest = printed_around(sheet)
    assert name.startswith("Tom && Pere &&P xxx")
    assert len(name) < 110
    assert sheet["A1"].value == title.championship


def test_the_same_content_gives_the_same_bytes() -> None:
    sample = Sample(6, 2)
    first, second = (hand_sheets_workbook(heading(), sample.sheets) for _ in range(2))

    assert first == second
    with ZipFile(BytesIO(first)) as archive:
        assert b"2026-11-14T16:05:00Z" in archive.read("docProps/core.xml")


def test_before_the_first_closed_round_the_workbook_says_so() -> None:
    book = opened(hand_sheets_workbook(heading("Hand sheets"), {}))

    assert any("No round has been closed yet." in str(row) for row in rows_of(book.worksheets[0]))


def test_a_cancelled_hand_keeps_its_rows_without_scores() -> None:
    results = [TableResult(Sides(1, 2), 46), TableResult(Sides(3, 4), 36, award=Award.NS)]
    why = "two packs were alike"
    sheet = hand_sheet(1, results, contestants(4), why_cancelled=why)
    rows = below_titles(opened(hand_sheets_workbook(heading("Sheets"), {1: sheet})).worksheets[0])
    _title, note, first, second = rows[:4]
    assert note[0] == "Hand cancelled: no pair has a score for it. two packs were alike"
    assert (first[6], first[7], first[-1]) == (46, 26, f"hand cancelled: {why}")
    assert second[-1] == f"average awarded for NS; hand cancelled: {why}"
    assert {row[column] for row in (first, second) for column in (11, 12)} == {None}
    assert "lowest compared" not in {cell for row in rows for cell in row}


def test_deductions_stand_in_the_remarks_with_their_reasons() -> None:
    view = Sample(4, 1).standings()
    taken = (Deduction(1, Fraction(1, 2), "late"),)
    line = view.lines[0]
    figures = replace(line.figures, deduction=Fraction(1, 2))
    line = replace(line, figures=figures, deductions=taken)
    view = replace(view, lines=(line, *view.lines[1:]))
    first, *others = below_titles(opened(standings_workbook(heading(), view)).worksheets[0])
    assert first[-1] == "0.50 deducted from the total: late"
    assert not any("deducted" in (row[-1] or "") for row in others)
