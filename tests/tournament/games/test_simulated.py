"""What is said of games that bots played: `simulate --format swiss-101`."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils.translation import override

from tests.tournament.factories import english_client, organiser_of
from tournament.models import Championship
from tournament.rounds.queries import Obstacle

pytestmark = pytest.mark.django_db


def test_nothing_is_said_of_hands_where_none_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    monkeypatch.setenv("LANGUAGE", "en")
    call_command(
        "simulate",
        "games",
        *("--format", "swiss-101", "--pairs", "4", "--rounds", "2", "--seed", "5"),
        *("--organiser", "anna", "--mistakes", "0.5"),
        stdout=out,
    )
    assert "2 games, mistakes" in out.getvalue()
    assert "hand 1" not in out.getvalue()
    championship = Championship.objects.get(slug="games")
    client = english_client(organiser_of(championship))
    page = client.get(reverse("audit:record", args=["games"])).content.decode()
    assert "result entered" in page
    assert "table 1" in page
    assert "hand 1" not in page
    assert reverse("deals:deals", args=["games"]) not in page
    assert reverse("deals:proof", args=["games"]) not in page
    found = client.get(reverse("audit:record", args=["games"]), {"text": "hand 1"}).content.decode()
    assert "table 1" not in found
    rows = b"".join(client.get(reverse("audit:record_csv", args=["games"])))
    assert b"table 1" in rows
    assert b"hand 1" not in rows


def test_what_keeps_a_round_of_games_open_names_no_hand() -> None:
    one = Obstacle(3, "3", (1,), (1,), ((1, 7),), numbered=False)
    with override("en"):
        assert one.sentences == (
            "Table 3 has no result.",
            "Table 3 has an unconfirmed result.",
            "Table 3 is waiting for a decision.",
        )
