"""A hand replayed in a real browser: by clicks, by keys, without JavaScript, on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from scoring.game.announcements import Denomination
from tests.e2e.accessibility import PHONE, faults_of
from tests.tournament.analysis.analyses import all_values, keep_line
from tests.tournament.analysis.oracles import Late
from tests.tournament.day import Day, make_day
from tournament.analysis import positions as module
from tournament.analysis.positions import Positions
from tournament.rounds.services.lifecycle import close_round

TABLET: ViewportSize = {"width": 768, "height": 1024}

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    """Round 1 closed; of hand 1 best play with coins is known."""
    day = make_day(slug="day")
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    all_values(day)
    keep_line(day, 1, Denomination.OROS, 48)
    return day


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Late:
    late = Late()
    monkeypatch.setattr(module, "positions", Positions(late))
    return late


def replay(live_server: LiveServer, query: str = "?trump=O") -> str:
    return f"{live_server.url}/c/day/hands/1/replay/{query}"


def test_from_the_hand_sheet_to_the_last_card(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    page.set_viewport_size(TABLET)
    page.goto(f"{live_server.url}/c/day/hands/1/")
    for pair in page.locator(".hand-sheet .pair").all():
        box = pair.bounding_box()
        assert box is not None
        assert box["width"] >= 9 * 16  # room for words, beside what the analysis adds
    page.get_by_role("link", name="coins", exact=True).click()
    expect(page.get_by_role("heading", name="Replay of hand 1")).to_be_visible()
    page.evaluate("window.isTheSamePage = true")
    page.get_by_role("link", name="Show what each card is worth").click()
    expect(page.locator(".card-value").first).to_contain_text("40")
    for count in range(1, 5):
        page.get_by_role("link", name="Best card").click()
        expect(page).to_have_url(re.compile(rf"plays=(..){{{count}}}(&|$)"))
    expect(page.locator(".trick-list tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator(".trick-list tbody tr")).to_have_count(0)
    expect(page.locator(".trick-card")).to_have_count(3)
    page.get_by_role("link", name="End", exact=True).click()
    expect(page.get_by_text("The hand is over.")).to_be_visible()
    expect(page.locator(".trick-list tbody tr")).to_have_count(12)
    page.locator(".trick-list").get_by_role("link", name="3", exact=True).click()
    expect(page.locator(".trick-list tbody tr")).to_have_count(3)
    assert page.evaluate("window.isTheSamePage")  # only a part of it was ever fetched
    page.go_back()
    expect(page.get_by_text("The hand is over.")).to_be_visible()


def test_by_keys_alone(page: Page, live_server: LiveServer, day: Day) -> None:
    page.goto(replay(live_server))
    expect(page.locator(".trick-card")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".trick-card")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".trick-card")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".trick-card")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.get_by_text("The hand is over.")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator(".trick-card")).to_have_count(0)
    page.keyboard.press("v")
    expect(page.locator(".card-value").first).to_be_visible()
    card = page.locator(".play-card").first
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".trick-card")).to_have_count(1)
    # The card has gone; what could be played next has the focus.
    expect(page.locator("#replay :focus")).to_have_count(1)


def test_what_takes_longer_comes_by_itself(
    page: Page, live_server: LiveServer, day: Day, late: Late
) -> None:
    page.goto(replay(live_server, "?trump=C&values=1"))
    expect(page.get_by_text("Still computing")).to_be_visible()
    expect(page.locator(".play-card")).to_have_count(0)
    late.may_answer.set()
    expect(page.locator(".card-value").first).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Still computing")).to_have_count(0)


def test_without_javascript_it_is_links(
    browser: Browser, live_server: LiveServer, day: Day
) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(replay(live_server))
    page.get_by_role("link", name="Best card").click()
    expect(page.locator(".trick-card")).to_have_count(1)
    page.locator(".play-card").first.click()
    expect(page.locator(".trick-card")).to_have_count(2)
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator(".trick-card")).to_have_count(1)
    context.close()


def test_nothing_that_axe_finds_and_nothing_a_phone_has_to_scroll(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    faults = []
    page.goto(f"{live_server.url}/c/day/hands/1/")
    faults += faults_of(page, "hand sheet")
    page.goto(replay(live_server, "?trump=O&values=1"))
    faults += faults_of(page, "replay with values")
    page.get_by_role("link", name="End", exact=True).click()
    expect(page.locator(".trick-list tbody tr")).to_have_count(12)
    faults += faults_of(page, "replay, over")
    assert not faults
    page.set_viewport_size(PHONE)
    buttons = page.locator(".replay-controls").bounding_box()
    assert buttons is not None
    assert buttons["y"] + buttons["height"] < 2 * PHONE["height"]  # above the hands
