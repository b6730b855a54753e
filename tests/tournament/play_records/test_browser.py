"""The rules desk in a real browser: a dispute from the first card to the changed standings, with a
mouse, with nothing but the keyboard, and without a script."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import faults_of
from tests.tournament.day import Day, make_day
from tests.tournament.play_records.played import dealt, line_of_play, rebuild
from tournament.models import AttachedPlay, PlayRecord, Result
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

WRONG = line_of_play(48, wrong_from=9)
PLACE = next(i for i, (one, other) in enumerate(zip(WRONG, line_of_play())) if one != other)
PLAYED = WRONG[: PLACE + 1]
SIDE = dealt().deal.seat_of(PLAYED[-1]).side.value
FINGER = 44


@pytest.fixture
def day() -> Day:
    """Six pairs; round 1 is closed and provisional."""
    day = make_day(contestants=6)
    day.championship.tables.filter(number=1).update(name="W" * 40)
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    return day


@pytest.fixture
def referee(day: Day, live_server: LiveServer) -> dict[str, str]:
    """The cookie of a referee who is logged in."""
    client = Client()
    client.force_login(day.referee)
    return {
        "name": "sessionid",
        "value": client.cookies["sessionid"].value,
        "url": live_server.url,
    }


def desk(day: Day, live_server: LiveServer) -> str:
    return f"{live_server.url}/c/{day.slug}/manage/rounds/1/tables/1/hands/1/play/"


def expect_cards(page: Page, count: int) -> None:
    """The desk says how many cards it has: the click before has been kept."""
    expect(page.locator(".tricks .played-card")).to_have_count(count)


def test_a_revoke_becomes_a_ruling(
    page: Page, live_server: LiveServer, day: Day, referee: dict[str, str]
) -> None:
    page.context.add_cookies([referee])  # type: ignore[list-item]
    page.set_viewport_size({"width": 1024, "height": 768})
    standings = f"{live_server.url}/c/{day.slug}/standings/"
    page.goto(standings)
    before = page.locator("main table").first.inner_text()
    page.goto(desk(day, live_server))
    page.locator("#trump-C").click()
    for count, card in enumerate(PLAYED, start=1):
        page.locator(f'.keypad button[value="{card}"]').click()
        expect_cards(page, count)
    expect(page.locator(".desk-keys").get_by_role("alert")).to_contain_text("played")
    expect(page.locator(".desk-faults h2")).to_contain_text("1 card against the rules")
    page.locator("#undo").click()
    expect_cards(page, len(PLAYED) - 1)
    expect(page.locator(".desk-faults h2")).to_contain_text("all by the rules")
    page.locator(f'.keypad button.key-illegal[value="{PLAYED[-1]}"]').click()
    expect_cards(page, len(PLAYED))
    faults = faults_of(page, "the rules desk")
    page.reload()  # the tablet fell
    expect_cards(page, len(PLAYED))
    page.locator("#rule-1").click()
    expect(page.get_by_label("What happened?")).to_have_value(re.compile("^Trick "))
    expect(page.get_by_label("rule-break")).to_be_checked()
    faults += faults_of(page, "the ruling filled in")
    page.get_by_role("button", name="Show what it does").click()
    faults += faults_of(page, "what it does")
    page.get_by_role("button", name="Make the ruling").click()
    expect(page.locator(".rulings tbody tr")).to_have_count(1)
    result = Result.objects.get(deal=1, match=day.match(1, 1), is_current=True)
    assert result.infraction == SIDE
    assert AttachedPlay.objects.get().result_id == result.pk
    page.get_by_role("link", name="Record of play").click()
    expect(page.locator(".desk-attached")).to_contain_text("nobody can change it")
    faults += faults_of(page, "what the ruling rests on")
    page.goto(standings)
    assert page.locator("main table").first.inner_text() != before
    assert not faults, "\n".join(faults)


def test_with_the_keyboard_alone(
    page: Page, live_server: LiveServer, day: Day, referee: dict[str, str]
) -> None:
    page.context.add_cookies([referee])  # type: ignore[list-item]
    page.goto(desk(day, live_server))

    def tab_to(selector: str) -> None:
        for _press in range(80):
            if page.evaluate("one => document.activeElement.matches(one)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} can't be reached")

    tab_to("#trump-C")
    page.keyboard.press("Enter")
    expect(page.locator(".keypad")).to_be_visible()
    tab_to("#typed")
    page.keyboard.type(" ".join(str(card).lower() for card in PLAYED[:-1]))
    page.keyboard.press("Enter")
    expect_cards(page, len(PLAYED) - 1)
    # The first legal card has the focus, so that the next one is near.
    expect(page.locator(".keypad .card-key:not(.key-illegal)").first).to_be_focused()
    page.locator("body").press("Shift+Tab")
    tab_to(f'.keypad button[value="{PLAYED[-1]}"]')
    page.keyboard.press("Enter")
    expect(page.locator(".desk-faults h2")).to_contain_text("1 card against the rules")
    tab_to("#rule-1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Show what it does")).to_be_visible()
    tab_to(".ruling-form button.btn-primary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What it does to the standings")).to_be_visible()
    tab_to(".ruling-confirm button.btn-primary")
    page.keyboard.press("Enter")
    expect(page.locator(".rulings tbody tr")).to_have_count(1)
    assert AttachedPlay.objects.count() == 1


def test_without_a_script(
    browser: Browser, live_server: LiveServer, day: Day, referee: dict[str, str]
) -> None:
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": 768, "height": 1024}
    )
    context.add_cookies([referee])  # type: ignore[list-item]
    page = context.new_page()
    page.goto(desk(day, live_server))
    page.locator("#trump-C").click()
    for card in PLAYED[:5]:
        page.locator(f'.keypad button[value="{card}"]').click()
    expect_cards(page, 5)
    page.locator(".tricks .played-card").nth(1).click()
    page.get_by_role("button", name="Remove the card").click()
    expect(page.locator(".left-over li")).not_to_have_count(0)
    page.locator("#undo").click()
    expect_cards(page, 5)
    page.get_by_text("Start over…").click()
    page.get_by_role("button", name="Yes, take all cards away").click()
    expect_cards(page, 0)
    page.locator("#undo").click()
    expect_cards(page, 5)
    page.get_by_role("link", name="Begin in the middle…").click()
    for seat in range(4):
        page.locator(".aside-hand").nth(seat).locator(".card-key").first.click()
    page.get_by_role("button", name="East", exact=True).click()
    page.get_by_role("link", name="On to trick 2").click()
    expect(page.locator(".desk-keys h2")).to_have_text("East plays to trick 2")
    assert PlayRecord.objects.latest("version").leader == "E"
    context.close()


@pytest.mark.parametrize("width", [360, 768, 1024])
def test_everything_is_as_large_as_a_finger(
    page: Page, live_server: LiveServer, day: Day, referee: dict[str, str], width: int
) -> None:
    rebuild(day, PLAYED)
    page.context.add_cookies([referee])  # type: ignore[list-item]
    page.set_viewport_size({"width": width, "height": 800})
    for query in ("", "?card=2", "?step=aside"):
        page.goto(desk(day, live_server) + query)
        small = page.evaluate(
            """least => [...document.querySelectorAll(
                 "#rules-desk button, #rules-desk a, #rules-desk input:not([type=hidden])")]
               .filter((one) => one.checkVisibility())
               .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
               .filter(([_, box]) => box.width < least - 0.5 || box.height < least - 0.5)
               .map(([html, box]) => `${html} ${box.width}×${box.height}`)""",
            FINGER,
        )
        assert not small, query
        assert not (faults := faults_of(page, f"the rules desk {query}")), faults
        page.set_viewport_size({"width": width, "height": 800})
