"""Short random days, seeded by the commit, and days that went wrong once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.http import Http404

from scoring.ordinary import standings as ordinary
from scoring.ordinary.standings import Rest
from scoring.pairing import bracket
from scoring.qualification import GoingOnOf, Placed, best_of
from tests.checks.commit import commit
from tests.random_days.acts import KINDS, Act
from tests.random_days.crawl import Fault, Link
from tests.random_days.days import SHORT, DayPlayed, Form, play_again, play_day
from tests.random_days.kept import FOLDER, KeptDay
from tests.random_days.shrink import shrunk
from tournament.championships import stage_queries
from tournament.stages.presets import PRESETS
from tournament.standings import views

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]

DAYS = 3


def told_of(day: DayPlayed) -> str:
    """What went wrong, and what was done before."""
    return "\n".join([*map(str, day.faults), "after:", *map(str, day.acts)])


@pytest.mark.parametrize("number", range(DAYS))
def test_a_random_day(number: int) -> None:
    seed = f"{commit()}-{number}"
    preset = Random(seed).choice(list(PRESETS))
    again = f"-m tests.random_days --short --days 1 --seed {seed!r} --format {preset}"
    sys.stdout.write(f"{again}\n")
    day = play_day(seed, SHORT, preset=preset)
    assert not day.faults, f"{told_of(day)}\nagain: .venv/bin/python {again}"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda one: one.stem)
def test_a_day_that_went_wrong_once(file: Path) -> None:
    kept = KeptDay.read(file)
    day = kept.played()
    assert "500" not in day.told
    assert not day.faults, told_of(day)


SWISS = (
    'begin preset="swiss-101" come=5 names=7 rounds="2"',
    'schedule stage=1 seed="7" publish=true',
    "open round=1",
    'fill round=1 how="phones" lots=7',
    "close round=1 anew=false",
    "draw round=2",
)


def played(*acts: str, wrong: Fault | None = None) -> DayPlayed:
    return play_again("7", [*map(Act.read, acts)], SHORT, wrong=wrong)


def said(day: DayPlayed) -> str:
    return "\n".join(map(str, day.faults))


def test_acts_are_read_as_they_are_written() -> None:
    act = Act("late", {"way": "", "player_1": 'Gal·la "la nena" = 3', "number": 4, "anew": True})
    assert Act.read(str(act)) == act
    assert Act.read("make-hands") == Act("make-hands", {})


def test_the_same_seed_is_the_same_day() -> None:
    days = [play_day("same", SMALL, preset="abarrotada-rank") for _time in range(2)]
    assert days[0].acts == days[1].acts
    assert days[0].told == days[1].told


SMALL = Form(acts=6, pages=1, verify_every=9, most=0)


def test_what_is_right_is_let_alone() -> None:
    day = played(*SWISS)
    assert day.told == ["done"] * len(SWISS)
    assert not day.faults


def test_a_wrong_score_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ordinary.SCORE_OF_A_REST, Rest.WIN, Fraction(2))
    assert "by plain arithmetic" in said(played(*SWISS))


def test_a_wrong_bracket_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    begins = (
        'begin preset="knockout-101" come=6 names=7',
        'schedule stage=1 seed="7" publish=true',
    )
    monkeypatch.setattr(bracket, "seed_places", lambda rounds: range(1, 1 + 2**rounds))
    assert "the bracket's ties are" in said(played(*begins))


def test_who_goes_on_and_should_not_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_and_last(placed: Sequence[Placed[int]], best: int, **_groups: Any) -> GoingOnOf[int]:
        return best_of([*placed[:1], *reversed(placed[1:])], best)

    over = ("open round=2", 'fill round=2 how="desk" lots=7', "close round=2 anew=false")
    monkeypatch.setattr(stage_queries, "qualified", first_and_last)
    assert "of the best 2 (any of each group) goes on" in said(played(*SWISS, *over))


def test_a_page_that_breaks_and_a_link_that_leads_nowhere_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nowhere(*_given: Any, **_named: Any) -> Any:
        raise Http404

    def broken(*_given: Any, **_named: Any) -> Any:
        raise ZeroDivisionError("a page")

    wrong = Fault("", "stranger", Link("/c/random-day/pairs/1/", "/c/random-day/standings/"))
    monkeypatch.setattr(views, "shared_pairs", nowhere)
    assert "404 for /c/random-day/pairs/1/, linked on" in said(played(*SWISS, wrong=wrong))
    monkeypatch.setattr(views, "shared_pairs", broken)
    assert "ZeroDivisionError: a page" in said(played(*SWISS, wrong=wrong))


def test_acts_without_which_the_same_goes_wrong_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_given: Any, **_named: Any) -> Any:
        raise ZeroDivisionError("a withdrawal")

    monkeypatch.setattr(KINDS["withdraw"], "do", broken, raising=False)
    acts = [*map(Act.read, (*SWISS[:2], 'check-in pair=1 act="here"', "withdraw pair=3"))]
    (wrong,) = play_again("7", acts, SHORT, wrong=Fault("")).faults
    left = shrunk("7", acts, wrong, SHORT, seconds=60)
    assert [one.kind for one in left] == ["begin", "withdraw"]


def test_a_kept_day_is_a_file(tmp_path: Path) -> None:
    kept = KeptDay("7", (Act("make-hands", {}),), Fault("wrong", "pair 3", Link("/a", "/b")))
    kept.write(tmp_path / "day.json")
    assert KeptDay.read(tmp_path / "day.json") == KeptDay("7", [*kept.acts], kept.wrong)
