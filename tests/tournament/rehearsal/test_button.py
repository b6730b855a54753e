"""The button on an empty first page that makes a rehearsal to look around in."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament.factories import english_client, make_championship, make_user
from tests.tournament.rehearsal.rehearsed import faults
from tournament.models import Championship, RoundStatus

pytestmark = pytest.mark.django_db


def test_an_empty_site_says_what_comes_first_and_offers_a_rehearsal() -> None:
    keeper = make_user(superuser=True)
    client = english_client(keeper)
    page = client.get("/").content.decode()
    assert "Create a championship" in page
    assert "Try a rehearsal" in page
    answer = client.post(reverse("rehearsal:begin"))
    (championship,) = Championship.objects.all()
    assert answer["Location"] == reverse("championships:start", args=[championship.slug])
    assert championship.is_rehearsal
    assert faults(championship) == []
    statuses = championship.rounds.order_by("number").values_list("status", flat=True)
    closed, opened, planned = RoundStatus.CLOSED, RoundStatus.OPEN, RoundStatus.PLANNED
    assert list(statuses) == [closed, closed, opened, *[planned] * 4]
    assert client.get(answer["Location"]).status_code == 200
    assert "Try a rehearsal" not in client.get("/").content.decode()


def test_it_is_not_offered_to_who_may_not_create_championships() -> None:
    for user in (None, make_user()):
        assert "Try a rehearsal" not in english_client(user).get("/").content.decode()
    make_championship()
    assert (
        "Try a rehearsal" not in english_client(make_user(superuser=True)).get("/").content.decode()
    )
