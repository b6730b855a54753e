"""`solve`: what it prints, and how it refuses what it can't read."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring import solver
from scoring.cli import solve
from scoring.errors import SettingsError
from scoring.game.announcements import Denomination
from scoring.game.cards import PACK
from scoring.game.deals import Deal, hand_text
from scoring.game.seats import Seat
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from scoring.solver import Interval
from tests.scoring.cli.conftest import Run

SUIT_EACH = Deal.from_hands({seat: PACK[12 * at : 12 * at + 12] for at, seat in enumerate(Seat)})
"""Each player holds a whole suit, so that everything is plain to see: N oros, W copes, …"""


def item(index: int, dealer: str, **other: Any) -> dict[str, Any]:
    hands = {seat.value: hand_text(SUIT_EACH.hand(seat)) for seat in Seat}
    return {"deal": index, "number": str(SUIT_EACH.number), "dealer": dealer, **hands, **other}


@pytest.fixture
def deals_file(tmp_path: Path) -> Path:
    path = tmp_path / "deals.json"
    path.write_text(json.dumps([item(1, "N"), item(2, "W")]), encoding="utf-8")
    return path


@pytest.mark.parametrize("variant", PARTNERSHIP_VARIANTS)
def test_makers_points_as_json(run: Run, deals_file: Path, variant: PlayVariant) -> None:
    """With a suit in each hand the trumps win all, and without trumps whoever leads."""
    pytest.importorskip("numba")
    outcome = run("solve", deals_file, "--variant", variant.value, "--format", "json")
    assert outcome.json == [
        {
            "deal": 1,
            "dealer": "N",
            "makers": "NS",
            "points": {"O": 72, "C": 0, "E": 72, "B": 0, "botifarra": 0},
        },
        {
            "deal": 2,
            "dealer": "W",
            "makers": "EW",
            "points": {"O": 0, "C": 72, "E": 0, "B": 72, "botifarra": 0},
        },
    ]


def test_denominations_at_a_time_change_nothing(run: Run, deals_file: Path) -> None:
    pytest.importorskip("numba")
    assert run("solve", deals_file, "--jobs", "3").out == run("solve", deals_file).out


@pytest.mark.parametrize("jobs", ["0", "6", "-1", "two", ""])
def test_other_numbers_of_jobs_are_refused(run: Run, deals_file: Path, jobs: str) -> None:
    assert run("solve", deals_file, f"--jobs={jobs}").faults == [
        f"--jobs: expected a whole number from 1 to 5, found '{jobs}'"
    ]


def test_makers_points_as_text(run: Run, deals_file: Path) -> None:
    pytest.importorskip("numba")
    assert run("solve", deals_file).out == (
        "  deal  dealer  makers      O      C      E      B  botifarra\n"
        "     1  N       NS         72      0     72      0          0\n"
        "     2  W       EW          0     72      0     72          0\n"
    )


class _GivesUp:
    def makers_points(self, deal: Deal, dealer: Seat) -> dict[Denomination, Interval]:
        return {trump: Interval(41, 44) for trump in Denomination}


def test_interval_is_told_as_one(
    run: Run, deals_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve, "new_solver", lambda variant, jobs: _GivesUp())
    assert run("solve", deals_file, "--format", "json").json[0]["points"]["O"] == [41, 44]
    assert "41–44" in run("solve", deals_file).out


def test_abarrotada_is_not_analysed(run: Run, deals_file: Path) -> None:
    (fault,) = run("solve", deals_file, "--variant", "abarrotada").faults
    assert "--variant" in fault
    with pytest.raises(SettingsError) as caught:
        solver.new_solver(PlayVariant.ABARROTADA)
    assert caught.value.field == "variant"


def test_without_numba_it_says_what_is_missing(
    run: Run, deals_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "find_spec", lambda name: None)
    assert run("solve", deals_file).faults == ["solve: analysis needs Numba: pip install numba"]


def test_a_numba_that_cannot_be_loaded_is_a_sentence_too(
    run: Run, deals_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "find_spec", lambda name: object())
    monkeypatch.setitem(sys.modules, "scoring.solver.analysis", None)  # importing it fails
    [fault] = run("solve", deals_file).faults
    assert fault.startswith("solve: analysis needs Numba, which can't be loaded: ")


def test_no_deals_are_no_answers(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    path = tmp_path / "none.json"
    path.write_text("[]", encoding="utf-8")
    assert run("solve", path, "--format", "json").json == []


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ({}, "deals.json: expected a list of deals, found an object"),
        (
            [3],
            "deals.json: item 1: expected an object with deal, dealer and the hands N, W, S and E"
            ", found 3",
        ),
        (
            [item(0, "N")],
            "deals.json: item 1: deal: expected a whole number from 1 to 4294967295, found 0",
        ),
        ([item(1, "Q")], "deals.json: item 1: dealer: expected one of N, W, S, E, found 'Q'"),
        (
            [item(1, "N"), item(2, "W", N="x")],
            "deals.json: item 2: deal, N: expected a hand such as 9A5.RS.-.8765432, found 'x'",
        ),
    ],
)
def test_what_cant_be_read_is_refused(
    run: Run, tmp_path: Path, content: object, fault: str
) -> None:
    path = tmp_path / "deals.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    assert run("solve", path).faults == [fault]
