"""The countdown in a real browser: by the server's clock, and what it says at the end."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournament.day import Day, make_day
from tournament.models import Round
from tournament.rounds.services.clock import extend_clock

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    day = make_day(slug="day")
    day.open(1)
    return day


def let_it_end(day: Day, **time: float) -> datetime:
    """Let the countdown of round 1 reach zero so long after now."""
    until = timezone.now() + timedelta(**time)
    Round.objects.filter(pk=day.round(1).pk).update(ends_at=until, seconds_left=None)
    return until


def seconds(text: str) -> int:
    minutes, rest = text.split(":")
    return 60 * int(minutes) + int(rest)


def test_at_zero_it_says_so_and_nothing_moves(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    let_it_end(day, seconds=4)
    page.goto(f"{live_server.url}/c/day/")
    line, over = page.locator(".day-lines li"), page.get_by_text("Time is up")
    left = page.locator("[data-left]")
    expect(left).to_be_visible()
    expect(over).to_be_hidden()
    before = line.bounding_box()
    expect(over).to_be_visible(timeout=9000)
    expect(left).to_be_hidden()
    assert line.bounding_box() == before


@pytest.mark.parametrize("wrong_by", [timedelta(hours=-3), timedelta(hours=2)])
def test_it_goes_by_the_servers_clock(
    page: Page, live_server: LiveServer, day: Day, wrong_by: timedelta
) -> None:
    until = let_it_end(day, minutes=20)
    page.clock.install(time=timezone.now() + wrong_by)
    with page.expect_response(lambda answer: answer.request.method == "HEAD"):
        page.goto(f"{live_server.url}/c/day/pairings/1/?wall=1")
    page.evaluate(
        "fetch(location.href, { method: 'HEAD' }).then(() => null)"
    )  # it has heard by then
    page.clock.run_for(2_000)
    shown = seconds(page.locator("[data-left]").inner_text())
    really = (until - timezone.now()).total_seconds()
    assert abs(shown - really) < 30  # however slow this machine is
    page.clock.run_for(60_000)
    assert shown - seconds(page.locator("[data-left]").inner_text()) in range(59, 75)


def test_who_wishes_for_less_motion_sees_it_move_every_ten_seconds(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    let_it_end(day, minutes=20)
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    page.goto(f"{live_server.url}/c/day/")
    seen = set()
    for _ in range(21):
        page.clock.run_for(1_000)
        seen.add(seconds(page.locator("[data-left]").inner_text()))
    assert len(seen) in {2, 3, 4}
    assert {one % 10 for one in seen} == {0}


def test_minutes_that_a_referee_adds_come_by_themselves(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    """The part that brings them may have been made for another visitor a while ago."""
    let_it_end(day, minutes=10)
    page.goto(f"{live_server.url}/c/day/")
    left = page.locator("[data-left]")
    assert seconds(left.inner_text()) <= 600 + 1  # an answer's date has no parts of a second
    extend_clock(actor=day.acting, round=day.round(1), minutes=20)
    expect(left).to_contain_text("29:", timeout=9000)
