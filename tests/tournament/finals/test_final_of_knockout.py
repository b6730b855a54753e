"""Games to 101, all play all of four pairs, then a knock-out of the best two, over HTTP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from pytest_django import DjangoDbBlocker

from scoring.ordinary.standings import GameSettings
from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.finals.playing import add_final, begun, game_points, manage, page, play_round
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.championships.stage_queries import settings_like
from tournament.core.stages import stages_of
from tournament.models import Stage
from tournament.schedule.queries import Away, whole_schedule
from tournament.stages.games import GAME_ALL_PLAY_ALL
from tournament.stages.knockout import KNOCKOUT
from tournament.stages.settings import GAME_SETTINGS
from tournament.standings.queries import overall_standings

pytestmark = pytest.mark.django_db

PAIRS, BEST, FIRST, LAST = 4, 2, 3, 4


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        day, client = begun(GAME_ALL_PLAY_ALL, PAIRS)
        for number in range(1, FIRST + 1):
            play_round(day, client, number, game_points)
        answer = add_final(day, client, "knockout-101", BEST, "nothing")
        assert answer.status_code == 302, answer.content.decode()[-1500:]
        # By lot: nobody but the two is in the draw.
        manage(client, day.slug, "schedule/make/")
        manage(client, day.slug, "schedule/publish/?stage=2")
        play_round(day, client, LAST, game_points)
        yield day


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def test_the_record_leads_to_the_same_bracket(day: Day) -> None:
    assert faults(day.championship) == []


def test_who_does_not_play_in_it_is_not_said_to_rest(day: Day) -> None:
    grid = whole_schedule(*stages_of(day.championship))
    away = [row.cells[-1] for row in grid.rows if isinstance(row.cells[-1], Away)]
    assert away == [Away.OUT] * (PAIRS - BEST)


def test_it_is_played_to_the_points_of_the_games_before_it() -> None:
    columns = GAME_SETTINGS.as_columns(GameSettings(target=151, cap=None))
    found = settings_like(Stage(kind="swiss-101", **columns), KNOCKOUT)
    assert (found["target"], found["cap"]) == (151, None)
    assert found["extra_hands"] == KNOCKOUT.defaults.extra_hands


def test_the_third_stands_on_the_podium_by_the_stage_before(day: Day) -> None:
    manage(english_client(day.organiser), day.slug, "end/", {"sure": "on"})
    shown = page(day.slug, "")
    label = re.search(r'class="drawing podium"[^>]*aria-label="([^"]*)"', shown)
    assert label is not None
    third = overall_standings(stages_of(day.championship)).lines[BEST]
    assert third.rank == 3
    assert f"3 {third.contestant.name}" in unescape(label[1])
