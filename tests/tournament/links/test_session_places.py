"""Who holds which table or pair, and what pages that ask for it answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournament.day import Day, make_day
from tournament.core.permissions import Level
from tournament.links.services import renew_links
from tournament.links.session_places import Holder, by_link, places_of, remember_place
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship

pytestmark = pytest.mark.django_db

TABLE = Place(PlaceKind.TABLE, 2, 1)
PAIR = Place(PlaceKind.PAIR, 4, 1)


@pytest.fixture
def day() -> Day:
    return make_day()


def request_with(*places: Place, championship: Championship, **extra: Any) -> HttpRequest:
    """A request from a browser that opened these links, its session read anew."""
    first = RequestFactory().get("/")
    first.session = SessionStore()
    for place in places:
        remember_place(first, championship, place)
    first.session.save()
    request = RequestFactory().get("/", **extra)
    request.session = SessionStore(first.session.session_key)
    request.user = AnonymousUser()
    return request


@by_link
def second_table(_request: HttpRequest, holder: Holder) -> HttpResponse:
    """A page about table 2."""
    holder.must_hold(PlaceKind.TABLE, 2)
    return HttpResponse(holder.access.championship.slug)


def test_what_was_opened_is_held(day: Day) -> None:
    request = request_with(TABLE, PAIR, championship=day.championship)
    assert places_of(request, day.championship) == {TABLE, PAIR}


def test_nothing_is_held_without_a_link(day: Day) -> None:
    request = request_with(championship=day.championship)
    assert places_of(request, day.championship) == frozenset()


def test_another_championships_places_are_not_held_here(day: Day) -> None:
    other = make_day(slug="other").championship
    request = request_with(TABLE, PAIR, championship=other)
    assert places_of(request, other) == {TABLE, PAIR}
    assert places_of(request, day.championship) == frozenset()


def test_a_renewed_link_ends_in_the_sessions_that_hold_it(day: Day) -> None:
    request = request_with(TABLE, PAIR, championship=day.championship)
    renew_links(actor=day.acting, championship=day.championship, places=[TABLE])
    assert places_of(request, day.championship) == {PAIR}


def test_all_end_with_the_championship(day: Day) -> None:
    request = request_with(TABLE, PAIR, championship=day.championship)
    day.championship.ended_at = timezone.now()
    day.championship.save()
    assert places_of(request, day.championship) == frozenset()


def test_a_withdrawn_pair_keeps_its_place(day: Day) -> None:
    """A pair that withdrew has played, and may ask for a correction of what it played."""
    day.championship.contestants.filter(number=4).update(withdrawn_from=2)
    request = request_with(PAIR, championship=day.championship)
    assert places_of(request, day.championship) == {PAIR}


@pytest.mark.parametrize("count", [1, 4])
def test_three_queries_however_many_places_are_held(day: Day, count: int) -> None:
    tables = [Place(PlaceKind.TABLE, number, 1) for number in range(1, count + 1)]
    pairs = [Place(PlaceKind.PAIR, number, 1) for number in range(1, count + 1)]
    request = request_with(*tables, *pairs, championship=day.championship)
    with CaptureQueriesContext(connection) as queries:
        assert places_of(request, day.championship)
    assert len(queries) == 3


def answer(view: Callable[..., HttpResponseBase], request: HttpRequest, slug: str) -> HttpResponse:
    response = view(request, slug)
    assert isinstance(response, HttpResponse)
    return response


def test_whoever_holds_the_place_gets_in_and_nothing_is_kept(day: Day) -> None:
    request = request_with(TABLE, championship=day.championship)
    response = answer(second_table, request, day.slug)
    assert (response.status_code, response.content.decode()) == (200, day.slug)
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("places", [(), (PAIR,), (Place(PlaceKind.TABLE, 1, 1),)])
def test_others_are_told_to_scan_their_code(day: Day, places: tuple[Place, ...]) -> None:
    request = request_with(*places, championship=day.championship)
    response = answer(second_table, request, day.slug)
    assert response.status_code == 403
    assert "Scan the code of your table again" in response.content.decode()
    assert "no-store" in response["Cache-Control"]


def test_after_the_end_they_are_told_so(day: Day) -> None:
    request = request_with(TABLE, championship=day.championship)
    day.championship.ended_at = timezone.now()
    day.championship.save()
    response = answer(second_table, request, day.slug)
    assert response.status_code == 403
    assert "The championship has ended" in response.content.decode()


@pytest.mark.parametrize(
    ("ended", "sentence"),
    [
        (False, "This link is no longer valid. Scan the code of your table again."),
        (True, "The championship has ended: its links are no longer valid."),
    ],
)
def test_a_script_is_told_in_json(day: Day, ended: bool, sentence: str) -> None:
    if ended:
        day.championship.ended_at = timezone.now()
        day.championship.save()
    asking = {"headers": {"accept": "application/json"}}
    for extra in (asking, {"CONTENT_TYPE": "application/json"}):
        request = request_with(championship=day.championship, **extra)
        response = answer(second_table, request, day.slug)
        assert response.status_code == 403
        assert json.loads(response.content) == {"error": sentence, "ended": ended}


def test_an_account_alone_opens_no_table(day: Day) -> None:
    request = request_with(championship=day.championship)
    request.user = day.organiser
    assert answer(second_table, request, day.slug).status_code == 403


def test_the_holder_has_the_level_of_any_visitor(day: Day) -> None:
    seen = []

    @by_link
    def look(_request: HttpRequest, holder: Holder) -> HttpResponse:
        seen.append(holder)
        return HttpResponse()

    look(request_with(TABLE, championship=day.championship), day.slug)
    (holder,) = seen
    assert holder.access.level is Level.PUBLIC
    assert holder.access.actor is None
    assert holder.holds(PlaceKind.TABLE, 2)
    assert not holder.holds(PlaceKind.PAIR, 2)
    assert not holder.holds(PlaceKind.TABLE, 1)
