"""Bots play every preset to its end, and its file goes there and back: `simulate --format NAME`."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command

from tests.tournament.factories import english_client, organiser_of
from tests.tournament.games.desk import manage
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tournament.core.stages import stages_of
from tournament.models import Championship, Outcome, Result
from tournament.stages.estimate import estimates
from tournament.stages.presets import PRESETS
from tournament.standings.queries.overall import overall_standings

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

PAIRS = 4
PAIRS_OF = {
    "groups-and-final": 8,
    **dict.fromkeys(("lligueta", "knockout-101", "individuals-101"), 6),
    **dict.fromkeys(("abarrotada", "abarrotada-rank"), 6),
}
"""Where that is too few for what the card says: several groups, byes or tables."""


@pytest.mark.parametrize("key", PRESETS)
def test_bots_play_it_to_its_end(key: str) -> None:
    pairs = PAIRS_OF.get(key, PAIRS)
    out = StringIO()
    call_command(
        "simulate",
        "trial",
        *("--format", key, "--pairs", str(pairs), "--seed", "5", "--json"),
        *("--organiser", "anna", "--mistakes", "0.1"),
        stdout=out,
    )
    told = json.loads(out.getvalue())
    begins = PRESETS[key].begins
    promised = estimates(begins, pairs)
    # What the card promises is what is played.
    assert [one["closed"] for one in told["rounds"]] == [True] * sum(one.rounds for one in promised)
    championship = Championship.objects.get(slug="trial")
    stages = stages_of(championship)
    assert len(stages) == len(promised)
    assert len(stages[0].group_names or "1") == promised[0].groups
    assert championship.round_minutes == begins.round_minutes
    assert stages[0].settings == begins.settings
    assert stages[0].hands_per_match == begins.hands_per_match
    assert len(overall_standings(stages).lines) == pairs
    assert faults(championship) == []
    for one in Result.objects.filter(is_current=True, kind="game", outcome=Outcome.PLAYED):
        ended = sorted((one.game_ns or 0, one.game_ew or 0))
        assert ended[0] < 101
    manage(english_client(organiser_of(championship)), "trial", "end/", {"sure": "on"})
    where = "standings/championship/" if len(stages) > 1 else "standings/"
    assert "Final" in english_client().get(f"/c/trial/{where}").content.decode()
    twin_of(championship)
