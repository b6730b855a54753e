"""The page that ends a championship says what is pending before anybody presses the button."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client, make_championship, organiser_of
from tournament.core.actor import Actor
from tournament.models import Championship, CorrectionRequest
from tournament.referee_calls.services import call_referee
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db

BUTTON = ">End the championship</button>"


@pytest.fixture
def day() -> Day:
    day = make_day()
    day.open(1)
    return day


def page(championship: Championship) -> str:
    client = english_client(organiser_of(championship))
    address = reverse("championships:end", args=[championship.slug])
    return " ".join(client.get(address).content.decode().split())


def close(day: Day) -> None:
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))


def test_everything_that_is_in_the_way_is_named_at_once(day: Day) -> None:
    close(day)
    asked = day.correction_request(1, 2, 3, 44, kind=CorrectionRequest.Kind.CORRECTION)
    day.open(2)
    told = page(day.championship)
    assert "Round 2 is open: close it first." in told
    assert f"Correction request {asked.number} is still undecided" in told
    assert BUTTON not in told


def test_what_is_in_nobodys_way_is_named_above_the_button(day: Day) -> None:
    match = day.match(1, 1)
    actor = Actor.of_link(day.championship, match.pairs.ns.number)
    call_referee(actor=actor, match=match, side=Side.NS)
    close(day)
    day.correction_request(1, 2, 3, 44, kind=CorrectionRequest.Kind.LATE)
    told = page(day.championship)
    assert told.index("Table 1 is calling a referee.") < told.index(BUTTON)
    assert told.index("of a pair, which came too late, has not been read") < told.index(BUTTON)
    assert told.index("Corrections can be asked for until") < told.index(BUTTON)


def test_before_play_there_is_no_button() -> None:
    told = page(make_championship())
    assert "Nothing has been played yet" in told
    assert BUTTON not in told
