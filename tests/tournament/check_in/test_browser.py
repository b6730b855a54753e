"""Pairs are checked in by somebody with a quick hand, in a real browser."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournament.day import make_day
from tests.tournament.results.test_browser import log_in

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


def test_a_double_click_does_not_check_in_whoever_has_moved_up(
    page: Page, live_server: LiveServer
) -> None:
    day = make_day()
    page.add_init_script("window.isQuick = true")
    log_in(page, live_server, day.referee)
    page.goto(f"{live_server.url}/c/{day.slug}/manage/check-in/?show=absent")
    here = page.locator("[id^=here-]")
    everybody = here.count()
    place = here.first.bounding_box()
    assert place
    at = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.click(*at)
    expect(here).to_have_count(everybody - 1)
    page.mouse.click(*at)
    page.wait_for_load_state("networkidle")
    assert day.championship.contestants.filter(here=True).count() == 1
