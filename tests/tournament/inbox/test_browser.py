"""A call from a phone on its way to the referee: in a real browser, with what is read aloud."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.table_phone import TablePhone
from tests.tournament.day import Day, make_day
from tests.tournament.visitors import Visitors, Who
from tournament.models import RefereeCall

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    day = make_day()
    day.open(1)
    return day


@pytest.fixture
def referee(page: Page, live_server: LiveServer, day: Day) -> Page:
    visitors = Visitors({Who.REFEREE: day.referee})
    for name, value in (("sessionid", visitors.session(Who.REFEREE)), ("django_language", "en")):
        page.context.add_cookies([{"name": name, "value": value, "url": live_server.url}])
    return page


def test_a_table_calls_and_a_referee_comes(
    browser: Browser, live_server: LiveServer, referee: Page, day: Day
) -> None:
    day.enter_at_table(1, 2, 1, 3)
    referee.goto(f"{live_server.url}/c/{day.slug}/manage/inbox/")
    said = referee.locator("[data-announcer]")
    expect(said).to_have_text("")
    with TablePhone(browser, live_server.url) as phone:
        phone.scan(day).hold(1)
        screen = phone.page
        screen.get_by_role("button", name="Call the referee").dblclick()
        expect(screen.get_by_text("Pair 1 called the referee at")).to_be_visible()
        assert RefereeCall.objects.count() == 1
        # It comes by itself; only what is new is read aloud.
        coming = referee.get_by_role("button", name="I'm coming")
        expect(coming).to_be_visible()
        expect(said).to_have_text("Table 1: calls.")
        assert said.get_attribute("role") == "status"
        coming.click()
        expect(screen.get_by_text("The referee is coming.")).to_be_visible()
        referee.get_by_role("button", name="Done").click()
        expect(screen.get_by_role("button", name="Call the referee")).to_be_visible()


def test_without_a_network_the_table_is_told_that_nobody_knows(
    browser: Browser, live_server: LiveServer, day: Day
) -> None:
    with TablePhone(browser, live_server.url) as phone:
        phone.scan(day).hold(1)
        phone.cut()
        phone.page.get_by_role("button", name="Call the referee").tap()
        expect(phone.page.get_by_text("the referee does not know that you call")).to_be_visible()
        expect(phone.page.get_by_role("button", name="Call the referee")).to_be_visible()
    assert not RefereeCall.objects.exists()


def test_the_short_list_refreshes_itself(live_server: LiveServer, referee: Page, day: Day) -> None:
    referee.goto(f"{live_server.url}/c/{day.slug}/manage/rounds/")
    expect(referee.get_by_text("Nothing is waiting for a referee.")).to_be_visible()
    open_round = referee.locator("#day-now a").first
    open_round.focus()
    day.enter_at_table(1, 2, 1, 3)
    expect(referee.get_by_role("link", name="Table 2, hand 1")).to_be_visible()
    expect(referee.locator("[data-announcer]")).to_have_text("Table 2, hand 1: unlikely.")
    expect(open_round).to_have_text(re.compile(r"1/8"))
    expect(open_round).to_be_focused()
