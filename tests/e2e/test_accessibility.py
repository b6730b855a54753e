"""Every page of the site, in a real browser: nothing that axe finds, nothing a phone has to scroll,
and its content begins high.

Names are as long as they may be. Pages that only an act leads to are looked at where a browser does
the act (test_keyboard_day).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from django.test import Client
from playwright.sync_api import Page, Route
from pytest_django.live_server_helper import LiveServer

from tests.checks.sweeps import drawn
from tests.e2e.accessibility import faults_of
from tests.e2e.page_head import low_content
from tests.tournament.day import Day
from tests.tournament.inbox.waiting_day import call
from tests.tournament.visitors import House, Who, addresses, make_house
from tournament.championships.services.end import end_championship
from tournament.core.actor import Actor
from tournament.deals.services.accesses import open_hands_early
from tournament.deals.services.deal_sets import set_salt
from tournament.models import Contestant, Player
from tournament.rounds.services.lifecycle import close_round

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.promise,
    pytest.mark.django_db(transaction=True),
]

LONG = "Maria Montserrat Puigdomènech-Col·lell i Castellví d’Àneu IV"
WITHOUT_A_SPACE = "Ultrallarguíssimadenominaciósensecapespaienmigdelseunom"
"""60 and 55 letters: a player's name may have 60."""
BEFORE, MIDDLE, ENDED = "before the schedule", "in the middle", "ended"
OF_EACH_STATE = (
    *("championships:start", "championships:settings", "championships:end", "championships:rules"),
    *("deals:deals", "deals:proof", "exports:papers", "links:list", "links:renew"),
    *("public:home", "public:schedule", "rounds:list"),
    *(
        "schedule:schedule",
        "schedule:remove",
        "standings:standings",
        "contestants:add",
        "contestants:draw",
    ),
    *(
        "contestants:late",
        "contestants:list",
        "contestants:paste",
        "contestants:tables",
        "contestants:upload",
    ),
)
"""Pages that say something else at each point of the day; the others are looked at in the middle"""
WITH_A_QUESTION = (
    "standings/?after=1&sort=name",
    "pairings/2/?by=name",
    "pairings/2/?find=nobody",
    "pairings/2/?wall=1",
    "manage/record/?text=nothing+of+the+kind",
    "manage/record/?round=x&since=y&pair=1",
    "manage/rounds/2/?table=99",
    "manage/links/?of=pairs",
    "manage/links/?pair=1",
)
OF_EACH_ROUND = (
    "deals:hands",
    "desk:round",
    "desk:table",
    "play_records:desk",
    "results:entry",
    "rounds:round",
    "standings:round",
)
"""Pages that say something else of a closed, an open and a planned round."""
ALL = slice(None)
SHARES = tuple(slice(one, None, 4) for one in range(4))
"""The pages of the middle are looked at in four tests, so that workers can share them."""
FILES = ("_pdf", "_xlsx", "_csv", "_json")
"""How addresses end that answer with a file, which would be made only to find that out."""
PARTS = ("results:preview", "inbox:summary", "desk:now")
"""Fetched into a page, and looked at there."""


def house_in(state: str) -> House:
    house = make_house()
    day = house.day
    _call_names(day)
    if state == BEFORE:
        day.stage.rounds.all().delete()
        day.stage.published_at = None
        day.stage.save()
        return house
    set_salt(actor=day.acting_organiser, championship=day.championship, salt="Grossa 12345")
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.open(2)
    day.enter(2, 1, 5, 40)
    keeper = Actor.of_user(house.visitors.accounts[Who.SUPERUSER])
    open_hands_early(actor=keeper, championship=day.championship, round=3, reason="A pack fell")
    if state == MIDDLE:
        day.enter_at_table(2, 2, 5, 3)
        day.enter_at_table(2, 2, 6, 40)
        day.correction_request(2, 2, 6, 30)
        call(day, 2, 1)
    if state == ENDED:
        day.enter(2, 1, 6, 41)
        for table, deal in ((1, 7), (1, 8), (2, 5), (2, 6), (2, 7), (2, 8)):
            day.enter(2, table, deal, 20 + table + deal)
        close_round(actor=day.acting, round=day.round(2))
        end_championship(
            actor=day.acting_organiser, championship=day.championship, reason="The hall closes"
        )
    return house


