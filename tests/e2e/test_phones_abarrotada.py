"""Abarrotada on phones: each player speaks alone, on the table's phone or on an own one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.table_phone import TablePhone
from tests.tournament.day import Day
from tests.tournament.factories import actor_of, make_championship, organiser_of, stage_of
from tests.tournament.games.desk import names, seated
from tests.tournament.verified import faults
from tournament.contestants.services.register import add_contestant
from tournament.models import Result
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.abarrotada import ABARROTADA

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

PLAYERS = ("Anna Puig", "Blai Roca", "Carme Serra", "Dídac Tort")


@pytest.fixture
def day() -> Day:
    championship = make_championship("Abarrotada", format=ABARROTADA)
    actor, stage = actor_of(championship), stage_of(championship)
    for name in PLAYERS:
        add_contestant(actor=actor, championship=championship, players=(name,))
    make_schedule(actor=actor, stage=stage, rounds=1, seed="08142")
    publish_schedule(actor=actor, stage=stage)
    organiser = organiser_of(championship)
    day = Day(championship, stage, organiser, organiser, organiser)
    day.open(1)
    return day


def enter_points(phone: TablePhone, *points: str) -> None:
    """Everybody's points, from North on, in the order of the pad."""
    sides = phone.page.locator("[data-list=sides] button")
    for place, made in enumerate(points):
        sides.nth(place).tap()
        phone.tap(*made)
    phone.tap("Next", "Yes, send it")


def test_the_player_opposite_confirms_on_an_own_phone(
    browser: Browser, live_server: LiveServer, nobody: TablePhone, day: Day
) -> None:
    who = names(day)
    at = {seat: who[number] for seat, number in seated()[1, 1].items()}
    nobody.scan(day)
    nobody.reads("Who holds this phone?")
    expect(nobody.page.locator("[data-act=pair]")).to_have_count(4)
    nobody.button(re.compile(rf"^{at['N']} · North")).tap()
    enter_points(nobody, "10", "20", "30", "5")
    nobody.reads("entered by North, not confirmed yet")
    nobody.reads("Waiting for another player's phone, the slip or a referee.")
    south = seated()[1, 1]["S"]
    with TablePhone(browser, live_server.url) as own:
        own.open_as(day, south).go(f"/c/{day.slug}/table/1/")
        own.button(re.compile("^Table")).tap()
        own.reads(f"{at['S']}: is this right?")
        own.tap("It's right")
        own.reads("entered by North, confirmed by South")
    nobody.reads("entered by North, confirmed by South")
    (confirmation,) = Result.objects.get().confirmations.all()
    assert (confirmation.by, confirmation.actor_contestant) == ("S", south)
    assert faults(day.championship) == []


def test_next_goes_to_the_next_player(nobody: TablePhone, day: Day) -> None:
    who = names(day)
    at = {seat: who[number] for seat, number in seated()[1, 1].items()}
    nobody.scan(day)
    nobody.button(re.compile(rf"^{at['W']} · West")).tap()
    for points in ("10", "20", "30", "5"):
        nobody.tap(*points, "Next")
    nobody.tap("Yes, send it")
    nobody.reads("entered by West, not confirmed yet")
    stands = Result.objects.get()
    assert (stands.game_n, stands.game_w, stands.game_s, stands.game_e) == (10, 20, 30, 5)


def test_nobody_else_answers_on_the_phone_that_entered(nobody: TablePhone, day: Day) -> None:
    who = names(day)
    at = {seat: who[number] for seat, number in seated()[1, 1].items()}
    nobody.scan(day)
    nobody.button(re.compile(rf"^{at['W']} · West")).tap()
    enter_points(nobody, "1", "2", "3", "4")
    nobody.tap("Another player")
    nobody.button(re.compile(rf"^{at['E']} · East")).tap()
    nobody.button(re.compile("^Table")).tap()
    nobody.reads("Waiting for another player's phone, the slip or a referee.")
    expect(nobody.button("It's right")).to_be_hidden()
    assert not Result.objects.get().confirmations.exists()
