"""The wall in a real browser: it follows the desk, and its own keys after that."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.benchmarks.large import large_championship
from tests.tournament.day import Day, make_day
from tests.tournament.factories import make_user
from tournament.core.actor import Actor
from tournament.models import Championship, Wall
from tournament.rounds.services.lifecycle import close_round
from tournament.wall.services import (
    choose_shown,
    hold_screen,
    let_wall_go_on,
    pause_wall,
    take_message_down,
    tell_hall,
)

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]
REFRESH = 8_000


def test_it_follows_the_desk_without_a_reload(page: Page, live_server: LiveServer) -> None:
    large_championship(34, 2)
    of: dict[str, Any] = {
        "actor": Actor.of_user(make_user("referee")),
        "championship": Championship.objects.get(),
    }
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{live_server.url}/c/large/wall/")
    page.evaluate("window.notReloaded = true")
    first = page.locator('[data-key="standings-1"]')
    second = page.locator('[data-key="standings-2"]')
    expect(first).to_be_visible()
    hold_screen(**of, screen="standings-2")
    expect(second).to_be_visible(timeout=REFRESH)
    expect(first).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.locator("svg.rank-lines")).to_be_visible()
    pause_wall(**of)
    expect(page.get_by_role("status")).to_have_text("Paused", timeout=REFRESH)
    expect(page.locator("svg.rank-lines")).to_be_visible()
    let_wall_go_on(**of)
    expect(page.locator(".wall-paused")).to_be_empty(timeout=REFRESH)
    choose_shown(**of, shows=[Wall.Shows.STANDINGS])
    expect(page.locator("svg.rank-lines")).to_have_count(0, timeout=REFRESH)
    assert page.evaluate("window.notReloaded")


def test_a_message_comes_and_leaves_by_itself(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    of: dict[str, Any] = {"actor": day.acting, "championship": day.championship}
    page.goto(f"{live_server.url}/c/day/wall/")
    tell_hall(**of, message="Lunch at two", minutes=1)
    message = page.get_by_text("Lunch at two")
    expect(message).to_be_visible(timeout=REFRESH)
    take_message_down(**of)
    expect(message).to_have_count(0, timeout=REFRESH)
    tell_hall(**of, message="Back in a minute", minutes=1)
    message = page.get_by_text("Back in a minute")
    expect(message).to_be_visible(timeout=REFRESH)
    page.clock.install()
    page.clock.run_for(70_000)
    expect(message).to_be_hidden()


@pytest.fixture
def day() -> Day:
    return make_day()


def test_names_in_two_columns_are_not_cut(page: Page, live_server: LiveServer) -> None:
    day = make_day(contestants=16)
    people = ["Concepció Puigdemont", "Ferran Noguera", "Àngels Rius", "Pau Vidal"]
    for number, pair in enumerate(day.contestants):
        for position in (1, 2):
            name = people[(number + position * (number % 3)) % len(people)]
            pair.players.filter(position=position).update(name=name)
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{live_server.url}/c/day/wall/")
    names = page.locator(".wall-standings .name:visible")
    expect(names).to_have_count(16)
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    assert page.locator(".wall-name").evaluate_all(cut) == []
    shown = [" ".join(text.split()) for text in names.all_inner_texts()]
    assert "C. Puigdemont – F. Noguera" in shown or "C. Puigdemont – C. Puigdemont" in shown
    assert any(text in ("Pau Vidal – Pau Vidal", "Àngels Rius – Pau Vidal") for text in shown), (
        shown
    )
