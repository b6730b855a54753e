"""Every paper at every size: nothing leaves the page, nothing lies on anything else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import translation

from tests.tournament.exports.dealt import proof
from tests.tournament.exports.files import (
    commitment_pdf,
    hand_sheets_pdf,
    pairings_pdf,
    standings_pdf,
)
from tests.tournament.exports.reading import faults, watching
from tests.tournament.exports.samples import Sample, heading
from tournament.exports.pdf.grid import Column, Grid, Row
from tournament.exports.pdf.paper import write

KEY = bytes(range(32))


def standings(sample: Sample) -> None:
    standings_pdf(heading(), sample.standings())


def sheets(sample: Sample) -> None:
    hand_sheets_pdf(heading(), sample.sheets_of([1]), {}, {})


def pairings(sample: Sample) -> None:
    pairings_pdf(heading(), sample.pairings(1))


SIZES = [
    ("ca", 3, 3, False),
    ("en", 12, 11, False),
    ("ca", 13, 4, True),
    ("es", 13, 13, True),
    ("ca", 40, 39, False),
    ("ca", 200, 7, True),
]


@pytest.mark.parametrize("paper", [standings, sheets, pairings])
@pytest.mark.parametrize(("language", "contestants", "rounds", "hard_names"), SIZES)
def test_nothing_overlaps_and_nothing_leaves_the_page(
    monkeypatch: pytest.MonkeyPatch,
    paper: Callable[[Sample], None],
    language: str,
    contestants: int,
    rounds: int,
    hard_names: bool,
) -> None:
    sample = Sample(contestants, rounds, hard_names=hard_names)
    with translation.override(language), watching(monkeypatch) as canvases:
        paper(sample)

    (canvas,) = canvases
    assert canvas.marks
    assert faults(canvas) == []


@pytest.mark.parametrize("salt", ["", "Grossa 12345", "W" * 200])
@pytest.mark.parametrize("ended", [False, True])
def test_the_commitment_sheet_has_room_for_any_salt(
    monkeypatch: pytest.MonkeyPatch, salt: str, ended: bool
) -> None:
    with translation.override("ca"), watching(monkeypatch) as canvases:
        commitment_pdf(heading(), proof(salt=salt, ended=ended))

    (canvas,) = canvases
    assert faults(canvas) == []


def test_what_is_told_of_a_name_stands_right_under_it_where_it_has_room() -> None:
    """Beside a club of several lines too; only what runs on below the club stands under it."""
    columns = (Column("Pair"), Column("Club"))
    grid = Grid(columns, (200.0, 60.0), 10.0, row_padding=2)
    club = "Associació Cultural i Recreativa El Casinet"
    rows = [Row(("Jo", club), below=below) for below in ((), ("Pol – Quim",), ("i" * 90,))]
    without, short, long = (block.height for block in grid.rows(rows))

    assert without == short < long


def test_the_checker_sees_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    from tournament.exports.pdf.paper import Block, fill
    from tournament.exports.pdf.text import draw_text, fit

    far = Block(0, lambda canvas, x, top: draw_text(canvas, fit("far", 90, 9), x + 900, top))
    one = Block(0, lambda canvas, x, top: draw_text(canvas, fit("one", 90, 9), x, top))
    two = Block(0, lambda canvas, x, top: draw_text(canvas, fit("two", 90, 9), x + 5, top))
    with watching(monkeypatch) as canvases:
        write(fill([far, one, two], heading()))

    assert len(faults(canvases[0])) == 2
