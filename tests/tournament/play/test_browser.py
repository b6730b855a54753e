"""Four phones in real browsers play a hand; one of them loses its network in the middle."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.models import QuerySet
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from scoring.game.seats import Seat
from tests.e2e.accessibility import faults_of
from tests.tournament.day import Day
from tests.tournament.links.addresses import link_address
from tests.tournament.play.four_phones import phones_day
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Action, AuditEvent, HandInPlay, Match, PlayAct, Result
from tournament.play.stored_acts import digest_of

PHONE: ViewportSize = {"width": 360, "height": 740}
NARROW: ViewportSize = {"width": 320, "height": 640}
NAMES = {Seat.N: "North", Seat.W: "West", Seat.S: "South", Seat.E: "East"}
THUMB = 44
MOST_ACTS = 70
CHOICES = "#play .practice-choices button:enabled, #play button.practice-card:enabled"
MIDDLE = """
(choices) => {
  const first = document.querySelector(choices);
  first.scrollIntoView({ block: "center", behavior: "instant" });
  const box = first.getBoundingClientRect();
  const cards = document.querySelectorAll("#play .practice-card").length;
  return [box.x + box.width / 2, box.y + box.height / 2, cards];
}
"""
FEW = 4
TWO_AT_ONCE = """
(choices) => {
  const found = [...document.querySelectorAll(choices)];
  for (const one of [found[0], found.at(-1)]) one.click();
}
"""

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    return phones_day()


@pytest.fixture
def contexts(browser: Browser) -> Iterator[dict[Seat, BrowserContext]]:
    with four_contexts(
        browser, lambda seat: {"viewport": NARROW if seat is Seat.N else PHONE, "has_touch": True}
    ) as made:
        yield made


@contextmanager
def four_contexts(
    browser: Browser, options: Callable[[Seat], dict[str, Any]]
) -> Iterator[dict[Seat, BrowserContext]]:
    """A browser for each of the four, in English, with what `options` says of it."""
    made = {seat: browser.new_context(locale="en", **options(seat)) for seat in Seat}
    yield made
    for context in made.values():
        context.close()


def sit_down(context: BrowserContext, live_server: LiveServer, match: Match, seat: Seat) -> Page:
    """Open the link of the pair and take the seat, as a player does."""
    page = context.new_page()
    pair = match.pairs[seat.side]
    place = Place(PlaceKind.PAIR, pair.number, pair.link_number)
    page.goto(live_server.url + link_address(match.round.championship, place))
    page.get_by_role("link", name="Play on this phone").click()
    page.get_by_role("button", name=f"Sit {NAMES[seat]}").click()
    expect(page.locator("#play")).to_be_visible()
    return page


def let_forced_cards_be_played(page: Page, own: QuerySet[Any]) -> None:
    """On a page with one legal card and a clock of its own: the card comes by itself, once that was
    asked for, after as long as people think. `own` are the cards that the seat has played."""
    before = own.count()
    page.clock.pause_at(time.time() + 3600)
    page.clock.run_for(6000)
    assert own.count() == before, "nobody asked for it"
    page.get_by_role("button", name="Play forced cards for me").tap()
    page.clock.run_for(1400)
    assert own.count() == before, "at once it would tell that there was no choice"
    page.clock.run_for(4000)
    for _try in range(100):
        if own.count() > before:
            break
        time.sleep(0.1)
    assert own.count() > before


def tap_twice(page: Page) -> None:
    """Tap what is offered first twice, as a clumsy thumb does, but for the last cards: where they
    lay is something else next. Not soon after the last tap, which would be part of a double one."""
    page.wait_for_function("() => performance.now() > (window.tapped ?? -Infinity) + 500")
    x, y, cards = page.evaluate(MIDDLE, CHOICES)
    for _tap in range(2 if cards > FEW else 1):
        page.touchscreen.tap(x, y)
    page.evaluate("window.tapped = performance.now()")


def act_once(pages: dict[Seat, Page]) -> bool:
    """Let whoever is asked do the first thing offered; False where nobody is."""
    for page in pages.values():
        if page.locator(CHOICES).count():
            before = PlayAct.objects.count()
            tap_twice(page)
            expect(page.locator("#play-error")).to_be_hidden()
            for _try in range(50):
                if (done := PlayAct.objects.count() - before) > 0:
                    assert done == 1, "the second tap did something"
                    return True
                page.wait_for_timeout(100)
            raise AssertionError("the act did not arrive")
    return False


def test_four_browsers_play_a_hand(
    contexts: dict[Seat, BrowserContext], live_server: LiveServer, day: Day
) -> None:
    match = day.match(1, 1)
    pages = {seat: sit_down(contexts[seat], live_server, match, seat) for seat in Seat}
    looked = False
    for count in range(MOST_ACTS * 12):
        if pages[Seat.N].get_by_role("button", name="It is right").count():
            break
        acted = act_once(pages)
        if not acted:
            pages[Seat.N].wait_for_timeout(150)
        if acted and not looked and PlayAct.objects.filter(kind="card").count() == 6:
            looked = True
            fits_a_thumb(pages[Seat.N])
            for seat, page in pages.items():
                assert not faults_of(page, f"playing {seat}")
        if acted and PlayAct.objects.filter(kind="card").count() == 12:
            play_two_at_once(pages)
        if acted and count and PlayAct.objects.filter(kind="card").count() == 20:
            lose_the_network(contexts, pages)
    assert looked
    pages[Seat.N].get_by_role("button", name="It is right").tap()
    expect(pages[Seat.N].locator("#play")).to_contain_text("Waiting for your opponents")
    pages[Seat.E].get_by_role("button", name="It is right").tap()
    for page in pages.values():
        expect(page.locator("#play")).to_contain_text("Hand 2")
    result = Result.objects.get(match=match, deal=1)
    assert result.entered_side == "NS"
    assert result.confirmations.get().by == "EW"
    recorded(1)


def recorded(deal: int) -> None:
    """The acts of a hand were recorded: their digest, worked out anew, is that of the event."""
    event = AuditEvent.objects.get(action=Action.HAND_PLAYED, deal=deal)
    hand = HandInPlay.objects.get(deal=deal)
    acts = list(hand.acts.order_by("number"))
    assert event.after == {"acts": len(acts), "digest": digest_of(hand, acts)}


def fits_a_thumb(page: Page) -> None:
    """On the narrowest phone nothing is wider than the screen, and each card can be hit."""
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    # Found and measured in one go: a poll may put new cards in place of these at any moment.
    sizes = page.evaluate(
        "[...document.querySelectorAll('.practice-card')]"
        ".map((one) => one.getBoundingClientRect())"
        ".map((box) => Math.min(box.width, box.height))"
    )
    assert sizes
    assert min(sizes) >= THUMB


def whose_turn(pages: dict[Seat, Page]) -> Seat:
    """Who is asked, as the pages show it."""
    for _try in range(50):
        seat = next((one for one, page in pages.items() if page.locator(CHOICES).count()), None)
        if seat is not None:
            return seat
        pages[Seat.N].wait_for_timeout(100)
    raise AssertionError("nobody is asked")


def play_two_at_once(pages: dict[Seat, Page]) -> None:
    """Two fingers lead two cards at the same moment: one is played."""
    page = pages[whose_turn(pages)]
    assert page.locator(CHOICES).count() > 1
    before = PlayAct.objects.count()
    page.evaluate(TWO_AT_ONCE, CHOICES)
    expect(page.locator(CHOICES)).to_have_count(0)
    expect(page.locator("#play-error")).to_be_hidden()
    assert PlayAct.objects.count() == before + 1


def lose_the_network(contexts: dict[Seat, BrowserContext], pages: dict[Seat, Page]) -> None:
    """Whoever's turn it is plays without a network: the card arrives once, when it is back."""
    seat = whose_turn(pages)
    before = PlayAct.objects.count()
    contexts[seat].set_offline(True)
    pages[seat].locator(CHOICES).first.tap()
    expect(pages[seat].locator("#play-waits")).to_be_visible()
    assert PlayAct.objects.count() == before
    contexts[seat].set_offline(False)
    expect(pages[seat].locator("#play-waits")).to_be_hidden()
    assert PlayAct.objects.count() == before + 1
