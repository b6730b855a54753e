"""A hand played in a real browser: by keyboard, without JavaScript, on the narrowest phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import faults_of
from tests.tournament.day import Day, make_day
from tournament.rounds.services.lifecycle import close_round

NARROW: ViewportSize = {"width": 320, "height": 640}
THUMB = 44

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    day = make_day(slug="day")
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    return day


def test_by_keyboard_to_the_end(page: Page, live_server: LiveServer, day: Day) -> None:
    page.goto(f"{live_server.url}/c/day/hands/1/")
    page.get_by_role("link", name="Play it yourself").click()
    assert not faults_of(page, "speaking")
    page.evaluate("window.isTheSamePage = true")
    page.get_by_role("link", name="Delegate").focus()
    page.keyboard.press("Enter")
    for number in range(12):
        expect(page).to_have_url(re.compile(rf"acts=delegate(-..){{{number}}}$"))
        page.wait_for_function("() => document.activeElement.matches('.practice-hand a')")
        if number == 6:
            expect(page.get_by_role("heading", name="Last trick")).to_be_visible()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    expect(page.locator(".practice-verdict")).to_contain_text("of 2 pairs with the same cards")
    assert page.evaluate("window.isTheSamePage")
    page.keyboard.press("Backspace")
    expect(page.locator(".practice-hand a")).to_have_count(1)


def test_while_cards_are_played_nothing_is_wrong_for_anybody(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    page.goto(f"{live_server.url}/c/day/hands/1/play/?seat=W")
    page.get_by_role("link", name="Pass").click()
    expect(page.locator(".practice-hand a").first).to_be_visible()
    page.locator(".practice-hand a").first.click()
    expect(page.get_by_role("heading", name="Last trick")).to_be_visible()
    assert not faults_of(page, "playing")


def test_without_javascript_on_a_narrow_phone(
    browser: Browser, live_server: LiveServer, day: Day
) -> None:
    context = browser.new_context(
        java_script_enabled=False, viewport=NARROW, locale="en", has_touch=True
    )
    page = context.new_page()
    page.goto(f"{live_server.url}/c/day/hands/1/play/?seat=W")
    page.get_by_role("link", name="Pass").click()
    expect(page.locator(".practice-hand a")).to_have_count(12)
    for card in page.locator(".practice-hand a").all():
        box = card.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= THUMB
    for _ in range(12):
        page.locator(".practice-hand a").first.tap()
    expect(page.get_by_role("heading", name="The four hands")).to_be_visible()
    context.close()
