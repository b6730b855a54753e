"""Nobody finds out whether a championship that is not public yet is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from urllib.parse import urlsplit

import pytest
from django.http import HttpResponse
from django.urls import resolve
from pytest_django import DjangoDbBlocker

from tests.tournament.access_table import TABLE
from tests.tournament.undrawn import refusals_not_drawn
from tests.tournament.visitors import House, Who, make_house, undone
from tournament.models import Stage

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]

HIDDEN, NONE = "spring-2027", "autumn-2027"
STAGES = ("?stage=1", "?stage=9")
"""A stage that is there, and one that isn't: which is found out before it is decided who gets
in."""
ASKED = {Who.ANONYMOUS: STAGES[:1], Who.OUTSIDER: (), Who.OTHER: STAGES}
"""Visitors who may not know of it, and which stages they ask for. That somebody has a role
elsewhere says no more than that they have an account."""


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), undone():
        house = make_house(published=False)
        house.day.championship.slug = HIDDEN
        house.day.championship.save()
        Stage.objects.update(published_at=None)
        yield house


def answer(response: HttpResponse, slug: str) -> tuple[int, str, str, str]:
    """What a visitor can tell answers apart by, as it would be for any name."""
    page = re.sub(r'(csrfmiddlewaretoken" value=|csrf[^"]*": )"\w+"', "", response.content.decode())
    place = response.headers.get("Location", "")
    kept = response.headers.get("Cache-Control", "")
    return response.status_code, place.replace(slug, "…"), kept, page.replace(slug, "…")


@pytest.mark.parametrize("who", ASKED, ids=lambda who: who.name)
def test_a_hidden_one_answers_as_none(house: House, who: Who) -> None:
    """A hidden championship answers as one that isn't there, and as the table says of who gets in.

    Stages are asked for by the first method that an address takes: who gets in is decided before a
    view looks at the method. What the refusal looks like is seen without them.
    """
    for row in TABLE:
        if not row.of_a_championship:
            continue
        stages = ASKED[who]
        for method in ("get", "post"):
            expected = row.expected(who, method, public=False)
            for query in ("", *stages) if expected != 405 else ("",):
                told = []
                for slug in (HIDDEN, NONE):
                    client = house.visitors.client(who)
                    url = house.url(row.name, {**row.arguments, "slug": slug}) + query
                    with undone(), refusals_not_drawn() if query else nullcontext():
                        told.append(answer(getattr(client, method)(url), slug))
                assert told[0] == told[1], f"{method} {row}{query}"
                status, place, *_page = told[0]
                where = resolve(urlsplit(place).path).view_name if status == 302 else status
                assert where == expected, f"{method} {row}{query}"
            if expected != 405:
                stages = ()
