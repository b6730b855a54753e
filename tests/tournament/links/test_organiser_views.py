"""The organisers' pages of links, and renewing."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.tournament.day import Day, make_day
from tests.tournament.factories import (
    add_contestants,
    answers_by_role,
    english_client,
    last_actions,
    make_championship,
    organiser_of,
)
from tests.tournament.links.addresses import link_address
from tests.tournament.visitors import HALL
from tournament.core.errors import NotNow
from tournament.links.services import renew_links
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Action, AuditEvent, Championship
from tournament.models.places import ContestantPlace, HallTablePlace

pytestmark = pytest.mark.django_db


def table(number: int, link: int = 1) -> Place:
    return Place(PlaceKind.TABLE, number, link)


def pair(number: int, link: int = 1) -> Place:
    return Place(PlaceKind.PAIR, number, link)


@pytest.fixture
def day() -> Day:
    return make_day()


def url(day: Day, name: str = "list", query: str = "") -> str:
    return reverse(f"links:{name}", args=[day.slug]) + query


def page_of(day: Day, query: str = "", *, name: str = "list") -> str:
    answer = english_client(day.organiser).get(url(day, name, query))
    assert answer.status_code == 200
    return answer.content.decode()


def link_numbers(championship: Championship) -> dict[str, int]:
    tables = championship.tables.values_list("number", "link_number")
    pairs = championship.contestants.values_list("number", "link_number")
    return {
        **{f"t{number}": link for number, link in tables},
        **{f"p{number}": link for number, link in pairs},
    }


# The pages


def test_only_organisers_see_links(day: Day) -> None:
    for name in ("list", "renew"):
        answers = answers_by_role(day.championship, url(day, name))
        assert answers == {"nobody": 302, "stranger": 403, "referee": 403, "organiser": 200}


@pytest.mark.parametrize("query", ["", "?of=pairs", "?table=1", "?pair=1"])
def test_nothing_of_them_is_kept_by_the_browser(day: Day, query: str) -> None:
    answer = english_client(day.organiser).get(url(day, "list", query))
    assert "no-store" in answer["Cache-Control"]


def test_all_tables_have_their_link_and_its_code(day: Day) -> None:
    page = page_of(day)
    for number in (1, 2):
        assert link_address(day.championship, table(number)) in page
        assert f'aria-label="QR code of the link: Table {number}"' in page
    assert link_address(day.championship, pair(1)) not in page


def test_all_pairs_have_their_link_their_names_and_its_code(day: Day) -> None:
    page = page_of(day, "?of=pairs")
    for number in (1, 2, 3, 4):
        assert link_address(day.championship, pair(number)) in page
        assert f'aria-label="QR code of the link: Pair {number}"' in page
        assert f"Àngels {number} – Marçal {number}" in page
    assert link_address(day.championship, table(1)) not in page


def test_names_are_text(day: Day) -> None:
    day.championship.tables.filter(number=1).update(name="<b>window</b>")
    for query in ("", "?table=1"):
        assert "&lt;b&gt;window&lt;/b&gt;" in page_of(day, query)


def test_one_is_shown_large_with_its_neighbours(day: Day) -> None:
    page = page_of(day, "?table=2")
    assert link_address(day.championship, table(2)) in page
    assert link_address(day.championship, table(1)) not in page
    assert 'href="?table=1" rel="prev"' in page
    assert 'rel="next"' not in page
    assert link_address(day.championship, pair(4)) in page_of(day, "?pair=4")


@pytest.mark.parametrize("query", ["?table=3", "?table=x", "?table=", "?pair=9", "?table=01"])
def test_what_is_not_there_is_not_found(day: Day, query: str) -> None:
    client = english_client(day.organiser)
    assert client.get(url(day, "list", query)).status_code == 404
    assert client.get(url(day, "renew", query)).status_code == 404


def test_on_the_laptop_itself_links_begin_with_the_halls_address(
    day: Day, settings: Settings
) -> None:
    settings.HALL_URL = "http://192.168.1.10:8000"
    client = english_client(day.organiser)
    page = client.get(url(day), headers={"host": "127.0.0.1:8000"}).content.decode()
    assert "http://192.168.1.10:8000" + link_address(day.championship, table(1)) in page
    assert "127.0.0.1" not in page
    assert "Phones can't open these links." not in page


def test_without_one_the_page_warns(day: Day, settings: Settings) -> None:
    settings.HALL_URL = None
    client = english_client(day.organiser)
    for query in ("", "?table=1"):
        page = client.get(url(day, "list", query), headers={"host": "localhost:8000"})
        assert "Phones can't open these links." in page.content.decode()
        assert "python3 manage.py serve --hall" in page.content.decode()


def test_from_the_hall_links_begin_with_the_address_one_came_by(day: Day) -> None:
    client = Client(**HALL)  # type: ignore[arg-type]
    client.force_login(day.organiser)
    page = client.get(url(day)).content.decode()
    assert f"http://{HALL['HTTP_HOST']}{link_address(day.championship, table(1))}" in page


def test_before_the_schedule_there_is_a_hint() -> None:
    championship = make_championship()
    add_contestants(championship, 4)
    client = english_client(organiser_of(championship))
    page = client.get(reverse("links:list", args=[championship.slug])).content.decode()
    assert "when the schedule is made" in page
    assert "/t/" not in page
    answer = client.get(reverse("exports:pair_cards_pdf", args=[championship.slug]))
    assert answer.status_code == 302


def test_after_the_end_there_are_none(day: Day) -> None:
    day.championship.ended_at = timezone.now()
    day.championship.save()
    for name in ("list", "renew"):
        page = page_of(day, name=name)
        assert "The championship has ended" in page
        assert "/t/" not in page


@pytest.mark.parametrize("query", ["", "?of=pairs"])
def test_the_number_of_queries_does_not_grow(query: str) -> None:
    counts = []
    for contestants, slug in ((4, "small"), (12, "large")):
        day = make_day(contestants=contestants, slug=slug)
        client = english_client(day.organiser)
        with CaptureQueriesContext(connection) as queries:
            client.get(url(day, "list", query))
        counts.append(len(queries))
    assert counts[0] == counts[1]


# Renewing


def renewing(day: Day, query: str) -> tuple[Client, dict[str, str]]:
    """An organiser before the confirmation, and what its button sends."""
    client = english_client(day.organiser)
    page = client.get(url(day, "renew", query)).content.decode()
    found = re.search(r'name="places" value="([^"]*)"', page)
    assert found
    return client, {"places": found[1]}


def test_looking_renews_nothing(day: Day) -> None:
    renewing(day, "?table=1")
    assert set(link_numbers(day.championship).values()) == {1}


def test_one_table(day: Day) -> None:
    client, sent = renewing(day, "?table=2")
    answer = client.post(url(day, "renew", "?table=2"), sent)
    assert (answer.status_code, answer["Location"]) == (302, url(day, "list", "?table=2"))
    changed = {"t1": 1, "t2": 2, "p1": 1, "p2": 1, "p3": 1, "p4": 1}
    assert link_numbers(day.championship) == changed
    page = client.get(answer["Location"]).content.decode()
    assert "1 link is renewed; the earlier one has ended." in page
    assert link_address(day.championship, table(2, 2)) in page


def test_all_pairs(day: Day) -> None:
    client, sent = renewing(day, "?of=pairs")
    answer = client.post(url(day, "renew", "?of=pairs"), sent)
    assert answer["Location"] == url(day, "list", "?of=pairs")
    changed = {"t1": 1, "t2": 1, "p1": 2, "p2": 2, "p3": 2, "p4": 2}
    assert link_numbers(day.championship) == changed


def test_a_double_click_renews_once(day: Day) -> None:
    client, sent = renewing(day, "?pair=3")
    for _click in range(2):
        assert client.post(url(day, "renew", "?pair=3"), sent).status_code == 302
    assert link_numbers(day.championship)["p3"] == 2
    assert last_actions(day.championship, 5) == [Action.LINK_RENEWED]
    page = client.get(url(day, "list", "?pair=3")).content.decode()
    assert "They had been renewed already: these are the links now." in page


@pytest.mark.parametrize(
    "places", [None, "", " ", "t", "t-1-0", "t-0-1", "x-1-1", "t-1-1  t-2-1", "t-1-1;drop", "t-²-1"]
)
def test_what_the_page_did_not_send_renews_nothing(day: Day, places: str | None) -> None:
    client = english_client(day.organiser)
    sent = {} if places is None else {"places": places}
    assert client.post(url(day, "renew"), sent).status_code == 422
    assert set(link_numbers(day.championship).values()) == {1}


def test_places_of_nobody_are_left_alone(day: Day) -> None:
    places = [table(99), pair(99), table(1, 7), table(1)]
    renewed = renew_links(actor=day.acting, championship=day.championship, places=places)
    assert renewed == 1
    assert link_numbers(day.championship)["t1"] == 2


def test_the_record_tells_which_and_no_token(day: Day) -> None:
    places = [pair(4), table(2), table(1)]
    renew_links(actor=day.acting_organiser, championship=day.championship, places=places)
    events = AuditEvent.objects.filter(championship=day.championship).order_by("sequence")
    told = [(one.actor, one.action, one.place, one.before, one.after) for one in events]
    before, after = {"link_number": 1}, {"link_number": 2}
    who = day.acting_organiser.name
    assert told == [
        (who, Action.LINK_RENEWED, HallTablePlace(1), before, after),
        (who, Action.LINK_RENEWED, HallTablePlace(2), before, after),
        (who, Action.LINK_RENEWED, ContestantPlace(4), before, after),
    ]


def test_another_championships_links_stay(day: Day) -> None:
    other = make_day(slug="other")
    renew_links(actor=day.acting, championship=day.championship, places=[table(1), pair(1)])
    assert set(link_numbers(other.championship).values()) == {1}


def test_nothing_is_renewed_after_the_end(day: Day) -> None:
    client, sent = renewing(day, "?table=1")
    day.championship.ended_at = timezone.now()
    day.championship.save()
    with pytest.raises(NotNow):
        renew_links(actor=day.acting, championship=day.championship, places=[table(1)])
    assert client.post(url(day, "renew", "?table=1"), sent).status_code == 409
    assert link_numbers(day.championship)["t1"] == 1
