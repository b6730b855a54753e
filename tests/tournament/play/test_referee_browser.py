"""What referees do while phones play, seen on the phones, from a tablet's width to a laptop's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from scoring.game.seats import Seat, Side
from tests.e2e.accessibility import faults_of
from tests.tournament.contestants.attendance import withdraw
from tests.tournament.day import Day
from tests.tournament.play.four_phones import bots_act, do, hand_at, phones_day, sit
from tests.tournament.play.test_browser import CHOICES, NAMES, four_contexts, recorded, sit_down
from tournament.models import Match, PlayAct, Result, SeatTaken
from tournament.play.services.acts import end_hand
from tournament.play.services.tables import exchange_seats

TABLET: ViewportSize = {"width": 768, "height": 1024}
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
RIGHT = "It is right"

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    return phones_day()


@pytest.fixture
def contexts(browser: Browser) -> Iterator[dict[Seat, BrowserContext]]:
    with four_contexts(
        browser,
        lambda seat: {
            "viewport": TABLET if seat.side is Side.NS else LAPTOP,
            "reduced_motion": "reduce",
        },
    ) as made:
        yield made


def act_once(match: Match, pages: dict[Seat, Page]) -> None:
    """Let whoever's turn it is do the first thing offered."""
    page = pages[hand_at(match).table.public.turn[0]]
    before = PlayAct.objects.count()
    page.wait_for_function("() => performance.now() > (window.clicked ?? -Infinity) + 500")
    page.locator(CHOICES).first.click()
    page.evaluate("window.clicked = performance.now()")
    for _try in range(80):
        if PlayAct.objects.count() > before:
            return
        page.wait_for_timeout(100)
    raise AssertionError("the act did not arrive")


def agree(pages: dict[Seat, Page]) -> None:
    for seat in (Seat.N, Seat.E):
        pages[seat].get_by_role("button", name=RIGHT).click()
        expect(pages[seat].get_by_role("button", name=RIGHT)).to_have_count(0)


def test_two_hands_with_a_claim_changed_seats_and_an_award(
    contexts: dict[Seat, BrowserContext], live_server: LiveServer, day: Day
) -> None:
    match = day.match(1, 1)
    pages = {seat: sit_down(contexts[seat], live_server, match, seat) for seat in Seat}
    claim(match, pages)
    change_seats(day, match, pages)
    agree(pages)
    assert Result.objects.get(deal=1).confirmations.get().by == "EW"
    award(day, match, pages)


def claim(match: Match, pages: dict[Seat, Page]) -> None:
    """In hand 1 whoever leads the third trick claims the rest, and both opponents accept."""
    while (cards := len(hand_at(match).table.public.played)) < 8:
        act_once(match, pages)
        if cards == 5:
            look_at(pages)
    claimer = hand_at(match).table.public.turn[0]
    pages[claimer].get_by_text("The others are mine").click()
    pages[claimer].get_by_role("button", name="Claim all tricks").click()
    for seat in (claimer.left, claimer.right):
        expect(pages[seat].locator("#play")).to_contain_text(f"The cards of {NAMES[claimer]}")
        pages[seat].get_by_role("button", name="Accept").click()
    expect(pages[claimer].get_by_role("button", name=RIGHT)).to_be_visible()
    recorded(1)
    kinds = list(PlayAct.objects.filter(hand__deal=1).values_list("kind", flat=True))
    assert kinds[-3:] == ["claim", "accept", "accept"]


def look_at(pages: dict[Seat, Page]) -> None:
    """In the middle of a trick."""
    for seat, page in pages.items():
        width = page.viewport_size["width"]  # type: ignore[index]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("#play .practice-hand").is_visible()
        assert not faults_of(page, f"playing {seat}")


