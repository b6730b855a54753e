"""A bracket in a browser: it scrolls in its own box, and a phone says that a draw doesn't stand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import faults_of
from tests.tournament.games.cup import Cup

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cup(live_server: LiveServer) -> Cup:
    """Eleven pairs, whose first round is over."""
    cup = Cup(11)
    cup.play(1)
    return cup


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (360, "dark"), (1366, "light")])
def test_the_bracket_on_the_page(
    browser: Browser, live_server: LiveServer, cup: Cup, width: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 740},
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en",
    )
    page = context.new_page()
    page.goto(f"{live_server.url}/c/{cup.championship.slug}/standings/")
    drawing = page.locator("svg.bracket")
    expect(drawing).to_have_attribute("aria-label", "Bracket: Round of 16 to Final.")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = drawing.locator("xpath=..")
    overflows = box.evaluate("one => one.scrollWidth > one.clientWidth")
    assert overflows == (width < 1366), "four rounds have room on a laptop"
    box.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    expect(page.locator("svg.bracket text", has_text="Final").last).to_be_in_viewport()
    page.get_by_text("The same as a table").click()
    expect(page.locator(".bracket-table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert list(faults_of(page, page.url)) == []
    context.close()


def test_no_words_of_a_match_lie_on_each_other(
    browser: Browser, live_server: LiveServer, cup: Cup
) -> None:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en")
    page = context.new_page()
    page.goto(f"{live_server.url}/c/{cup.championship.slug}/standings/")
    touching = page.evaluate(
        """[...document.querySelectorAll('svg.bracket g')].filter(group => {
          const boxes = [...group.querySelectorAll('text')].map(one => one.getBoundingClientRect());
          return boxes.some((one, at) => boxes.slice(at + 1).some(other =>
            one.left < other.right && other.left < one.right
            && Math.abs(one.bottom - other.bottom) < 4));
        }).length"""
    )
    assert touching == 0
    context.close()
