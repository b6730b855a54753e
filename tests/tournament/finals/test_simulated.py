"""Bots play a final that was added to their rehearsal: `simulate --continue`."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command

from scoring.carry import Carry
from tests.tournament.factories import actor_of
from tests.tournament.verified import faults
from tournament.championships.services.stages import add_stage_of_best
from tournament.core.stages import stages_of
from tournament.models import Championship
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.standings.queries.overall import overall_standings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("format", ["round-robin", "swiss-101"])
def test_bots_play_a_final(format: str) -> None:
    call_command(
        "simulate",
        "trial",
        *("--format", format, "--pairs", "5", "--rounds", "2", "--seed", "7", "--json"),
        *("--organiser", "anna"),
        stdout=StringIO(),
    )
    championship = Championship.objects.get(slug="trial")
    actor = actor_of(championship)
    final = add_stage_of_best(
        actor=actor,
        championship=championship,
        kind=format,
        name="Final",
        best=4,
        carry=Carry.ALL,
        chosen=[1, 2, 4, 5],
        reason="as it was agreed",
    )
    make_schedule(actor=actor, stage=final, rounds=2, seed="7", seeded=True)
    publish_schedule(actor=actor, stage=final)
    out = StringIO()
    call_command("simulate", "--continue", "trial", "--play", "2", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert [(one["round"], one["closed"]) for one in told["rounds"]] == [(3, True), (4, True)]
    found = overall_standings(stages_of(championship)).lines
    assert {one.contestant.number for one in found[:4]} == {1, 2, 4, 5}
    assert [one.contestant.number for one in found[4:]] == [3]
    assert faults(championship) == []
