"""Finding one's way: how high the page's head is, what stands above the fold, menus, the search."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import PHONE
from tests.e2e.page_head import WIDE, low_content
from tests.e2e.test_accessibility import MIDDLE, cookie, house_in, pages
from tests.tournament.day import Day, make_day
from tests.tournament.visitors import Visitors, Who
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

FOLD = 720


def log_in(page: Page, live_server: LiveServer, day: Day, user: str = "organiser") -> None:
    account = {"organiser": day.organiser, "referee": day.referee}[user]
    who = {"organiser": Who.ORGANISER, "referee": Who.REFEREE}[user]
    cookie(page, live_server, "sessionid", Visitors({who: account}).session(who))
    cookie(page, live_server, "logged-in", "1")


def bottom(locator: Locator) -> float:
    """How far down the page an element ends, in pixels."""
    return float(locator.evaluate("one => one.getBoundingClientRect().bottom + window.scrollY"))


def test_content_begins_high_for_everybody(page: Page, live_server: LiveServer) -> None:
    """On every page that anybody may open; test_accessibility looks at those of whoever may open
    all of them."""
    house = house_in(MIDDLE)
    cookie(page, live_server, "django_language", "ca")
    low = []
    for url in pages(house, MIDDLE, who=Who.ANONYMOUS):
        page.goto(f"{live_server.url}{url}", wait_until="domcontentloaded")
        low += low_content(page, url)
    assert not low, "\n".join(low)


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_the_bar_is_one_line(page: Page, live_server: LiveServer, language: str) -> None:
    day = make_day()
    day.open(1)
    day.enter_at_table(1, 1, 1, 72)
    log_in(page, live_server, day)
    cookie(page, live_server, "django_language", language)
    page.set_viewport_size(WIDE)
    page.goto(f"{live_server.url}/c/day/")
    expect(page.locator(".day-waiting")).to_be_visible()
    assert page.locator(".manage-bar").evaluate("one => one.offsetHeight") < 40
    assert page.locator(".section-header").evaluate("one => one.offsetHeight") < 40


class TestAboveTheFold:
    """On a laptop of 1280 × 720, which is the size of `page`."""

    def test_storing_a_result(self, page: Page, live_server: LiveServer) -> None:
        day = make_day()
        day.open(1)
        log_in(page, live_server, day)
        for deal in (1, 2):
            page.goto(f"{live_server.url}/c/day/manage/rounds/1/tables/1/hands/{deal}/")
            assert bottom(page.get_by_role("button", name="Save")) <= FOLD
            day.enter(1, 1, deal, 40)

    def test_the_desk(self, page: Page, live_server: LiveServer) -> None:
        day = make_day(contestants=14)
        day.open(1)
        log_in(page, live_server, day)
        page.goto(f"{live_server.url}/c/day/manage/desk/1/")
        assert bottom(page.get_by_label("Enter the slip of table")) <= FOLD
        assert bottom(page.locator("#close-round")) <= FOLD
        assert bottom(page.locator(".tile").nth(5)) <= FOLD

    @pytest.mark.parametrize("size", [None, PHONE], ids=["laptop", "phone"])
    def test_finding_ones_name_among_41_rounds(
        self, page: Page, live_server: LiveServer, size: ViewportSize | None
    ) -> None:
        make_day(contestants=42)
        if size:
            page.set_viewport_size(size)
        page.goto(f"{live_server.url}/c/day/pairings/41/")
        assert bottom(page.get_by_label("Find your name")) <= FOLD

    def test_twelve_pairs_of_the_standings(self, page: Page, live_server: LiveServer) -> None:
        day = make_day(contestants=14)
        day.championship.contestants.update(club="Ateneu de Valls")
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        page.set_viewport_size(WIDE)
        page.goto(f"{live_server.url}/c/day/standings/")
        assert bottom(page.locator(".standings tbody tr").nth(11)) <= WIDE["height"]


@pytest.fixture
def day() -> Day:
    day = make_day(slug="day")
    day.open(1)
    return day


class TestMenus:
    def test_open_and_close_by_keyboard_one_at_a_time(
        self, page: Page, live_server: LiveServer, day: Day
    ) -> None:
        log_in(page, live_server, day)
        page.goto(f"{live_server.url}/c/day/manage/")
        prepare, play = (page.locator("summary", has_text=one) for one in ("Prepare", "Play"))
        prepare.press("Enter")
        expect(page.get_by_role("link", name="People", exact=True)).to_be_visible()
        prepare.press("Escape")
        expect(page.locator("details[data-menu][open]")).to_have_count(0)
        expect(prepare).to_be_focused()
        prepare.press("Enter")
        play.press("Enter")
        expect(page.locator("details[data-menu][open]")).to_have_count(1)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("/manage/check-in/$"))
        expect(play).to_have_attribute("aria-current", "true")

    def test_work_without_a_script(
        self, browser: Browser, live_server: LiveServer, day: Day
    ) -> None:
        with browser.new_context(java_script_enabled=False) as context:
            page = context.new_page()
            log_in(page, live_server, day)
            page.goto(f"{live_server.url}/c/day/")
            page.locator("summary", has_text="Prepare").click()
            page.get_by_role("link", name="People", exact=True).click()
            expect(page).to_have_url(re.compile("/manage/people/$"))
            page.locator("[name=q]").fill("marçal 3")
            page.locator("[name=q]").press("Enter")
            expect(page.get_by_role("link", name="Pair 3")).to_be_visible()

    def test_lie_under_the_thumb_on_a_phone(
        self, page: Page, live_server: LiveServer, day: Day
    ) -> None:
        log_in(page, live_server, day)
        page.set_viewport_size(PHONE)
        page.goto(f"{live_server.url}/c/day/standings/")
        bar = page.locator(".manage-bar")
        assert bottom(bar) == PHONE["height"]
        for language in ("ca", "es", "en"):
            cookie(page, live_server, "django_language", language)
            page.reload()
            for one in bar.locator(".manage-menus > li").all():
                expect(one).to_be_in_viewport(ratio=1)
        for name in ("What comes next", "Prepare", "Play", "Print", "Finish", "Round 1"):
            expect(bar.get_by_text(name, exact=False).first).to_be_in_viewport(ratio=1)
        page.locator("summary", has_text="Prepare").click()
        for name in ("Pairs", "Settings"):
            link = bar.get_by_role("link", name=name, exact=True)
            expect(link).to_be_in_viewport(ratio=1)
            assert link.evaluate("one => one.offsetHeight") >= 24


def test_the_current_link_is_in_view_on_a_phone(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    page.set_viewport_size(PHONE)
    for name in ("public:home", "standings:standings", "championships:rules", "deals:proof"):
        page.goto(live_server.url + reverse(name, args=["day"]))
        expect(page.locator(".section-nav [aria-current]")).to_be_in_viewport(ratio=1)
        assert page.evaluate("window.scrollY") == 0


def test_a_key_leads_to_the_search(page: Page, live_server: LiveServer, day: Day) -> None:
    page.goto(f"{live_server.url}/c/day/standings/")
    page.keyboard.press("/")
    field = page.get_by_role("searchbox", name="Search the championship")
    expect(field).to_be_focused()
    expect(page.locator(".site-search kbd")).to_be_hidden()  # the field's own button stands there
    page.keyboard.type("a/b")
    expect(field).to_have_value("a/b")
    field.fill("nuria 2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Search: nuria 2")
    page.locator("main").press("/")
    expect(page.locator("#q")).to_be_focused()
    page.get_by_role("link", name="Pair 2 Àngels 2 – Marçal 2").click()
    assert urlsplit(page.url).path == "/c/day/pairs/2/"


def test_the_day_moves_on_in_the_bar(page: Page, live_server: LiveServer, day: Day) -> None:
    log_in(page, live_server, day, "referee")
    page.goto(f"{live_server.url}/c/day/")
    line = page.locator("#day-now")
    expect(line).to_contain_text("0/8")
    day.enter_at_table(1, 1, 1, 72)
    expect(line).to_contain_text("1/8", timeout=9000)
    expect(line).to_contain_text("1 waiting")


def test_languages_and_account_are_behind_a_button_on_a_phone(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/c/day/")
    catalan = page.locator('.languages button[value="ca"]')
    expect(catalan).to_be_hidden()
    page.get_by_role("button", name="Language, colours, account").click()
    expect(page.get_by_role("link", name="Log in")).to_be_in_viewport(ratio=1)
    catalan.click()
    expect(page.locator("html")).to_have_attribute("lang", "ca")
