"""A preset from its card to its final standings: an organiser at a browser, pairs with phones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.game.seats import Party, Side
from tests.e2e.table_phone import TablePhone
from tests.tournament.presets.playing import Entered, Played, plain_games
from tests.tournament.verified import faults
from tournament.models import Match, Result, ResultConfirmation
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

PAIRS, ROUNDS = 4, 2
MADE = {(1, 1): (104, 62), (1, 2): (57, 101), (2, 1): (101, 98), (2, 2): (40, 119)}
"""By round and table what North–South and East–West have at the end."""
CAP = 121


@pytest.fixture
def played() -> Played:
    """The short Swiss at 101, four pairs and two rounds, its schedule published."""
    played = Played("swiss-101-short", PAIRS)
    played.begin(rounds=ROUNDS)
    return played


@pytest.fixture
def laptop(browser: Browser, live_server: LiveServer, played: Played) -> Iterator[Page]:
    """The organiser's browser."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
    for name, cookie in played.client.cookies.items():
        context.add_cookies([{"name": name, "value": cookie.value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/c/{played.day.slug}/manage/rounds/")
    yield page
    context.close()


def test_a_short_swiss_is_played_on_phones_to_its_final_standings(
    browser: Browser, live_server: LiveServer, laptop: Page, played: Played
) -> None:
    entered = []
    for number in range(1, ROUNDS + 1):
        open_round(laptop, number)
        for match in Match.objects.filter(round__number=number).order_by("table__number"):
            play_at_table(browser, live_server, played, match)
            sides: dict[Party, tuple[int, ...]] = {
                side: (pair.number,) for side, pair in match.pairs.items()
            }
            made: dict[Party, int] = dict(zip(Side, MADE[number, match.table.number]))
            entered.append(Entered(1, number, 1, sides, made))
        close_round(laptop, number)
    end(laptop, live_server, played)
    (stage,) = played.stages
    view = standings_view(stage)
    expected = plain_games(entered, CAP, range(1, PAIRS + 1), Fraction(1))
    told = {
        line.contestant.number: (
            *(line.figures.score, line.figures.difference),
            line.figures.points_for,
        )
        for line in view.lines
    }
    assert told == expected
    shown = laptop.locator("table tbody th[scope=row]").all_inner_texts()
    assert len(shown) == PAIRS
    for text, line in zip(shown, view.lines):
        assert line.contestant.name.split(" – ")[0] in text, "best first"
    assert Result.objects.filter(is_current=True).count() == PAIRS // 2 * ROUNDS
    assert ResultConfirmation.objects.count() == PAIRS // 2 * ROUNDS
    assert faults(played.championship) == []


def open_round(laptop: Page, number: int) -> None:
    """From the page of rounds; the second one has to be paired first."""
    laptop.goto(re.sub(r"/manage/.*", f"/manage/rounds/{number}/", laptop.url))
    if number > 1:
        laptop.get_by_role("button", name=f"Pair the round round {number}").click()
    laptop.get_by_role("link", name="Open…").or_(
        laptop.get_by_role("button", name=f"Open round {number}")
    ).first.click()
    button = laptop.get_by_role("button", name=f"Open round {number}")
    if button.is_visible():  # what follows from it is told first
        button.click()
    expect(laptop.get_by_text(f"Round {number} is open.")).to_be_visible()


def play_at_table(browser: Browser, live_server: LiveServer, played: Played, match: Match) -> None:
    """North–South enter on their own phone, East–West confirm on theirs."""
    day, table, pairs = played.day, match.table.number, match.pairs
    ns, ew = MADE[match.round.number, table]
    at_table = f"Enter results at table {table}"
    with TablePhone(browser, live_server.url).open_as(day, pairs.ns.number) as phone:
        phone.page.get_by_role("link", name=at_table).tap()
        phone.button(re.compile("^Game")).first.tap()
        phone.tap(*str(ns))
        phone.button(re.compile(rf"^Pair {pairs.ew.number} ")).tap()
        phone.tap(*str(ew), "Next")
        phone.tap("Yes, send it")
        phone.reads("entered by NS, not confirmed yet")
        phone.has_sent_everything()
    with TablePhone(browser, live_server.url).open_as(day, pairs.ew.number) as phone:
        phone.page.get_by_role("link", name=at_table).tap()
        phone.button(re.compile("^Game")).first.tap()
        phone.tap("It's right")
        phone.reads("entered by NS, confirmed by EW")
        phone.has_sent_everything()


def close_round(laptop: Page, number: int) -> None:
    laptop.reload()
    laptop.get_by_role("link", name=re.compile("^Close…")).first.click()
    laptop.get_by_role("button", name=f"Close round {number}").click()
    expect(laptop.get_by_text(f"Round {number} is closed").first).to_be_visible()


def end(laptop: Page, live_server: LiveServer, played: Played) -> None:
    """The championship ends, and its standings are final."""
    laptop.goto(f"{live_server.url}/c/{played.day.slug}/manage/end/")
    for box in laptop.get_by_role("checkbox").all():
        box.check()
    laptop.get_by_role("button", name="End the championship").click()
    laptop.goto(f"{live_server.url}/c/{played.day.slug}/standings/")
    expect(laptop.get_by_text(re.compile("final", re.IGNORECASE)).first).to_be_visible()