def _call_names(day: Day) -> None:
    """As long as they may be."""
    Player.objects.filter(contestant=day.contestants[0], position=1).update(name=LONG)
    Player.objects.filter(contestant=day.contestants[1], position=2).update(name=WITHOUT_A_SPACE)
    Contestant.objects.filter(pk=day.contestants[2].pk).update(club=LONG, name=WITHOUT_A_SPACE)
    day.championship.tables.filter(number=2).update(name="W" * 40)
    day.championship.name = f"{LONG} i {LONG}"[:120]
    day.championship.save()


def pages(house: House, state: str, share: slice = ALL, *, who: Who = Who.SUPERUSER) -> list[str]:
    """Every address that answers `who` with a page, or a share of them."""
    client = house.visitors.client(who)
    found = [house.url(name, turn) for name, turn in _find_pages(client, house, state, share)]
    asked = [f"/c/day/{one}" for one in WITH_A_QUESTION[share] if state == MIDDLE]
    if who is not Who.SUPERUSER:
        asked = [url for url in asked if client.get(url).status_code == 200]
    return found + asked


def _find_pages(
    client: Client, house: House, state: str, share: slice
) -> Iterator[tuple[str, dict[str, int]]]:
    looked_at = [
        address
        for address in addresses()
        if address.name not in PARTS
        and not address.name.endswith(FILES)
        and (state == MIDDLE or address.name in OF_EACH_STATE)
    ]
    for address in looked_at[share]:
        for number in (1, 2, 3) if address.name in OF_EACH_ROUND else (1,):
            turn = {"number": number, "round": number, "deal": 4 * number - 3}
            answer = client.get(house.url(address.name, turn))
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                yield address.name, turn


def cookie(page: Page, live_server: LiveServer, name: str, value: str) -> None:
    page.context.add_cookies([{"name": name, "value": value, "url": live_server.url}])


@pytest.mark.parametrize(
    ("state", "language", "share"),
    [(BEFORE, "es", ALL), *((MIDDLE, "ca", share) for share in SHARES), (ENDED, "en", ALL)],
)
def test_every_page(
    page: Page, live_server: LiveServer, state: str, language: str, share: slice
) -> None:
    house = house_in(state)
    cookie(page, live_server, "sessionid", house.visitors.session(Who.SUPERUSER))
    cookie(page, live_server, "logged-in", "1")
    cookie(page, live_server, "django_language", language)
    faults = []
    for url in drawn(pages(house, state, share)):
        page.goto(f"{live_server.url}{url}")
        assert page.evaluate("document.documentElement.lang") == language
        faults += faults_of(page, url) + low_content(page, url)
    assert not faults, "\n".join(faults)


def test_pages_of_an_empty_laptop_and_of_failures(page: Page, live_server: LiveServer) -> None:
    cookie(page, live_server, "django_language", "ca")
    faults = []
    for url in ("/", "/first-organiser/", "/accounts/login/"):
        page.goto(f"{live_server.url}{url}")
        faults += faults_of(page, url)
    page.route("**/failure/*", _failure)
    for name in ("400", "403", "403_csrf", "404", "500"):
        page.goto(f"{live_server.url}/failure/{name}.html")
        faults += faults_of(page, name)
    assert not faults, "\n".join(faults)


def _failure(route: Route) -> None:
    """Answer with the page that stands for a failure."""
    name = route.request.url.rpartition("/")[2]
    route.fulfill(body=render_to_string(name), content_type="text/html; charset=utf-8")
