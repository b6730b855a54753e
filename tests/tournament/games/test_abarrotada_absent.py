"""A player of a table of four does not come: the other three play, and it can be taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.games.desk import enter_surely, manage, names, page, post, seated
from tests.tournament.games.solo_day import ROUNDS, play_all, points_at
from tests.tournament.phones.phone import Phone
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.models import Match, MatchSeat
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]

ABSENT = f"rounds/{ROUNDS}/tables/1/absent/"


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        yield play_all(closed=ROUNDS - 1)


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def say_absent(day: Day, seat: str) -> int:
    """A referee says that who sits there has not come; the number."""
    player = seated()[ROUNDS, 1][seat]
    manage(english_client(day.referee), day.slug, ABSENT, {"player": player})
    return player


def test_three_play_and_the_missing_one_gets_nothing(day: Day) -> None:
    four = seated()[ROUNDS, 1]
    client = english_client(day.referee)
    assert ABSENT in page(day, f"manage/rounds/{ROUNDS}/", client)
    assert ABSENT in page(day, f"manage/desk/{ROUNDS}/tables/1/", client)
    before = {line.contestant.number: line.figures for line in standings_view(day.stage).lines}
    missing = say_absent(day, "W")
    assert seated()[ROUNDS, 1] == {"N": four["N"], "W": four["S"], "S": four["E"]}
    shown = page(day, f"pairings/{ROUNDS}/?by=name")
    own = [one for one in shown.split("place-person") if names(day)[missing] in one]
    assert any("rests" in one for one in own)
    phone = Phone.at_table(day, 1)
    document = json.loads(phone.state(1).content)
    assert document["sides"] == ["N", "W", "S"]
    assert document["match"]["limits"]["players"] == 3
    for table, made in ((1, (20, 0, 6)), (2, points_at(ROUNDS, 2, 3))):
        said: dict[str, Any] = {"based_on": 0, **dict(zip("nws", made))}
        enter_surely(client, day.slug, f"rounds/{ROUNDS}/tables/{table}/hands/1/", said)
    manage(client, day.slug, f"rounds/{ROUNDS}/close/")
    after = {line.contestant.number: line.figures for line in standings_view(day.stage).lines}
    assert (after[missing].points, after[missing].hands) == (
        before[missing].points,
        before[missing].hands,
    )
    assert after[four["E"]].points == before[four["E"]].points + 6
    lines = {line.contestant.number: line for line in standings_view(day.stage).lines}
    most = max(line.figures.hands for line in lines.values())
    short = lines[missing].shortfall
    assert short is not None, "who has not come doesn't rest: the hands are missing"
    assert (short.hands, short.most) == (after[missing].hands, most)
    assert lines[missing].rank == len(lines)
    assert faults(day.championship) == []
    twin_of(day.championship)
    record = page(day, "manage/record/", english_client(day.organiser))
    assert "table played without a player who has not come" in record


def test_who_has_come_after_all_sits_where_it_was_planned(day: Day) -> None:
    four = seated()[ROUNDS, 1]
    missing = say_absent(day, "N")
    client = english_client(day.referee)
    shown = page(day, f"manage/{ABSENT}", client)
    assert f"{names(day)[missing]} has come</button>" in shown
    events = day.championship.events.count()
    manage(client, day.slug, ABSENT)
    assert seated()[ROUNDS, 1] == four
    assert day.championship.events.count() == events + 1
    assert faults(day.championship) == []
    assert say_absent(day, "E") == four["E"]
    assert faults(day.championship) == []


def test_what_cannot_be_is_refused(day: Day) -> None:
    client = english_client(day.referee)
    refused = post(client, day.slug, ABSENT, {})
    assert refused.status_code == 422
    stranger = seated()[ROUNDS, 2]["N"]
    assert post(client, day.slug, ABSENT, {"player": stranger}).status_code == 422
    assert post(client, day.slug, ABSENT, {"player": "x"}).status_code == 422
    three = f"rounds/{ROUNDS}/tables/2/absent/"
    assert "Of a table of three nobody can be missing" in page(day, f"manage/{three}", client)
    assert post(client, day.slug, three, {"player": stranger}).status_code == 422
    closed = f"rounds/{ROUNDS - 1}/tables/1/absent/"
    one = seated()[ROUNDS - 1, 1]["N"]
    assert post(client, day.slug, closed, {"player": one}).status_code == 422
    said = {"based_on": 0, "n": 1, "w": 2, "s": 3, "e": 4}
    enter_surely(client, day.slug, f"rounds/{ROUNDS}/tables/1/hands/1/", said)
    refused = post(client, day.slug, ABSENT, {"player": seated()[ROUNDS, 1]["N"]})
    assert refused.status_code == 422
    assert "has a result already" in refused.content.decode()
    assert len(seated()[ROUNDS, 1]) == 4
    assert post(client, day.slug, f"rounds/{ROUNDS}/tables/9/absent/", {}).status_code == 404


def test_verify_notices_a_table_that_is_not_as_the_record_says(day: Day) -> None:
    say_absent(day, "S")
    seats = MatchSeat.objects.filter(match__round__number=ROUNDS, match__table__number=1)
    one, other = seats.filter(held__in=("N", "W")).order_by("held")
    with undone():
        mine, theirs = one.contestant_id, other.contestant_id
        one.delete()
        MatchSeat.objects.filter(pk=other.pk).update(contestant=mine)
        MatchSeat.objects.create(
            match=other.match, held="N", contestant_id=theirs, round=other.match.round
        )
        assert any("seat of a match (" in fault for fault in faults(day.championship))


def test_a_call_of_the_table_outlives_the_new_seats(day: Day) -> None:
    match = Match.objects.get(round__number=ROUNDS, table__number=1)
    east = seated()[ROUNDS, 1]["E"]
    phone = Phone.of_pair(day, east)
    phone.send("calls", {"match": match.pk, "side": "E"}, table=1)
    say_absent(day, "N")
    document = json.loads(Phone.at_table(day, 1).state(1).content)
    assert document["call"]["pair"] == names(day)[east]
    taken = phone.send("withdrawals", {"match": match.pk, "side": "S"}, table=1)
    assert json.loads(taken.content) == {"call": None}
    assert faults(day.championship) == []
