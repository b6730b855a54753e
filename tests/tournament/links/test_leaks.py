"""Tokens stand in no answer, row or log line but on the organisers' own pages of links."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache

import pytest
from django.apps import apps
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.tournament.exports.reading import text_of
from tests.tournament.links.addresses import link_address
from tests.tournament.undrawn import day_line_unread, refusals_not_drawn
from tests.tournament.visitors import HALL, House, Who, addresses, make_house, undone
from tournament.links.tokens import Place, PlaceKind, secret_of, token_of
from tournament.models import LinkSecret

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]

VISITORS = (Who.ANONYMOUS, Who.REFEREE, Who.SUPERUSER)
"""One of each level in the championship, of organisers who may see all other pages, too."""
WITH_LINKS = {"links:list", "exports:table_cards_pdf", "exports:pair_cards_pdf"}
"""Which are for organisers only: tests/tournament/test_access.py."""

read = cache(text_of)
"""The text of a PDF, which is the same file for most who may have it."""


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """A championship in its second round, at which phones have opened all links."""
    with django_db_blocker.unblock(), undone():
        house = make_house()
        day = house.day
        day.open(1)
        day.enter_whole_round(1)
        for place in places():
            Client(**HALL).get(link_address(day.championship, place))  # type: ignore[arg-type]
        yield house


def places() -> list[Place]:
    """The tables; what is true of their links is true of the pairs'."""
    return [Place(PlaceKind.TABLE, number, 1) for number in (1, 2)]


def tokens_of(house: House) -> list[str]:
    championship = house.day.championship
    secret = secret_of(championship)
    return [token_of(secret, championship.pk, place) for place in places()] + [
        token_of(secret, championship.pk, Place(PlaceKind.PAIR, number, 1))
        for number in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize("who", VISITORS, ids=lambda who: who.name.lower())
def test_only_the_organisers_pages_of_links_show_them(
    house: House, who: Who, caplog: pytest.LogCaptureFixture
) -> None:
    """Pages of refusals say no more than that, and are drawn for one visitor; the line about the
    day by its own address."""
    caplog.set_level(logging.INFO)
    tokens = tokens_of(house)
    client = house.visitors.client(who)
    drawn = nullcontext if who is Who.REFEREE else refusals_not_drawn
    found = set()
    for address in addresses():
        with undone(), drawn(), day_line_unread():
            answer = client.get(house.url(address.name))
        content = b"".join(answer) if answer.streaming else answer.content
        pdf = answer.headers.get("Content-Type") == "application/pdf"
        text = read(content) if pdf else content.decode(errors="replace")
        told = text + str(answer.headers)
        if any(token in told for token in tokens):
            found.add(address.name)
    assert found == (WITH_LINKS if who is Who.SUPERUSER else set())
    assert not any(token in caplog.text for token in tokens)


def test_no_row_holds_a_token_and_only_one_the_secret(house: House) -> None:
    tokens, secret = tokens_of(house), secret_of(house.day.championship)
    with_secret = set()
    for model in apps.get_models(include_auto_created=True):
        for row in model._default_manager.values():
            values = [bytes(one) if isinstance(one, memoryview) else one for one in row.values()]
            assert not any(token in repr(values) for token in tokens), model
            if secret in values or secret.hex() in repr(values):
                with_secret.add(model)
    assert with_secret == {LinkSecret}


def test_a_secret_is_not_told_when_it_is_printed(house: House) -> None:
    secret = LinkSecret.objects.get(championship=house.day.championship)
    assert repr(bytes(secret.key)) not in repr(secret)
    assert repr(secret) == str(secret) == f"<LinkSecret of {house.day.championship.pk}>"
