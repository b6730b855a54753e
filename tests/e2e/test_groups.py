"""Groups in a browser: the page that draws them, and their standings side by side."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import faults_of
from tests.tournament.day import Day
from tests.tournament.factories import (
    add_contestants,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
)
from tests.tournament.finals.playing import game_points, manage, play_round
from tournament.core.stages import stages_of
from tournament.models import Wall
from tournament.stages.games import GAME_ALL_PLAY_ALL
from tournament.wall.services import choose_shown

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


def looked_at(page: Page, width: int, name: str) -> None:
    """Nothing sticks out, and nothing keeps anybody from reading it."""
    # A look for faults leaves the page in another size.
    page.set_viewport_size({"width": width, "height": 768})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
    assert list(faults_of(page, page.url)) == []


def on_one_screen(page: Page, address: str) -> None:
    """The pairings of all groups stand beside and below one another, and nothing is cut off."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(address)
    groups = page.locator(".wall-group").all_inner_texts()
    assert groups == ["Group A", "Group B", "Group C", "Group D"]
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    page.set_viewport_size({"width": 1366, "height": 768})


PAGES = {
    "standings": "standings/",
    "pair": "pairs/1/",
    "course": "standings/course/",
    "wall": "wall/",
    "add": "manage/stages/add/?format=knockout-101&name=F&each=2&others=0&carry=nothing",
}


@pytest.fixture
def pages(browser: Browser, live_server: LiveServer) -> Iterator[dict[int, Page]]:
    """A laptop and a phone, by their widths."""
    contexts = [
        (width, browser.new_context(viewport={"width": width, "height": 768}, locale="en"))
        for width in (1366, 360)
    ]
    yield {width: context.new_page() for width, context in contexts}
    for _width, context in contexts:
        context.close()


def test_the_pages_of_groups(live_server: LiveServer, pages: dict[int, Page]) -> None:
    championship = make_championship("Lligueta", format=GAME_ALL_PLAY_ALL)
    add_contestants(championship, 18)
    organiser = organiser_of(championship)
    client = english_client(organiser)
    slug = championship.slug
    address = f"{live_server.url}/c/{slug}"
    for page in pages.values():
        page.context.add_cookies(
            [
                {"name": name, "value": one.value, "url": live_server.url}
                for name, one in client.cookies.items()
            ]
        )
    page = pages[1366]
    page.goto(f"{address}/manage/groups/")
    looked_at(page, 1366, "none")
    page.locator("select[name=count]").select_option(label="2 groups of 5, 2 of 4")
    page.get_by_role("button", name="Draw the groups").click()
    page.get_by_text("The groups are drawn.").wait_for()
    for width, page in pages.items():
        page.goto(f"{address}/manage/groups/")
        page.get_by_text("Move pairs by hand").click()
        looked_at(page, width, "drawn")
    manage(client, slug, "schedule/make/")
    manage(client, slug, "schedule/publish/")
    (stage,) = stages_of(championship)
    day = Day(championship, stage, organiser, make_referee(championship), make_user())
    choose_shown(actor=day.acting, championship=championship, shows=[Wall.Shows.PAIRINGS])
    on_one_screen(pages[1366], f"{address}/wall/")
    choose_shown(actor=day.acting, championship=championship, shows=list(Wall.Shows))
    for number in range(1, 6):
        play_round(day, client, number, game_points)
    for width, page in pages.items():
        for name, path in PAGES.items():
            page.goto(f"{address}/{path}")
            looked_at(page, width, name)
    assert pages[1366].get_by_role("checkbox", checked=True).count() == 8
