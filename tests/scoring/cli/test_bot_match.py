"""`bot-match`: what it prints, and how it refuses what it can't read."""

import pytest

from scoring import solver
from scoring.bots.registry import BOTS
from scoring.bots.strong import StrongBot
from scoring.game.variants import PlayVariant
from tests.scoring.cli.conftest import Run

PAIR = ("--a", "quick", "--b", "quick", "--seed", "x")


def test_figures_as_json(run: Run) -> None:
    answer = run("bot-match", *PAIR, "--deals", 3, "--format", "json").json
    seconds = answer.pop("seconds_a_card")
    assert answer == {"deals": 3, "mean": 0, "standard_error": 0}
    assert 0 <= seconds < 1


def test_figures_as_text(run: Run) -> None:
    lines = run("bot-match", *PAIR, "--deals", 2, "--variant", "lliure").out.splitlines()
    assert lines[:2] == [
        "quick against quick, 2 deals both ways; rules of play: lliure",
        "Points a hand above quick: 0.000, standard error 0.000.",
    ]
    assert lines[2].startswith("Seconds a card of quick: 0.0")


def test_strong_bot_can_be_chosen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    assert isinstance(BOTS["strong"](PlayVariant.OBLIGADA), StrongBot)
    made: list[PlayVariant] = []

    def of_a_moment(variant: PlayVariant) -> StrongBot:
        made.append(variant)
        return StrongBot(variant, layouts=2, positions=99)

    monkeypatch.setitem(BOTS, "strong", of_a_moment)
    options = ("--a", "strong", "--b", "quick", "--deals", 2, "--seed", "x")
    answer = run("bot-match", *options, "--format", "json").json
    assert made == [PlayVariant.OBLIGADA]
    assert set(answer) == {"deals", "mean", "standard_error", "seconds_a_card"}


@pytest.mark.parametrize("deals", ["0", "1", "100001", "-3", "two", ""])
def test_other_numbers_of_deals_are_refused(run: Run, deals: str) -> None:
    assert run("bot-match", *PAIR, f"--deals={deals}").faults == [
        f"--deals: expected a whole number from 2 to 100000, found '{deals}'"
    ]


@pytest.mark.parametrize("seed", ["\ud800"])
def test_a_seed_is_text(run: Run, seed: str) -> None:
    [fault] = run("bot-match", "--a", "quick", "--b", "quick", "--deals", 2, "--seed", seed).faults
    assert fault.startswith("--seed: expected text in UTF-8")


def test_other_bots_are_refused(run: Run) -> None:
    [fault] = run("bot-match", "--a", "best", "--b", "quick", "--deals", 2, "--seed", "x").faults
    assert "--a: invalid choice: 'best'" in fault


def test_without_numba_it_says_what_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "find_spec", lambda name: None)
    options = ("--a", "quick", "--b", "strong", "--deals", 2, "--seed", "x")
    assert run("bot-match", *options).faults == [
        "bot-match: analysis needs Numba: pip install numba"
    ]
