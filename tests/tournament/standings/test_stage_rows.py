"""The rows in a record rank as those in the tables do, in every format."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from tests.tournament.verified import ranked_otherwise
from tournament.core.stages import stages_of
from tournament.models import Championship, Outcome, Result

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "format",
    [
        "round-robin",
        "groups-and-final",
        "swiss-101",
        "individuals-101",
        "knockout-101",
        "abarrotada",
    ],
)
def test_as_in_the_tables(format: str) -> None:
    call_command(
        "simulate",
        "trial",
        *("--format", format, "--pairs", "8", "--seed", "7", "--organiser", "anna", "--events"),
        stdout=StringIO(),
    )
    stages = stages_of(Championship.objects.get(slug="trial"))
    assert [ranked_otherwise(one) for one in stages] == [[] for _one in stages]
    # A result of which the record knows nothing.
    changed = Result.objects.filter(match__round__stage=stages[0], is_current=True)
    one = changed.filter(outcome=Outcome.PLAYED).order_by("pk")[0]
    other: dict[str, dict[str, Any]] = {
        "dealt-hand": {"ns_points": 72 - (one.ns_points or 0)},
        "game": {"game_ns": one.game_ew, "game_ew": one.game_ns},
        "abarrotada": {"game_n": 90},
    }
    changed.filter(pk=one.pk).update(**other[one.kind])
    assert ranked_otherwise(stages[0])
