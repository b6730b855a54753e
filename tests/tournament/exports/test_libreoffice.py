"""LibreOffice opens the workbooks and shows what our pages show."""

from __future__ import annotations

import csv
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from django.utils import translation

from tests.checks.machine import libreoffice
from tests.tournament.exports.samples import HARD_NAMES, Sample, heading
from tests.tournament.exports.six_tables import FINALS, six_tables_sheet
from tournament.core.numbers import mean_text, score_text
from tournament.exports.excel.cells import SCORE, put
from tournament.exports.excel.hand_sheets import hand_sheets_workbook
from tournament.exports.excel.sheets import new_workbook, to_bytes
from tournament.exports.excel.standings import standings_workbook

pytestmark = pytest.mark.libreoffice


def shown(content: bytes, folder: Path) -> list[list[str]]:
    """The first sheet's cells as LibreOffice shows them (in its English)."""
    program = libreoffice()
    assert program is not None
    source = folder / "book.xlsx"
    source.write_bytes(content)
    subprocess.run(
        [
            program,
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--headless",
            "--convert-to",
            # Comma, quotes, UTF-8, from line 1, as shown on the screen.
            "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true",
            "--outdir",
            str(folder),
            str(source),
        ],
        check=True,
        capture_output=True,
        timeout=180,
    )
    result = folder / "book.csv"
    assert result.exists(), "it ends without a complaint and without a file when it can't convert"
    with result.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_every_figure_of_the_standings_is_shown_as_on_our_pages(tmp_path: Path) -> None:
    sample = Sample(12, 3, hard_names=True)
    view = sample.standings()
    with translation.override("en"):
        rows = shown(standings_workbook(heading(), view), tmp_path)
        for line in view.lines:
            (row,) = [row for row in rows if row[2] == line.team.name]
            scores = [line.by_round[number] for number in view.rounds]
            assert row[4:-1] == [
                *(score_text(score) for score in scores),
                str(line.hands),
                score_text(line.total),
                mean_text(line.mean),
            ]
    names = {row[2].split(" – ")[0] for row in rows if len(row) > 2}
    assert set(HARD_NAMES) <= names


def test_the_six_table_example_is_shown_to_the_hundredth(tmp_path: Path) -> None:
    sheet = six_tables_sheet()
    with translation.override("en"):
        rows = shown(hand_sheets_workbook(heading(), {sheet.deal: sheet}), tmp_path)

    tables = [row for row in rows if row[0] == "2"]
    assert [tuple(row[11:13]) for row in tables] == FINALS
    assert [row[9] for row in tables] == ["+1", "−1", "−16", "+4", "+6", "−12"]


def test_halves_are_shown_rounded_up(tmp_path: Path) -> None:
    halves = [Fraction(2 * hundredth + 1, 200) for hundredth in range(0, 40_000, 37)]
    with translation.override("en"):
        workbook = new_workbook(heading())
        sheet = workbook.create_sheet("Halves")
        for row, value in enumerate(halves, start=1):
            put(sheet, row, 1, value, SCORE)
        rows = shown(to_bytes(workbook, heading()), tmp_path)

        assert [row[0] for row in rows] == [score_text(value) for value in halves]
