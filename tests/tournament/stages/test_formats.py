"""The registry of formats: complete, and the only place that asks for a stage's kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tournament.factories import make_scheduled, stage_of
from tournament.models import PAIR_NUMBERS, Match, Stage
from tournament.stages.format import Planning
from tournament.stages.formats import FORMATS, format_of

TOURNAMENT = Path(__file__).parents[3] / "tournament"


def test_every_kind_of_stage_has_its_format() -> None:
    assert list(FORMATS) == Stage.Kind.values
    for one in FORMATS.values():
        assert one.least < one.most
        assert one.label
        assert str(one.description).endswith(".")


def test_nobody_else_asks_for_the_kind() -> None:
    asks = re.compile(r"Stage\.Kind|\bstage\.kind|round-robin|ROUND_ROBIN|import round_robin\b")
    found = [
        str(file.relative_to(TOURNAMENT))
        for file in sorted(TOURNAMENT.rglob("*.py"))
        if asks.search(file.read_text())
    ]
    # The record puts the kind into words; an event keeps the one that its venues play.
    allowed = (
        *("stages/", "migrations/", "models/stages.py", "models/simultaneous.py"),
        "audit/event_text.py",
    )
    elsewhere = [one for one in found if not one.startswith(allowed)]
    assert elsewhere == []


@pytest.mark.django_db
def test_a_schedule_is_what_the_format_plans() -> None:
    stage = stage_of(make_scheduled(6, rounds=4))
    assert stage.rounds.count() == 4
    planned = format_of(stage).plan(Planning(first=1, rounds=4, present=tuple(range(1, 7))))
    stored = Match.objects.with_pair_columns().values_list("round__number", *PAIR_NUMBERS)
    assert set(stored) == {(one.number, *match) for one in planned for match in one.pairings}
    assert format_of(stage).most_rounds(6) == 5
