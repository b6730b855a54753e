"""Games to 101, all play all of four pairs, then a knock-out of the best two, over HTTP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from pytest_django import DjangoDbBlocker

from scoring.game.announcements import SantVicencRule
from scoring.game.variants import PlayVariant
from scoring.ordinary.dealers import Misdeal
from scoring.ordinary.hands import Multipliers, Revoke
from scoring.ordinary.standings import GameSettings, GameTieBreak, Rest
from scoring.pairing.knockout import DEFAULT_KNOCKOUT_SETTINGS, KnockoutSettings
from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.finals.playing import add_final, begun, game_points, manage, page, play_round
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.championships.stage_forms import not_taken_over
from tournament.championships.stage_queries import played_like, settings_like
from tournament.core.stages import stages_of
from tournament.models import Stage
from tournament.schedule.queries import Away, whole_schedule
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.games import GAME_ALL_PLAY_ALL
from tournament.stages.knockout import KNOCKOUT
from tournament.stages.presets import PRESETS
from tournament.standings.queries.overall import overall_standings

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
    settings = GameSettings(target=151, cap=None)
    found = settings_like(Stage(kind="swiss-101", settings=settings), KNOCKOUT)
    assert isinstance(found, KnockoutSettings)
    assert (found.target, found.cap) == (151, None)
    assert found.extra_hands == DEFAULT_KNOCKOUT_SETTINGS.extra_hands


def test_it_takes_over_all_that_games_and_brackets_have_in_common() -> None:
    chosen = GameSettings(
        target=None,
        cap=None,
        play_variant=PlayVariant.OBLIGADA,
        multipliers=Multipliers.of_text("2-3-5"),
        sant_vicenc=SantVicencRule.NOT_ALLOWED,
        revoke=Revoke.STAKE,
        misdeal=Misdeal.RIGHT_OF_ERRING,
        rest=Rest.NOTHING,
        tie_breaks=(GameTieBreak.POINTS_FOR, GameTieBreak.DIFFERENCE),
    )
    before = Stage(kind="round-robin-101", settings=chosen)
    found = settings_like(before, KNOCKOUT).plain()
    told = chosen.plain()
    own = {"extra_hands", "third_place", "legs", "second_chance"}
    assert {name for name, value in found.items() if told.get(name) != value} == own
    assert not_taken_over(before, KNOCKOUT) == [
        "Extra hands after a draw",
        "A round without a game",
        "When a pair withdraws",
    ]


def test_a_final_of_games_after_dealt_hands_is_played_by_the_same_rules_and_says_the_rest() -> None:
    before = Stage(kind="round-robin", played_with="phones")
    assert settings_like(before, KNOCKOUT).play_variant is PlayVariant.OBLIGADA
    assert not_taken_over(before, KNOCKOUT)[0] == "How a hand is scored"
    assert not_taken_over(before, KNOCKOUT)[-1] == "Tie-breaks"
    assert played_like(before, ALL_PLAY_ALL)["played_with"] == "phones"
    assert played_like(before, KNOCKOUT) == {}
    assert not_taken_over(before, ALL_PLAY_ALL) == []


def test_the_page_and_the_preset_take_over_what_the_games_are_played_by() -> None:
    (preset,) = (one for one in PRESETS.values() if one.key == "lligueta")
    settings = preset.begins.settings
    assert isinstance(settings, GameSettings)
    settings = replace(settings, sant_vicenc=SantVicencRule.NOT_ALLOWED)
    format = replace(preset.begins.format, defaults=settings)
    day, client = begun(format, PAIRS)
    for number in range(1, FIRST + 1):
        play_round(day, client, number, game_points)
    address = f"/c/{day.slug}/manage/stages/add/?format=knockout-101&name=F&best=2&carry=nothing"
    shown = unescape(client.get(address).content.decode())
    assert "Not taken over: Extra hands after a draw, A round without a game, When a" in shown
    assert add_final(day, client, "knockout-101", BEST, "nothing").status_code == 302
    _first, final = stages_of(day.championship)
    taken = final.knockout_settings()
    for name in taken.fields().keys() & settings.fields().keys() - {"extra_hands"}:
        assert getattr(taken, name) == getattr(settings, name), name
    assert taken.extra_hands == DEFAULT_KNOCKOUT_SETTINGS.extra_hands
    assert faults(day.championship) == []


def test_the_third_stands_on_the_podium_by_the_stage_before(day: Day) -> None:
    manage(english_client(day.organiser), day.slug, "end/", {"sure": "on"})
    shown = page(day.slug, "")
    label = re.search(r'class="drawing podium"[^>]*aria-label="([^"]*)"', shown)
    assert label is not None
    third = overall_standings(stages_of(day.championship)).lines[BEST]
    assert third.rank == 3
    assert f"3 {third.contestant.name}" in unescape(label[1])
