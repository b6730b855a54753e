"""Pages of a seat that hear of news, and what happens to them when they don't."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from scoring.game.seats import Seat, Side
from tests.e2e.accessibility import faults_of
from tests.e2e.table_phone import NEWS_UNDER_A_THUMB
from tests.tournament.day import Day
from tests.tournament.play.four_phones import again, bots_act, do, hand_at, pair_at, phones_day, sit
from tests.tournament.play.test_browser import (
    CHOICES,
    contexts,
    let_forced_cards_be_played,
    sit_down,
)
from tests.tournament.streams.process import StreamProcess, stream_process
from tournament.models import Match, PlayAct, PlayedWith, Result, SeatTaken
from tournament.play.services.acts import play_act
from tournament.play.services.seats import free_seat
from tournament.play.services.tables import choose_played_with
from tournament.referee_calls.queries import waiting_call
from tournament.referee_calls.services import call_referee, withdraw_call
from tournament.rounds.services.clock import extend_clock

__all__ = ["contexts"]

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

ASKED = """
window.asked = 0;
const before = window.fetch;
window.fetch = (...all) => { window.asked += 1; return before(...all); };
"""

SLEEP = """
(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


@pytest.fixture
def day() -> Day:
    return phones_day()


@pytest.fixture
def match(day: Day) -> Match:
    """A hand begins; the phones of W, S and E are the test's."""
    return day.match(1, 1)


@pytest.fixture
def streams(settings: Settings) -> Iterator[StreamProcess]:
    with stream_process() as process:
        settings.STREAM_PORT = process.port
        yield process


def seated(
    contexts: dict[Seat, BrowserContext], live_server: LiveServer, match: Match, seat: Seat
) -> Page:
    """The page of that seat; the test's phones hold the others."""
    contexts[seat].add_init_script(ASKED)
    page = sit_down(contexts[seat], live_server, match, seat)
    sit(match, *(one for one in Seat if one is not seat))
    return page


def others_play(match: Match, seat: Seat) -> None:
    """Until it is that seat's turn."""
    while hand_at(match).table.public.turn[0] is not seat:
        do(match, bots_act(hand_at(match).table))


def act(page: Page, match: Match, seat: Seat) -> None:
    """Tap the first choice, and wait until the site has it: the page locks its choices at once."""
    page.locator(CHOICES).first.tap()
    for _try in range(200):
        if hand_at(match).table.public.turn[0] is not seat:
            break
        page.wait_for_timeout(50)
    expect(page.locator(CHOICES)).to_have_count(0)


def asked_in(page: Page, milliseconds: int) -> int:
    """How often the page asks the site in that time."""
    before = page.evaluate("window.asked")
    page.wait_for_timeout(milliseconds)
    return int(page.evaluate("window.asked")) - int(before)


def quiet(page: Page) -> None:
    """Wait until the page asks only when it is told to."""
    for _try in range(30):
        if asked_in(page, 2500) == 0:
            return
    raise AssertionError("it asks again and again")


def test_news_are_heard_and_without_the_process_asked_for(
    contexts: dict[Seat, BrowserContext],
    live_server: LiveServer,
    match: Match,
    streams: StreamProcess,
) -> None:
    seat = hand_at(match).dealt.dealer.right
    page = seated(contexts, live_server, match, seat)
    quiet(page)
    others_play(match, seat)
    expect(page.locator(CHOICES).first).to_be_visible(timeout=8000)
    quiet(page)
    streams.kill()
    page.wait_for_function("before => window.asked > before + 2", arg=page.evaluate("asked"))
    act(page, match, seat)
    others_play(match, seat)
    expect(page.locator(CHOICES).first).to_be_visible()
    streams.start()
    quiet(page)
    act(page, match, seat)
    others_play(match, seat)
    expect(page.locator(CHOICES).first).to_be_visible(timeout=8000)


def test_two_tabs_and_back_show_one_table(
    contexts: dict[Seat, BrowserContext],
    live_server: LiveServer,
    day: Day,
    match: Match,
    streams: StreamProcess,
) -> None:
    """What is done in one tab shows in the other; who goes away and comes back is up to date."""
    seat = hand_at(match).dealt.dealer
    page = seated(contexts, live_server, match, seat)
    second = contexts[seat].new_page()
    second.goto(page.url)
    expect(second.locator(CHOICES).first).to_be_visible()
    quiet(second)
    page.locator(CHOICES).first.tap()
    expect(page.locator(CHOICES)).to_have_count(0)
    expect(second.locator(CHOICES)).to_have_count(0, timeout=2000)
    assert PlayAct.objects.count() == 1
    page.get_by_role("link", name="Your page").click()
    others_play(match, seat)
    page.go_back()
    expect(page.locator(CHOICES).first).to_be_visible(timeout=8000)
    expect(second.locator(CHOICES).first).to_be_visible(timeout=8000)
    assert SeatTaken.objects.filter(match=match, seat=seat.value).count() == 1
    extend_clock(actor=day.acting, round=day.round(1), minutes=20)
    left = second.locator("[data-left]")
    expect(left).to_have_count(1, timeout=8000)
    shown = left.inner_text()
    expect(left).not_to_have_text(shown)
    free_seat(actor=day.acting, match=match, seat=seat)
    for one in (page, second):
        expect(one.get_by_role("alert")).to_contain_text("Sit down again, or ask a referee")
        expect(one.locator("#play, .play-side").get_by_role("button")).to_have_count(0)
        expect(one.locator(".drawn-card")).to_have_count(0)
        assert not faults_of(one, "a lost seat")
    page.get_by_role("link", name="Sit down again").click()
    page.get_by_role("button", name="Sit").first.click()
    expect(page.locator("#play .practice-hand .drawn-card")).to_have_count(12)


def test_a_phone_that_wakes_asks_at_once(
    contexts: dict[Seat, BrowserContext],
    live_server: LiveServer,
    match: Match,
    streams: StreamProcess,
) -> None:
    """The phone's network was another one, or it slept with its page hidden, and it heard
    nothing."""
    seat = hand_at(match).dealt.dealer.right
    page = seated(contexts, live_server, match, seat)
    quiet(page)
    contexts[seat].set_offline(True)
    others_play(match, seat)
    page.wait_for_timeout(500)
    assert page.locator(CHOICES).count() == 0
    contexts[seat].set_offline(False)
    expect(page.locator(CHOICES).first).to_be_visible(timeout=8000)
    quiet(page)
    page.evaluate(SLEEP, True)
    act(page, match, seat)
    others_play(match, seat)
    page.wait_for_timeout(500)
    assert page.locator(CHOICES).count() == 0
    page.evaluate(SLEEP, False)
    expect(page.locator(CHOICES).first).to_be_visible(timeout=8000)


def test_a_result_counts_by_itself_after_the_time_that_is_set(
    contexts: dict[Seat, BrowserContext], live_server: LiveServer, day: Day, match: Match
) -> None:
    """Not while the table calls a referee."""
    choose_played_with(
        actor=day.acting_organiser,
        stage=day.stage,
        played_with=PlayedWith.PHONES,
        agree_after=300,
    )
    page = seated(contexts, live_server, match, Seat.N)
    finish_hand(match)
    page.clock.install()
    page.reload()
    expect(page.get_by_role("button", name="It is right")).to_be_visible()
    page.clock.fast_forward("04:00")
    assert not Result.objects.exists()
    call_referee(actor=pair_at(match, Seat.W), match=again(match), side=Side.EW)
    page.clock.fast_forward("00:13")
    expect(page.locator("#play")).to_contain_text("called the referee")
    page.clock.fast_forward("10:00")
    assert not Result.objects.exists()
    withdraw_call(actor=pair_at(match, Seat.W), call=waiting_call(match))
    page.clock.fast_forward("00:13")
    expect(page.locator("#play")).not_to_contain_text("called the referee")
    page.clock.fast_forward("05:01")
    expect(page.locator("#play")).to_contain_text("Waiting for your opponents")
    assert Result.objects.get().entered_side == "NS"


def finish_hand(match: Match) -> None:
    """Let the hand be played to its end, by the phone of North as well."""
    while hand_at(match).table.public.turn:
        act_at(match)


def act_at(match: Match) -> None:
    """Let whoever's turn it is act as a bot does, North with the phone of its page."""
    act = bots_act(hand_at(match).table)
    if act.seat is not Seat.N:
        do(match, act)
        return
    play_act(
        actor=pair_at(match, Seat.N),
        match=match,
        deal=1,
        phone=SeatTaken.objects.get(match=match, seat="N", freed_at=None).phone,
        own_number=hand_at(match).next_number(Seat.N),
        act=act,
    )


def test_what_a_call_moves_under_a_thumb_is_not_announced(
    contexts: dict[Seat, BrowserContext], live_server: LiveServer, match: Match
) -> None:
    """The sentence that a referee was called comes above all that can be tapped."""
    seat = hand_at(match).dealt.dealer
    page = seated(contexts, live_server, match, seat)
    expect(page.get_by_role("button", name="botifarra")).to_be_visible()
    call_referee(actor=pair_at(match, seat.right), match=again(match), side=seat.right.side)
    botifarra = ".practice-choices li:nth-child(5) button"
    # Which suit comes there depends on the fonts.
    hit = page.evaluate(NEWS_UNDER_A_THUMB, [botifarra, ""])
    assert hit in {"coins", "cups", "swords", "batons"}
    expect(page.locator(CHOICES).first).to_be_enabled()
    assert not PlayAct.objects.exists()


def test_a_forced_card_comes_after_as_long_as_people_think(
    contexts: dict[Seat, BrowserContext], live_server: LiveServer, match: Match
) -> None:
    contexts[Seat.N].clock.install()
    page = seated(contexts, live_server, match, Seat.N)
    while (table := hand_at(match).table).public.turn[0] is not Seat.N or len(
        table.legal(Seat.N)
    ) != 1:
        act_at(match)
    page.reload()
    expect(page.locator("button.practice-card.is-legal")).to_have_count(1)
    mine = PlayAct.objects.filter(seat="N", kind="card")
    before = mine.count()
    let_forced_cards_be_played(page, mine)
    assert mine.count() == before + 1


def test_a_left_hander_has_the_cards_the_other_way_round(
    contexts: dict[Seat, BrowserContext], live_server: LiveServer, match: Match
) -> None:
    page = seated(contexts, live_server, match, hand_at(match).dealt.dealer)
    cards = page.locator(".practice-card")
    expect(cards).to_have_count(12)

    def runs() -> str:
        style = "getComputedStyle(document.querySelector('.practice-hand'))"
        return str(page.evaluate(f"{style}.direction"))

    def far_apart() -> float:
        first, sixth = (cards.nth(at).bounding_box() for at in (0, 5))
        assert first is not None
        assert sixth is not None
        return sixth["x"] - first["x"]

    assert runs() == "ltr"
    right = far_apart()
    switch = page.get_by_role("button", name="Left-handed")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert far_apart() == -right
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert runs() == "rtl"
    page.locator(CHOICES).first.focus()
    page.keyboard.press("ArrowLeft")
    second = page.locator("#play button[data-act]").nth(1)
    assert second.evaluate("one => one === document.activeElement")
    switch.tap()
    assert far_apart() == right
