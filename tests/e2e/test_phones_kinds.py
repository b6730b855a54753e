"""A table's page shows the pad of the kind of results that its match has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.table_phone import TablePhone
from tests.tournament.day import Day
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    make_championship,
    organiser_of,
    stage_of,
)
from tests.tournament.games.cup import Cup
from tests.tournament.results.games import GamePoints, make_day_of_games
from tournament.models import Outcome, Result
from tournament.results.kinds.kinds import content_of
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.games import GAME_SWISS

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

SCRIPT = Path(__file__).with_name("kinds_with_games.js").read_text(encoding="utf-8")


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return make_day_of_games(monkeypatch)


def test_a_game_is_typed_on_a_pad_of_its_own(nobody: TablePhone, day: Day) -> None:
    nobody.page.route(
        re.compile(r"/table/kinds[.\w]*\.js$"),
        lambda route: route.fulfill(body=SCRIPT, content_type="text/javascript"),
    )
    phone = nobody.scan(day).hold(day.match(2, 1).pairs.ns.number)
    phone.open_hand(1)
    expect(phone.page.locator('[data-act="trump"]')).to_have_count(0)
    phone.tap("Next")
    expect(phone.page.locator('[data-slot="missing"]')).to_have_text(
        "Enter the points of one side."
    )
    phone.tap("NS", "NS", "EW", "NS")
    expect(phone.page.locator('[data-slot="typed"]')).to_have_text("150 to 50")
    phone.tap("Next", "Yes, send it")
    phone.reads("150 to 50")
    phone.reads("entered by NS, not confirmed yet")
    stands = Result.objects.get(is_current=True)
    assert content_of(stands) == GamePoints(Outcome.PLAYED, ns=150, ew=50)


def test_both_pairs_points_of_a_game_are_typed_and_confirmed(nobody: TablePhone) -> None:
    championship = make_championship("Suís", format=GAME_SWISS)
    add_contestants(championship, 4)
    actor = actor_of(championship)
    make_schedule(actor=actor, stage=stage_of(championship), rounds=1)
    publish_schedule(actor=actor, stage=stage_of(championship))
    organiser = organiser_of(championship)
    day = Day(championship, stage_of(championship), organiser, organiser, organiser)
    day.open(1)
    pairs = day.match(1, 1).pairs
    phone = nobody.scan(day).hold(pairs.ns.number)
    phone.page.get_by_role("button", name="Game").tap()
    sides = phone.page.locator("[data-list=sides] button")
    for side in sides.all():
        expect(side).to_be_in_viewport(ratio=1)
    phone.tap("1", "0", "4", "Next")
    expect(sides.nth(1)).to_have_attribute("aria-pressed", "true")
    missing = phone.page.locator('[data-slot="missing"]')
    expect(missing).to_be_hidden()
    phone.tap("Next")
    expect(missing).to_have_text("Enter the points of both sides.")
    phone.tap("8", "7", "Next")
    phone.reads(f"Pair {pairs.ns.number} wins: 104–87")
    phone.tap("Yes, send it")
    phone.reads("entered by NS, not confirmed yet")
    stands = Result.objects.get(is_current=True)
    assert (stands.kind, stands.game_ns, stands.game_ew) == ("game", 104, 87)


def test_digits_after_the_third_are_those_of_the_other_side(nobody: TablePhone) -> None:
    cup = Cup(2)
    cup.begin(1)
    organiser = organiser_of(cup.championship)
    day = Day(cup.championship, cup.stage, organiser, organiser, organiser)
    phone = nobody.scan(day).hold(day.match(1, 1).pairs.ew.number)
    phone.page.get_by_role("button", name="Game").tap()
    phone.tap("1", "0", "4", "8", "7")
    figures = phone.page.locator("[data-list=sides] strong")
    expect(figures).to_have_text(["87", "104"])
    phone.page.locator("[data-list=sides] button").nth(1).tap()
    phone.tap("1", "1", "0")
    for digit in range(10):
        expect(phone.button(str(digit))).to_be_disabled()
    phone.tap("Next", "Yes, send it")
    phone.reads("entered by EW, not confirmed yet")
    stands = Result.objects.get(is_current=True)
    assert (stands.game_ns, stands.game_ew) == (87, 110)


def test_a_drawn_game_of_a_knockout_is_not_sent(nobody: TablePhone) -> None:
    cup = Cup(2)
    cup.begin(1)
    organiser = organiser_of(cup.championship)
    day = Day(cup.championship, cup.stage, organiser, organiser, organiser)
    pairs = day.match(1, 1).pairs
    phone = nobody.scan(day).hold(pairs.ns.number)
    phone.page.get_by_role("button", name="Game").tap()
    phone.tap("8", "0")
    phone.page.get_by_role("button", name=f"Pair {pairs.ew.number} ").tap()
    phone.tap("8", "0", "Next")
    expect(phone.page.locator('[data-slot="missing"]')).to_have_text(
        "A draw doesn't stand: play the extra hands, then enter the points."
    )
    phone.page.get_by_role("button", name=f"Pair {pairs.ns.number} ").tap()
    phone.tap("9", "5", "Next")
    phone.tap("Yes, send it")
    phone.reads("entered by NS, not confirmed yet")
    stands = Result.objects.get(is_current=True)
    assert (stands.game_ns, stands.game_ew) == (95, 80)
