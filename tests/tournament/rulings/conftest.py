"""A day for rulings, and the browser of its referee."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.rounds.services.lifecycle import close_round


def a_day() -> Day:
    """Six pairs; round 1 is closed and provisional, round 2 is open."""
    day = make_day(contestants=6)
    day.open(1)
    for table, points in ((1, 40), (2, 34), (3, 30)):
        for deal in range(1, 5):
            day.enter(1, table, deal, points)
    close_round(actor=day.acting, round=day.round(1))
    day.open(2)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)
