"""Between two rounds of a Swiss, with nobody paired yet: what leaving and coming late are said to
change."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.factories import (
    add_contestants,
    english_client,
    make_championship,
    organiser_of,
)
from tests.tournament.games.test_swiss_at_101 import manage
from tournament.models import Match
from tournament.stages.games import GAME_SWISS

pytestmark = pytest.mark.django_db


def test_nobody_is_said_to_be_affected_before_the_round_is_paired() -> None:
    championship = make_championship("Suís", format=GAME_SWISS)
    leaving, *_others = add_contestants(championship, 6)
    client = english_client(organiser_of(championship))
    manage(client, championship.slug, "schedule/make/", {"rounds": 3, "seed": "08142"})
    manage(client, championship.slug, "schedule/publish/")
    manage(client, championship.slug, "rounds/1/open/", {"without_absent": "yes"})
    for match in Match.objects.select_related("table"):
        address = f"rounds/1/tables/{match.table.number}/hands/1/"
        manage(client, championship.slug, address, {"ns": 104, "ew": 60, "based_on": 0})
    manage(client, championship.slug, "rounds/1/close/")

    def shown(path: str) -> str:
        answer: Any = client.get(f"/c/{championship.slug}/manage/pairs/{path}")
        assert answer.status_code == 200
        return " ".join(answer.content.decode().split())

    leaves = shown(f"{leaving.pk}/withdraw/")
    assert "Nobody: the round is still to be paired." in leaves
    assert "no matches left" not in leaves
    late = shown("late/")
    assert "takes part from round 2 on" in late
    assert "From round 2 on it is drawn like all others" in late
    assert "would have rested" not in late
    rounds = client.get(f"/c/{championship.slug}/manage/rounds/").content.decode()
    assert ">Analysis<" not in rounds
