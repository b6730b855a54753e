"""LibreOffice opens the workbooks and shows what our pages show."""

from __future__ import annotations

import csv
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from django.utils import translation
from openpyxl import load_workbook

from tests.tournament.exports.opened import converted
from tests.tournament.exports.samples import HARD_NAMES, Sample, heading
from tests.tournament.exports.six_tables import FINALS, six_tables_sheet
from tournament.core.csv_text import Row, csv_chunks
from tournament.core.numbers import mean_text, score_text
from tournament.exports.excel.book import Book
from tournament.exports.excel.cells import SCORE
from tournament.exports.excel.hand_sheets import hand_sheets_workbook
from tournament.exports.excel.standings import standings_workbook

pytestmark = pytest.mark.libreoffice


Rows = list[list[str]]
HALVES = [Fraction(2 * hundredth + 1, 200) for hundredth in range(0, 40_000, 37)]
SAMPLE = Sample(12, 3, hard_names=True)


def halves_workbook() -> bytes:
    book = Book(heading())
    sheet = book.add_sheet("Halves")
    for row, value in enumerate(HALVES, start=1):
        sheet.put(row, 1, value, SCORE)
    return book.content()


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rows]:
    """The cells of the first sheet of each workbook as LibreOffice shows them (in its English)."""
    folder = tmp_path_factory.mktemp("shown")
    six = six_tables_sheet()
    with translation.override("en"):
        contents = {
            "standings": standings_workbook(heading(), SAMPLE.standings()),
            "six tables": hand_sheets_workbook(heading(), {six.deal: six}),
            "halves": halves_workbook(),
        }
    for name, content in contents.items():
        (folder / f"{name}.xlsx").write_bytes(content)
    # Comma, quotes, UTF-8, from line 1, as shown on the screen.
    results = converted(
        [folder / f"{name}.xlsx" for name in contents],
        folder,
        "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true",
    )
    return {
        name: list(csv.reader(result.read_text("utf-8").splitlines(keepends=True)))
        for name, result in zip(contents, results)
    }


def test_every_figure_of_the_standings_is_shown_as_on_our_pages(shown: dict[str, Rows]) -> None:
    view, rows = SAMPLE.standings(), shown["standings"]
    with translation.override("en"):
        for line in view.lines:
            (row,) = [row for row in rows if row[2] == line.contestant.name]
            scores = [line.figures.by_round[number] for number in view.rounds]
            assert row[4:-1] == [
                *(score_text(score) for score in scores),
                str(line.figures.hands),
                score_text(line.figures.total),
                mean_text(line.figures.mean),
            ]
    names = {row[2].split(" – ")[0] for row in rows if len(row) > 2}
    assert set(HARD_NAMES) <= names


def test_the_six_table_example_is_shown_to_the_hundredth(shown: dict[str, Rows]) -> None:
    tables = [row for row in shown["six tables"] if row[0] == "2"]
    assert [tuple(row[11:13]) for row in tables] == FINALS
    assert [row[9] for row in tables] == ["+1", "−1", "−16", "+4", "+6", "−12"]


def test_halves_are_shown_rounded_up(shown: dict[str, Rows]) -> None:
    with translation.override("en"):
        assert [row[0] for row in shown["halves"]] == [score_text(value) for value in HALVES]


def test_csv_is_opened_right_by_a_catalan_spreadsheet(tmp_path: Path) -> None:
    """Numbers are numbers, also −16 and 1,5; what somebody typed is text, and no date."""
    rows: list[Row] = [
        ["Parella", "Punts", "Total"],
        ["=1+1", -16, Decimal("1.500000000")],
        ["+34 600 11", 40, Decimal("1234.567890123")],
        ["Àngela Col·lell; «Pere», d’Àneu", 0, Decimal("-0.25")],
        ["@SUM(A1)", None, Decimal(2)],
    ]
    source = tmp_path / "punts.csv"
    source.write_bytes(b"".join(csv_chunks(rows)))
    # Semicolon, quotes, UTF-8, from line 1, as in Catalan, telling numbers from texts.
    reading = "--infilter=Text - txt - csv (StarCalc):59,34,76,1,,1027,false,true"
    (result,) = converted([source], tmp_path, "xlsx", reading)
    opened = [list(row) for row in load_workbook(result).worksheets[0].iter_rows(values_only=True)]
    assert opened == [
        ["Parella", "Punts", "Total"],
        ["'=1+1", -16, 1.5],
        ["'+34 600 11", 40, 1234.567890123],
        ["Àngela Col·lell; «Pere», d’Àneu", 0, -0.25],
        ["'@SUM(A1)", None, 2],
    ]
