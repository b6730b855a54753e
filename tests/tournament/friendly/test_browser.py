"""Two phones and two bots play a hand in real browsers; one leaves in the middle and returns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from scoring.game.seats import Seat
from tests.e2e.accessibility import faults_of
from tests.tournament.friendly.people import hand_at, new_table, next_act
from tests.tournament.play.test_browser import CHOICES, let_forced_cards_be_played, tap_twice
from tournament.friendly.kinds import Played
from tournament.friendly.services import deal_hand, play_act
from tournament.models import FriendlyAct, FriendlyHand, FriendlyPlace, FriendlyTable

PHONE: ViewportSize = {"width": 360, "height": 740}
NARROW: ViewportSize = {"width": 320, "height": 640}
MOST_TRIES = 400

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    made = [
        browser.new_context(viewport=size, locale="en", has_touch=True) for size in (PHONE, NARROW)
    ]
    yield made
    for context in made:
        context.close()


def act_once(pages: list[Page]) -> bool:
    """Let whoever is asked do the first thing offered; False where nobody is."""
    for page in pages:
        if page.locator(CHOICES).count():
            before = FriendlyAct.objects.count()
            tap_twice(page)
            for _try in range(50):
                if FriendlyAct.objects.count() > before:
                    return True
                page.wait_for_timeout(100)
            raise AssertionError("the act did not arrive")
    return False


def test_two_phones_and_two_bots(contexts: list[BrowserContext], live_server: LiveServer) -> None:
    ann, bob = (context.new_page() for context in contexts)
    ann.goto(live_server.url)
    ann.get_by_role("link", name="Friendly table").tap()
    expect(ann.get_by_role("button", name="Make a table")).to_be_visible()
    assert not faults_of(ann, "making a table")
    ann.get_by_role("button", name="Make a table").tap()
    expect(ann.get_by_role("button", name="Sit North")).to_be_visible()
    assert not faults_of(ann, "a table")
    ann.get_by_role("button", name="Sit North").tap()
    expect(ann.get_by_role("button", name="Deal the cards")).to_be_visible()
    # Bob has heard the code.
    code = FriendlyTable.objects.get().code
    FriendlyTable.objects.update(target=999)  # no hand ends the game
    bob.goto(f"{live_server.url}/friendly/")
    bob.get_by_label("Code of a table").fill(code.lower())
    bob.get_by_role("button", name="Go to this table").tap()
    bob.get_by_role("button", name="Sit South").tap()
    expect(bob.get_by_role("button", name="Deal the cards")).to_be_visible()
    assert bob.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    expect(ann.locator("#play")).to_contain_text("Bots play on 2 places")
    bob.get_by_role("button", name="Deal the cards").tap()
    expect(ann.locator("#play")).to_contain_text("Hand 1")
    left = False
    for _try in range(MOST_TRIES):
        if FriendlyHand.objects.exclude(points={}).exists():
            break
        if not act_once([ann, bob]):
            ann.wait_for_timeout(150)
        elif not left and FriendlyAct.objects.filter(kind="card").count() >= 16:
            left = True
            assert bob.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
            for page in (ann, bob):
                assert not faults_of(page, "playing")
            reads_in_large_text(bob, ".practice-seat, .practice-last li, .practice-facts > div")
            leave_and_come_back(bob)
    assert left
    for page in (ann, bob):
        expect(page.get_by_role("button", name="Deal the next hand")).to_be_visible()
    assert not faults_of(bob, "the result")
    reads_in_large_text(bob, ".play-result, .practice-last li")
    bob.get_by_role("link", name="Table, link and score").tap()
    expect(bob.get_by_role("link", name="Go on playing")).to_be_visible()
    reads_in_large_text(bob, ".friendly-places > li")
    bob.go_back()
    bob.get_by_role("button", name="Deal the next hand").tap()
    for page in (ann, bob):
        expect(page.locator("#play")).to_contain_text("Hand 2")
    assert FriendlyHand.objects.count() == 2


def reads_in_large_text(page: Page, parts: str) -> None:
    """With text twice as large nothing is wider than the narrowest phone, nor than its place."""
    page.set_viewport_size(NARROW)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    boxes = "[...document.querySelectorAll(parts)]"
    too_wide = "(one) => one.scrollWidth > one.clientWidth"
    told = ".map((one) => one.textContent.trim())"
    assert page.evaluate(f"(parts) => {boxes}.filter({too_wide}){told}", parts) == []
    page.evaluate("document.documentElement.style.fontSize = ''")


def leave_and_come_back(page: Page) -> None:
    page.get_by_text("Leave this place").tap()
    page.get_by_role("button", name="Let a bot play").tap()
    expect(page.get_by_text("A bot plays there now")).to_be_visible()
    page.get_by_role("button", name="Sit South").tap()
    expect(page.locator("#play .practice-hand")).to_be_visible()


def test_a_forced_card_is_played_for_whoever_wants_that(
    contexts: list[BrowserContext], live_server: LiveServer
) -> None:
    """The card is played only after a while: at once, it would tell that there was no choice."""
    table = new_table(Played.THREE)
    page = contexts[0].new_page()
    page.clock.install()
    page.goto(f"{live_server.url}/friendly/{table.code}/")
    page.get_by_role("button", name="Sit North").tap()
    expect(page.get_by_role("button", name="Deal the cards")).to_be_visible()
    phone = FriendlyPlace.objects.get(table=table).phone
    deal_hand(table=table, phone=phone, after=0)
    while len(hand_at(table).table.legal(Seat.N)) != 1:
        hand = hand_at(table)
        assert hand.table.public.ending is None, "the last card is forced"
        play_act(
            table=table,
            hand=hand.number,
            phone=phone,
            place=0,
            own_number=hand.next_number(Seat.N),
            act=next_act(hand),
        )
    page.reload()
    expect(page.locator("button.practice-card.is-legal")).to_have_count(1)
    let_forced_cards_be_played(page, FriendlyAct.objects.filter(seat="N", kind="card"))


def test_a_table_that_is_gone_leaves_no_card(
    contexts: list[BrowserContext], live_server: LiveServer
) -> None:
    table = new_table(Played.THREE)
    page = contexts[0].new_page()
    page.goto(f"{live_server.url}/friendly/{table.code}/")
    page.get_by_role("button", name="Sit North").tap()
    page.get_by_role("button", name="Deal the cards").tap()
    expect(page.locator("#play .practice-own")).to_be_visible()
    table.delete()
    expect(page.get_by_role("alert")).to_contain_text("This table is not there any more.")
    expect(page.locator(".drawn-card")).to_have_count(0)
    expect(page.get_by_role("link", name="Sit down again")).to_be_hidden()
