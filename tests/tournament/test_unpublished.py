"""Nobody finds out whether a championship that is not public yet is there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from pytest_django import DjangoDbBlocker

from tests.tournament.visitors import House, Who, addresses, make_house, undone
from tournament.models import Stage

pytestmark = pytest.mark.django_db

HIDDEN, NONE = "spring-2027", "autumn-2027"


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


@pytest.mark.parametrize("who", [Who.ANONYMOUS, Who.OUTSIDER, Who.OTHER], ids=lambda who: who.name)
def test_a_hidden_one_answers_as_none(house: House, who: Who) -> None:
    seen = set()
    for address in addresses():
        if "slug" not in address.arguments:
            continue
        for method in ("get", "post"):
            for query in ("", "?stage=1", "?stage=9"):
                told = []
                for slug in (HIDDEN, NONE):
                    client = house.visitors.client(who)
                    url = address.url({**house.values, "slug": slug}) + query
                    with undone():
                        told.append(answer(getattr(client, method)(url), slug))
                assert told[0] == told[1], f"{method} {address.name}{query}"
                seen.add(told[0][0])
                if told[0][0] == 405:  # whatever is asked
                    break
    assert seen == {404, 405} | ({302} if who is Who.ANONYMOUS else set())
