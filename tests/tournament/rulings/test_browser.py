"""A ruling in a real browser: both steps without a script, each looked at with axe."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import faults_of
from tests.tournament.day import Day, make_day
from tournament.models import Player, Result, Ruling
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

LONG = "Ultrallarguíssimadenominaciósensecapespaienmigdelseunom"


@pytest.fixture
def day() -> Day:
    """Six pairs, some with long names; round 1 is closed and provisional."""
    day = make_day(contestants=6)
    Player.objects.filter(contestant=day.contestants[0], position=1).update(name=LONG)
    day.championship.tables.filter(number=1).update(name="W" * 40)
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    return day


def session_of(day: Day, live_server: LiveServer) -> dict[str, str]:
    """The cookie of a referee who is logged in."""
    client = Client()
    client.force_login(day.referee)
    return {
        "name": "sessionid",
        "value": client.cookies["sessionid"].value,
        "url": live_server.url,
    }


def test_without_a_script(browser: Browser, live_server: LiveServer, day: Day) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies([session_of(day, live_server)])  # type: ignore[list-item]
    page = context.new_page()
    page.goto(f"{live_server.url}/c/{day.slug}/manage/rulings/?table=2")
    expect(page.get_by_label("Table")).to_have_value("2")
    page.locator("#rule-hand").fill("3")
    page.get_by_role("button", name="Make a ruling on it").click()
    page.get_by_label("rule-break").check()
    page.get_by_text("NS · pair 2").click()
    page.get_by_label("What happened?").fill("South looked into the tricks")
    page.get_by_role("button", name="Show what it does").click()
    expect(page.locator(".rank-moves .move-about")).to_have_count(2)
    assert not Result.objects.filter(version=2).exists()
    page.get_by_role("button", name="Make the ruling").click()
    expect(page.locator(".rulings tbody tr")).to_have_count(1)
    assert Result.objects.get(version=2).note == "South looked into the tricks"
    context.close()


def test_what_each_step_shows(page: Page, live_server: LiveServer, day: Day) -> None:
    page.context.add_cookies([session_of(day, live_server)])  # type: ignore[list-item]
    rulings = f"{live_server.url}/c/{day.slug}/manage/rulings/"
    faults = []

    def look(what: str) -> None:
        nonlocal faults
        faults += faults_of(page, what)

    def go_on(what: str, confirm: str) -> None:
        page.get_by_role("button", name="Show what it does").click()
        expect(page.get_by_role("heading", name="What it does to the standings")).to_be_visible()
        look(what)
        page.get_by_role("button", name=confirm).click()
        expect(page.get_by_role("heading", name="Rulings", exact=True)).to_be_visible()

    page.goto(f"{rulings}rounds/1/tables/1/hands/1/")
    page.get_by_role("button", name="Show what it does").click()
    page.get_by_label("hand cancelled at this table").check()
    page.get_by_label("What happened?").fill(LONG * 5)
    go_on("a hand at a table", "Make the ruling")
    page.goto(f"{rulings}rounds/1/tables/1/hands/1/")
    look("a ruling that stands")
    page.goto(f"{rulings}rounds/1/tables/1/hands/1/withdraw/")
    page.get_by_label("Why?").fill("a mistake")
    go_on("withdrawing it", "Withdraw the ruling")
    page.goto(f"{rulings}cancel/2/")
    page.get_by_label("Why?").fill(LONG * 5)
    go_on("a hand at all tables", "Cancel hand 2")
    page.goto(f"{rulings}deduct/")
    page.get_by_label("Pair").select_option("1")
    page.get_by_label("Points to deduct").fill("0,50")
    page.get_by_label("Why?").fill("came late")
    go_on("a deduction", "Make the deduction")
    page.goto(f"{rulings}2/withdraw/")
    page.get_by_label("Why?").fill("came in time")
    go_on("withdrawing a deduction", "Withdraw the ruling")
    look("the list")
    assert not faults
    assert list(Ruling.objects.values_list("deal", "hundredths")) == [(2, None), (None, 50)]
