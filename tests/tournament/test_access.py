"""Who gets in: every address, every visitor, asked and sent to.

Each row of `access_table.TABLE` is tried with all visitors, in a championship that is public and in
one that isn't yet. An address without a row fails the first test, so that nobody forgets to say who
may come in.

Who gets in is decided before a page is drawn, so most are not: `test_sealed` draws each of them for
everybody. What those who have no role get where a championship is hidden is tried in
`test_unpublished`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import resolve
from pytest_django import DjangoDbBlocker

from scoring.game.seats import Side
from tests.tournament.access_table import LOGIN, TABLE, Answer, Row
from tests.tournament.day import Day
from tests.tournament.undrawn import nothing_drawn
from tests.tournament.visitors import (
    IS_A_LOOK,
    OTHER_CONTESTANTS,
    House,
    Who,
    addresses,
    make_house,
    short_rehearsals,
    undone,
    writing_statements,
)
from tournament.core.actor import Actor
from tournament.models import AuditEvent
from tournament.referee_calls.services import call_referee
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

DJANGOS_OWN = "set_language"
"""Takes every method, and does something for POST only: it sets a cookie, whoever sends for one."""


PUBLIC, HIDDEN = "public", "hidden"
ONLY_PUBLIC = pytest.mark.parametrize("house", [PUBLIC], indirect=True, scope="module")
"""For what has nothing to do with whether the championship is public."""


@pytest.fixture(scope="module", params=[PUBLIC, HIDDEN])
def house(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[House]:
    """A championship in the middle of its day, or one that is not public yet; made once for all
    rows, as every request is undone."""
    with django_db_blocker.unblock(), undone(), short_rehearsals():
        public = request.param == PUBLIC
        house = make_house(published=public)
        if public:
            day = house.day
            day.open(1)
            day.enter_whole_round(1)
            close_round(actor=day.acting, round=day.round(1))
            day.open(2)
            day.enter_at_table(2, 1, 5, 40)
            day.correction_request(2, 1, 5, 30)
            _call(day)
        yield house


def _call(day: Day) -> None:
    match = day.match(2, 1)
    caller = Actor.of_pair(match.pairs.ns.number)
    call_referee(actor=caller, match=match, side=Side.NS)


def test_every_address_has_a_row() -> None:
    assert {row.name for row in TABLE} == {address.name for address in addresses()}


def who_tries(house: str, row: Row, method: str) -> tuple[Who, ...]:
    """Return the visitors of whom something is to be found out that no other test does.

    A method that an address doesn't take is refused before anybody looks at who asks, and at which
    championship: so whoever may do the least and the most is told in the same way. What lies
    outside championships is not asked for beside a hidden one, where one visitor of each role is
    enough.
    """
    public = house == PUBLIC
    if not public and not row.of_a_championship:
        return ()
    if row.expected(Who.SUPERUSER, method, public=public) == 405:
        return (Who.ANONYMOUS, Who.SUPERUSER) if public else ()
    return tuple(Who) if public else (Who.REFEREE, Who.ORGANISER)


@pytest.mark.parametrize(
    ("house", "row", "method"),
    [
        pytest.param(house, row, method, id=f"{house}-{row}-{method}")
        for house in (PUBLIC, HIDDEN)
        for row in TABLE
        for method in ("get", "post")
        if who_tries(house, row, method)
    ],
    indirect=["house"],
    scope="module",
)
def test_who_gets_in(house: House, row: Row, method: str) -> None:
    """Besides, asking writes nothing, so that a link, a reload or a page fetched in advance never
    does anything. But who sees the hands of an open round is recorded."""
    url = house.url(row.name, row.arguments)
    public = house.day.stage.published_at is not None
    answers, expected = {}, {}
    written: list[str] = []
    for who in who_tries(PUBLIC if public else HIDDEN, row, method):
        # A hidden one's pages are drawn for those who may see the least of it.
        drawn = not public and who is Who.REFEREE
        with writing_statements() as statements, nullcontext() if drawn else nothing_drawn():
            answers[who] = _answer(house.visitors.client(who), method, url)
        expected[who] = row.expected(who, method, public=public)
        if method == "get":
            written += statements
    assert answers == expected
    if (row.name, row.arguments) == ("deals:hands", {"round": 2}):
        written = [one for one in written if not IS_A_LOOK.match(one)]
    assert not written


def _answer(client: Client, method: str, url: str) -> Answer:
    with undone():
        response = client.post(url, {"nothing": "x"}) if method == "post" else client.get(url)
    if response.status_code != 302:
        return response.status_code
    target = urlsplit(response["Location"])
    name = resolve(target.path).view_name
    if name == LOGIN:  # and then on to where they wanted to go
        assert parse_qs(target.query)["next"] == [url]
    return name


@ONLY_PUBLIC
def test_no_other_site_can_send_for_somebody(house: House) -> None:
    taken = []
    for row in TABLE:
        if row.post == 405 or row.name == DJANGOS_OWN:
            continue
        client = house.visitors.client(Who.SUPERUSER, enforce_csrf_checks=True)
        with undone():
            if client.post(house.url(row.name, row.arguments)).status_code != 403:
                taken.append(str(row))
    assert not taken


@ONLY_PUBLIC
@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_no_other_method_does_anything(house: House, method: str) -> None:
    taken = []
    for name in sorted({row.name for row in TABLE} - {DJANGOS_OWN}):
        with undone():
            answer = getattr(house.visitors.client(Who.SUPERUSER), method)(house.url(name))
        if answer.status_code != 405:
            taken.append(name)
    assert not taken


@ONLY_PUBLIC
@pytest.mark.parametrize(
    ("name", "argument"),
    [
        (address.name, argument)
        for address in addresses()
        for argument in address.arguments
        if "slug" in address.arguments and argument != "slug"
    ],
)
def test_what_belongs_to_another_championship_is_not_here(
    house: House, name: str, argument: str
) -> None:
    """Numbers that only the other championship has, at an address of this one."""
    url = house.url(name, {argument: house.elsewhere[argument]})
    for method in ("get", "post"):
        with undone(), nothing_drawn():
            response = getattr(house.visitors.client(Who.ORGANISER), method)(url)
            # (A pair that isn't here counts as removed already; nobody holds a table's link.)
            of_links = name.startswith(("phones:", "play:"))
            nothing_here = {404, 405, *([403] if of_links else [])}
            assert response.status_code in nothing_here or name == "contestants:remove"
            assert not AuditEvent.objects.filter(championship=house.other.championship).exists()
            assert house.other.championship.contestants.count() == OTHER_CONTESTANTS
