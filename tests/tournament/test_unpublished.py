"""Nobody finds out whether a championship that is not public yet is there."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse

from tests.tournament.visitors import House, Who, addresses, make_house
from tournament.models import Stage

pytestmark = pytest.mark.django_db

HIDDEN, NONE = "spring-2027", "autumn-2027"


@pytest.fixture
def house() -> House:
    house = make_house(published=False)
    house.day.championship.slug = HIDDEN
    house.day.championship.save()
    Stage.objects.update(published_at=None)
    return house


def answer(response: HttpResponse, slug: str) -> tuple[int, str, str, str]:
    """What a visitor can tell answers apart by, as it would be for any name."""
    page = re.sub(r'(csrfmiddlewaretoken" value=|csrf[^"]*": )"\w+"', "", response.content.decode())
    place = response.headers.get("Location", "")
    kept = response.headers.get("Cache-Control", "")
    return response.status_code, place.replace(slug, "…"), kept, page.replace(slug, "…")


@pytest.mark.parametrize("who", [Who.ANONYMOUS, Who.OUTSIDER, Who.OTHER], ids=lambda who: who.name)
@pytest.mark.parametrize("query", ["", "?stage=1", "?stage=9"])
def test_a_hidden_one_answers_as_none(house: House, who: Who, query: str) -> None:
    seen = set()
    for address in addresses():
        if "slug" not in address.arguments:
            continue
        for method in ("get", "post"):
            told = []
            for slug in (HIDDEN, NONE):
                client = house.visitors.client(who)
                url = address.url({**house.values, "slug": slug}) + query
                told.append(answer(getattr(client, method)(url), slug))
            assert told[0] == told[1], f"{method} {address.name}"
            seen.add(told[0][0])
    assert seen == {404, 405} | ({302} if who is Who.ANONYMOUS else set())
