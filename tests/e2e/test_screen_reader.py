"""A walk with a screen reader over the entry, the standings and a pair's page, in reading order."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility_tree import in_order, walk
from tests.e2e.table_phone import TablePhone
from tests.e2e.test_navigation import log_in
from tests.tournament.day import Day, make_day
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

NAMED = ("link", "button", "textbox", "radio", "checkbox", "columnheader", "rowheader", "region")
"""What nobody can use without a name."""
ENTRY = "/c/day/manage/rounds/2/tables/1/hands/5/"


@pytest.fixture
def day() -> Day:
    """Four pairs; round 1 is closed, round 2 open."""
    day = make_day(slug="day")
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.open(2)
    return day


def nameless(said: list[str]) -> list[str]:
    return [one for one in said if one.split(" (")[0] in NAMED]


def test_standings(page: Page, live_server: LiveServer, day: Day) -> None:
    page.goto(f"{live_server.url}/c/day/standings/")
    said = walk(page)
    assert not nameless(said)
    assert not in_order(
        [
            "heading 1: Standings",
            "region: Standings",
            "table",
            "columnheader: Rank",
            "columnheader: Pair",
            "link: Àngels 2 – Marçal 2",
            "link: Àngels 4 – Marçal 4",
            "link: Àngels 1 – Marçal 1",
            "link: Àngels 3 – Marçal 3",
            "link: standings.csv",
        ],
        said,
    )
    rows = [one for one in said if one.startswith("rowheader")]
    assert len(rows) == len(day.contestants)


def test_entry_of_a_result(page: Page, live_server: LiveServer, day: Day) -> None:
    log_in(page, live_server, day)
    page.goto(live_server.url + ENTRY)
    said = walk(page)
    assert not nameless(said)
    assert not in_order(
        [
            "heading 1: Table 1, hand 5",
            "navigation: Hands of this table",
            "textbox: NS make trumps 1 Àngels 1 – Marçal 1",
            "textbox: EW 3 Àngels 3 – Marçal 3",
            "group: Trumps",
            "radio: coins O",
            "radio: botifarra F",
            "group: Contro",
            "radio: contro X",
            "button: Save",
            "region: What it scores",
            "table",
            "rowheader: 1 (this one)",
        ],
        said,
    )


def test_a_refused_entry_says_which_field(page: Page, live_server: LiveServer, day: Day) -> None:
    log_in(page, live_server, day)
    page.goto(live_server.url + ENTRY)
    page.get_by_role("textbox", name=re.compile("^NS")).fill("99")
    page.get_by_role("button", name="Save").click()
    page.wait_for_load_state()
    page.locator("[aria-invalid=true]").first.wait_for()
    said = walk(page)
    wrong = [one for one in said if "(invalid)" in one]
    assert wrong
    assert wrong[0].startswith("textbox: NS make trumps")
    described = page.locator("[aria-invalid=true]").first.get_attribute("aria-describedby") or ""
    texts = [page.locator(f"[id='{one}']").inner_text() for one in described.split()]
    assert any(re.search(r"\b0\b.*\b72\b", text) for text in texts), texts


def test_a_stored_result_is_announced(page: Page, live_server: LiveServer, day: Day) -> None:
    log_in(page, live_server, day)
    page.goto(live_server.url + ENTRY)
    page.get_by_role("textbox", name=re.compile("^NS")).fill("40")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(lambda url: not url.endswith(ENTRY))  # the next hand, on the same page
    assert "status" in [one.split(":")[0] for one in walk(page)]


def test_a_pairs_own_page(live_server: LiveServer, nobody: TablePhone, day: Day) -> None:
    said = walk(nobody.open_as(day, 1).page)
    assert not nameless(said)
    assert not in_order(
        [
            "heading 1: Pair 1: Àngels 1 – Marçal 1",
            "heading 2: Round 2 is being played",
            "link: Enter results at table 1",
            "button: Call the referee",
            "heading 2: Your results",
            "table",
            "columnheader: Hand points",
            "rowheader: 1",
            "link: Correct… hand 1",
            "heading 2: Your day",
        ],
        said,
    )
