"""The help of a page, by its key and its link, with a keyboard, and without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import PHONE, faults_of
from tests.tournament.day import Day, make_day

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    day = make_day(slug="day")
    day.open(1)
    return day


def test_a_key_opens_it_and_another_closes_it(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    page.goto(f"{live_server.url}/c/day/standings/")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="About this page: Standings")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("tie-break")
    assert not [one for one in faults_of(page, "help") if "page-has-heading-one" not in one]
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("link", name="About this page").click()
    expect(dialog).to_be_visible()
    dialog.get_by_role("link", name="How a hand is scored").click()
    expect(page).to_have_url(re.compile("/help/scores/$"))


def test_the_key_is_a_letter_where_one_types(page: Page, live_server: LiveServer, day: Day) -> None:
    page.goto(f"{live_server.url}/c/day/search/")
    page.locator("#q").press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_single_keys_can_be_switched_off(page: Page, live_server: LiveServer, day: Day) -> None:
    page.goto(f"{live_server.url}/c/day/standings/")
    page.get_by_role("link", name="About this page").click()
    page.get_by_role("checkbox", name=re.compile("Keys pressed alone act")).uncheck()
    page.reload()
    page.keyboard.press("?")
    page.keyboard.press("/")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-site-search]")).not_to_be_focused()
    page.get_by_role("link", name="About this page").click()
    box = page.get_by_role("checkbox", name=re.compile("Keys pressed alone act"))
    expect(box).not_to_be_checked()
    box.check()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_link_works_without_a_script(
    browser: Browser, live_server: LiveServer, day: Day
) -> None:
    with browser.new_context(java_script_enabled=False, viewport=PHONE) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/c/day/")
        page.get_by_role("link", name="About this page").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("About this page: Now")
        expect(page.get_by_role("link", name="How a hand is scored")).to_be_visible()
