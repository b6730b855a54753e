"""Days on which people come late, leave or don't play, walked through by every link."""

from __future__ import annotations

import pytest

from tests.tournament.crawl import dead_ends, unmade_files
from tests.tournament.day import Day
from tests.tournament.factories import actor_of, english_client
from tests.tournament.finals import playing as finals
from tests.tournament.games.desk import manage, page
from tests.tournament.games.test_players_come_and_go import SOLO_POINTS, begun, join, play, withdraw
from tests.tournament.verified import faults
from tournament.models import Match, NotPlayedReason, Outcome
from tournament.results.kinds.abarrotada import SoloInput
from tournament.results.services import enter_result
from tournament.rounds.services import close_round, open_round
from tournament.schedule.services import pair_round
from tournament.stages.abarrotada import ABARROTADA, ABARROTADA_BY_RANK
from tournament.stages.format import Format
from tournament.stages.games import GAME_ALL_PLAY_ALL

pytestmark = pytest.mark.django_db


def assert_whole(day: Day) -> None:
    """No link of anybody leads nowhere, every paper and workbook can be made, and `verify` finds
    nothing."""
    assert dead_ends(day.championship, english_client(day.organiser)) == []
    assert dead_ends(day.championship, english_client()) == []
    assert unmade_files(day.championship) == []
    assert faults(day.championship) == []


@pytest.mark.parametrize("format", [ABARROTADA, ABARROTADA_BY_RANK], ids=lambda one: one.kind)
def test_abarrotada(format: Format) -> None:
    day = begun(format, 7, rounds=4)
    play(day, 1)
    join(day)
    withdraw(day, 2)
    assert_whole(day)
    actor = actor_of(day.championship)
    if not day.round(2).paired:
        pair_round(actor=actor, round=day.round(2))
    open_round(actor=actor, round=day.round(2))
    matches = Match.objects.filter(round__number=2).order_by("table__number")
    for match in matches.select_related("round__stage__championship", "table"):
        players = match.seats.count()
        made = SoloInput(
            outcome=Outcome.PLAYED,
            points=tuple(-one for one in SOLO_POINTS[:players]) + (None,) * (4 - players),
        )
        if match.table.number == 1:
            made = SoloInput(outcome=Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME)
        enter_result(actor=actor, match=match, deal=1, entry=made, based_on=0)
    assert_whole(day)
    close_round(actor=actor, round=day.round(2))
    assert_whole(day)
    play(day, 3, 4)
    manage(english_client(day.organiser), day.slug, "end/", {"sure": "on"})
    assert_whole(day)


def test_two_stages_of_which_some_are_out() -> None:
    """Six pairs, of which four go on: both stages can be looked at by every link."""
    day, client = finals.begun(GAME_ALL_PLAY_ALL, 6, rounds=2)
    for number in (1, 2):
        finals.play_round(day, client, number, finals.game_points)
    assert finals.add_final(day, client, "knockout-101", 4, "nothing").status_code == 302
    manage(client, day.slug, "schedule/make/", {"rounds": 2})
    manage(client, day.slug, "schedule/publish/?stage=2")
    manage(client, day.slug, "rounds/3/draw/")
    finals.play_round(day, client, 3, finals.game_points)
    assert_whole(day)
    shown = page(day, "pairs/1/?stage=1") + page(day, "rounds/1/")
    assert "?stage=1" in shown
