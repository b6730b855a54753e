"""Bots play both formats of games to their end: `simulate --format swiss-101`."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command

from tournament.integrity.checks import championship_checks
from tournament.models import Championship, Result

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("format", ["swiss-101", "round-robin-101", "knockout-101"])
def test_bots_play_it_to_its_end(format: str) -> None:
    out = StringIO()
    call_command(
        "simulate",
        "games",
        *("--format", format, "--pairs", "4", "--rounds", "2", "--seed", "5", "--json"),
        *("--organiser", "anna", "--mistakes", "0.5"),
        stdout=out,
    )
    told = json.loads(out.getvalue())
    assert [one["closed"] for one in told["rounds"]] == [True, True]
    championship = Championship.objects.get(slug="games")
    assert [fault for check in championship_checks(championship) for fault in check.faults] == []
    stands = Result.objects.filter(is_current=True)
    assert stands.count() == 4
    for one in stands:
        ended = sorted((one.game_ns or 0, one.game_ew or 0))
        assert one.kind == "game"
        assert ended[0] < 101