def change_seats(day: Day, match: Match, pages: dict[Seat, Page]) -> None:
    """The phones of N–S change places: each is told so, and finds its new seat."""
    exchange_seats(actor=day.acting, match=match, side=Side.NS, reason="wrong chairs")
    for seat in (Seat.N, Seat.S):
        expect(pages[seat].get_by_role("alert")).to_contain_text("hold this seat any more")
        expect(pages[seat].locator(".drawn-card")).to_have_count(0)
        pages[seat].get_by_role("link", name="Sit down again").click()
    pages[Seat.N].get_by_role("link", name="Go on as South").click()
    pages[Seat.S].get_by_role("link", name="Go on as North").click()
    pages[Seat.N], pages[Seat.S] = pages[Seat.S], pages[Seat.N]
    assert SeatTaken.objects.filter(match=match, freed_at=None).count() == 4
    for seat in (Seat.N, Seat.S):
        expect(pages[seat].get_by_role("button", name=RIGHT)).to_be_visible()


def award(day: Day, match: Match, pages: dict[Seat, Page]) -> None:
    """Time is up in hand 2: a referee gives N–S 40 points, which both sides say are right."""
    expect(pages[Seat.W].locator("#play")).to_contain_text("Hand 2")
    while len(hand_at(match).table.public.played) < 6:
        act_once(match, pages)
    acts = hand_at(match).table.public.number
    end_hand(actor=day.acting, match=match, deal=2, reason="time", ns_points=40, acts=acts)
    for page in pages.values():
        expect(page.locator("#play")).to_contain_text("40")
        expect(page.locator(".practice-hand")).to_have_count(0)
    agree(pages)
    expect(pages[Seat.S].locator("#play")).to_contain_text("Hand 3")
    result = Result.objects.get(deal=2)
    assert (result.ns_points, result.confirmations.get().by) == (40, "EW")


def test_a_cancelled_match_leaves_no_card_on_a_phone(
    contexts: dict[Seat, BrowserContext], live_server: LiveServer, day: Day
) -> None:
    match = day.match(1, 1)
    page = sit_down(contexts[Seat.N], live_server, match, Seat.N)
    sit(match, Seat.W, Seat.S, Seat.E)
    expect(page.locator("#play .practice-own")).to_be_visible()
    withdraw(day.championship, match.pairs.ew.number, 1)
    expect(page.get_by_role("alert")).to_contain_text("it was cancelled. Ask a referee.")
    expect(page.locator(".drawn-card")).to_have_count(0)
    expect(page.locator("#play, .play-side").get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("link", name="Sit down again")).to_be_hidden()
    page.get_by_role("link", name="Your page").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


MOVING = """
() => [...document.querySelectorAll("*")].filter((one) => {
  const style = getComputedStyle(one);
  const lasts = (times) => times.split(",").some((time) => parseFloat(time) > 0);
  return lasts(style.transitionDuration) || lasts(style.animationDuration)
    || style.scrollBehavior === "smooth";
}).map((one) => one.outerHTML.slice(0, 90)).concat(
  document.getAnimations().map((one) => String(one.animationName)))
"""


def test_nothing_moves_for_whoever_wants_no_motion(
    contexts: dict[Seat, BrowserContext], live_server: LiveServer, day: Day
) -> None:
    """Neither while cards are played, nor on the pages around them."""
    match = day.match(1, 1)
    page = sit_down(contexts[Seat.N], live_server, match, Seat.N)
    sit(match, Seat.W, Seat.S, Seat.E)
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(MOVING), "it finds what moves for others"
    page.emulate_media(reduced_motion="reduce")
    for path in ("", "/c/day/", "/c/day/pairings/", "/c/day/wall/", "/friendly/", "/guide/"):
        around = contexts[Seat.N].new_page()
        around.goto(live_server.url + path)
        assert around.evaluate(MOVING) == [], path
        around.close()
    while len(hand_at(match).table.public.played) < 6:
        if hand_at(match).table.public.turn[0] is Seat.N:
            act_once(match, {Seat.N: page})
        else:
            do(match, bots_act(hand_at(match).table))
        assert page.evaluate(MOVING) == []
