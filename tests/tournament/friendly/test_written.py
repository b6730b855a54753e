"""The hands of a friendly table with their play, taken out as text."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from scoring.play.games import PerParty
from scoring.play.written import WrittenHand, read_hands
from tests.tournament.friendly.people import new_table, now_at, play_hand
from tests.tournament.visitors import HALL
from tournament.friendly.kinds import Played
from tournament.friendly.services import deal_hand
from tournament.friendly.table_now import table_now
from tournament.models import FriendlyTable

pytestmark = pytest.mark.django_db


def hands_of(table: FriendlyTable) -> tuple[WrittenHand, ...]:
    """As anybody with the code reads them."""
    client = Client(headers={"accept-language": "en"}, **HALL)  # type: ignore[arg-type]
    path = f"/friendly/{table.code}/played.txt"
    assert path in client.get(f"/friendly/{table.code}/").content.decode()
    answer = client.get(path)
    assert "attachment" in answer["Content-Disposition"]
    assert table.code not in answer.content.decode()  # who reads it can't sit down by it
    return read_hands(answer.content.decode())


def points_of(hand: WrittenHand) -> PerParty[int]:
    ending = hand.table.public.ending
    assert ending is not None
    assert ending.points is not None
    return ending.points


@pytest.mark.parametrize("played", list(Played))
def test_hands_that_are_over_are_written_with_what_came_out_of_them(played: Played) -> None:
    table = new_table(played, 0)
    play_hand(table)
    play_hand(table)
    now = now_at(table)
    hands = hands_of(table)
    assert [hand.about["hand"] for hand in hands] == [1, 2]
    assert [points_of(hand) for hand in hands] == [one.points for one in now.ended]
    announced = [hand.table.public.announcement for hand in hands]
    assert announced == [one.announcement for one in now.ended]
    # One that is being played is nobody's to read.
    deal_hand(table=table, phone=now.held[0].phone, after=2)
    assert hands_of(table) == hands
    assert now_at(table).last_number == 3


def test_a_new_game_goes_on(settings: Settings) -> None:
    table = new_table(Played.ABARROTADA, 0)
    FriendlyTable.objects.update(hands=1)
    play_hand(table)
    play_hand(table)
    hands = hands_of(table)
    assert [(hand.about["game"], hand.about["hand"]) for hand in hands] == [(1, 1), (2, 1)]
    (last,) = table_now(FriendlyTable.objects.get()).ended
    assert points_of(hands[1]) == last.points
    settings.FRIENDLY_TABLES = False
    assert Client().get(f"/friendly/{table.code}/played.txt").status_code == 404
