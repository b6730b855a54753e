"""The grid of a round marks what waits for a referee, and what was played but doesn't count."""

from __future__ import annotations

import pytest

from scoring.game.seats import Side
from tests.tournament.day import make_day
from tests.tournament.factories import english_client
from tests.tournament.phones.phone import Phone
from tournament.models import HandInPlay
from tournament.results.queries import round_sheet

pytestmark = pytest.mark.django_db


def test_disputed_hands_and_plays_that_were_set_aside_are_marked() -> None:
    day = make_day()
    day.open(1)
    match = day.match(1, 1)
    Phone.of_pair(day, match.pairs.ns.number).enter(match, 1, "NS", 44)
    path = f"/c/{day.slug}/manage/rounds/1/"
    client = english_client(day.referee)
    before = client.get(path).content.decode()
    assert "disputed" not in before
    assert "play set aside" not in before
    Phone.of_pair(day, match.pairs[Side.EW].number).object_to(match, 1, "EW", 1)
    aside = {"set_aside_at": match.round.opened_at, "set_aside_by": "R", "set_aside_reason": "x"}
    HandInPlay.objects.create(match=match, deal=2, variant="obligada", nonce="0" * 32, **aside)
    cells = round_sheet(day.round(1)).rows[0].cells
    assert [(one.disputed, one.set_aside) for one in cells] == [
        *((True, False), (False, True)),
        *((False, False), (False, False)),
    ]
    page = client.get(path).content.decode()
    assert page.count("disputed") == 1
    assert page.count("play set aside") == 1
