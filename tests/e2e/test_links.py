"""Links in a real browser, as a phone opens them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import PHONE, faults_of
from tests.tournament.day import Day, make_day
from tests.tournament.links.addresses import link_address
from tournament.links.services import renew_links
from tournament.links.tokens import Place, PlaceKind

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

TABLE = Place(PlaceKind.TABLE, 1, 1)


@pytest.fixture
def day() -> Day:
    return make_day()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page of a phone; a link that is not valid is no fault of its scripts."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults


def opened(page: Page, live_server: LiveServer, day: Day) -> None:
    """The link of table 1, in the phone's address bar."""
    page.goto(live_server.url + link_address(day.championship, TABLE))


def test_a_link_leaves_no_trace_in_the_address_or_the_way_back(
    phone: Page, live_server: LiveServer, day: Day
) -> None:
    opened(phone, live_server, day)
    assert phone.url == f"{live_server.url}/c/day/table/1/"
    assert phone.evaluate("document.referrer") == ""
    assert phone.evaluate("history.length") == 2  # the empty page a browser begins with, and this


def test_a_link_that_is_not_valid_says_so_in_the_readers_language(
    phone: Page, live_server: LiveServer, day: Day
) -> None:
    renew_links(actor=day.acting, championship=day.championship, places=[TABLE])
    opened(phone, live_server, day)
    expect(phone.locator("h1")).to_be_visible()
    assert not faults_of(phone, "a link that is not valid")
    phone.get_by_role("button", name="Español").click()
    expect(phone.locator("html")).to_have_attribute("lang", "es")


def test_after_the_end_it_leads_to_the_standings(
    phone: Page, live_server: LiveServer, day: Day
) -> None:
    day.championship.ended_at = timezone.now()
    day.championship.save()
    opened(phone, live_server, day)
    assert not faults_of(phone, "a link after the end")
    phone.locator("main a.btn-primary").click()
    expect(phone).to_have_url(f"{live_server.url}/c/day/standings/")


def test_a_pairs_page_that_is_open_says_that_its_link_has_ended(
    phone: Page, live_server: LiveServer, day: Day
) -> None:
    pair = Place(PlaceKind.PAIR, 1, 1)
    phone.goto(live_server.url + link_address(day.championship, pair))
    expect(phone.locator("[hx-trigger^=every]")).to_have_count(1)
    renew_links(actor=day.acting, championship=day.championship, places=[pair])
    expect(phone.locator("[hx-trigger^=every]")).to_have_count(0, timeout=12_000)
    expect(phone.locator("h1")).not_to_contain_text("Àngels")
