"""Room in cells: never less than texts take, and hardly more."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.benchmarks.large import large_championship
from tests.tournament.exports.samples import LONG_NAME, Sample, contestant, heading
from tournament.exports.excel.reader import readers_workbook
from tournament.exports.excel.sheets import lines_of, text_width
from tournament.exports.excel.standings import standings_workbook
from tournament.exports.pdf.ink import REGULAR, font
from tournament.models import Player, Result
from tournament.standings.queries.scores import dealt_scores

TEXTS = [
    LONG_NAME,
    "Gal·la Ñíguez-Şahin Łódź",
    "anul·lada, perquè una parella s'ha retirat",
    "Mª Wamba Òdena Mm (Vic)",
    *(contestant(number).name for number in range(1, 20)),
]


@pytest.mark.parametrize("text", TEXTS)
def test_widths_are_an_upper_bound_and_not_far_from_the_truth(text: str) -> None:
    face = font(REGULAR)
    true = face.stringWidth(text, 1) / face.stringWidth("0", 1)
    assert true <= text_width(text) <= 1.15 * true


def test_lines_are_broken_between_words() -> None:
    assert lines_of("Anna Puig", 20) == 1
    assert lines_of("Anna Puig – Blai Roca", text_width("Anna Puig –")) == 2
    assert lines_of("Anna\nBlai", 20) == 2
    assert lines_of("m" * 10, text_width("m" * 4)) == 3


def tall_rows(sheet: Worksheet) -> dict[int, float]:
    """The rows below the titles that are higher than a line."""
    first = int(re.sub(r"\D", "", str(sheet.freeze_panes)))
    heights = {row: one.height for row, one in sheet.row_dimensions.items() if row >= first}
    return {row: height for row, height in heights.items() if height and height > 15}


def test_rows_are_as_high_as_their_names() -> None:
    sample = Sample(8, 2)
    sample.contestants = {
        number: replace(contestant(number, names=names), club="")
        for number, names in enumerate(
            [("Àngels Puigdemont", "Marçal Ferrer"), ("Anna", "Blai"), (LONG_NAME, LONG_NAME)] * 3,
            1,
        )
    }
    made = standings_workbook(heading(), sample.standings())
    sheet = load_workbook(BytesIO(made)).worksheets[0]
    tall = {sheet[f"C{row}"].value: height for row, height in tall_rows(sheet).items()}
    assert tall == {f"{LONG_NAME} – {LONG_NAME}": 45}


@pytest.mark.django_db
def test_a_readers_workbook_is_printed_in_letters_of_seven_points() -> None:
    """What a page between its margins holds of columns, each a figure's width a letter."""
    stage = large_championship(6, 2)
    Player.objects.update(name=LONG_NAME)
    Result.objects.filter(deal=1).update(note="x", infraction="EW", trump="O", double="contro")
    made = readers_workbook(heading(), dealt_scores(stage))
    for sheet in load_workbook(BytesIO(made)).worksheets:
        widths = [one.width for one in sheet.column_dimensions.values()]
        across = (sheet.page_setup.fitToWidth or 1) * 770  # points
        # Calibri's figures are 7 pixels wide at 11 points; a pixel is 0.75 points.
        size = 11 * min(1.0, across / (sum(widths) * 7 * 0.75))
        assert size >= 7, sheet.title
        assert min(cell.font.size for row in sheet.rows for cell in row if cell.value) >= 11


@pytest.mark.parametrize(("rounds", "pages"), [(3, 1), (28, 2), (60, 4)])
def test_standings_of_many_rounds_print_side_by_side(rounds: int, pages: int) -> None:
    sample = Sample(4, 3)
    for number in range(4, rounds + 1):
        sample.rounds = (*sample.rounds, number)
    sheet = load_workbook(BytesIO(standings_workbook(heading(), sample.standings()))).worksheets[0]
    assert (sheet.page_setup.fitToWidth or 1) == pages
    assert sheet.page_setup.fitToHeight == 0
    assert sheet.print_title_cols == ("$A:$C" if pages > 1 else None)
    assert sheet.print_title_rows
