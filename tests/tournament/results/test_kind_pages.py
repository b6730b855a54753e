"""A referee enters and decides results of a kind that the site doesn't have."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.phones.phone import Phone, new_key
from tests.tournament.results.games import GamePoints, make_day_of_games
from tournament.models import CorrectionRequest, Outcome, Result
from tournament.results.kinds.kinds import content_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return make_day_of_games(monkeypatch)


@pytest.fixture
def client(day: Day) -> Client:
    return english_client(day.referee)


def page(day: Day, what: str) -> str:
    return f"/c/{day.slug}/manage/{what}"


def entry_page(day: Day) -> str:
    return page(day, "rounds/2/tables/1/hands/1/")


def test_its_own_form_enters_and_changes_it(day: Day, client: Client) -> None:
    assert 'name="ns"' in client.get(entry_page(day)).content.decode()
    answer = client.post(entry_page(day), {"ns": 104, "ew": 87, "based_on": 0}, follow=True)
    assert answer.context["undo"].content == GamePoints(Outcome.PLAYED, ns=104, ew=87)
    assert "saved." in answer.content.decode()
    shown = client.get(entry_page(day)).content.decode()
    assert 'value="104"' in shown
    assert "What it scores" not in shown
    assert client.get(f"{entry_page(day)}preview/").status_code == 404
    changed = {"ns": 87, "ew": 104, "based_on": 1, "reason": "the other way round"}
    assert client.post(entry_page(day), changed).status_code == 302
    stands = Result.objects.get(is_current=True)
    assert content_of(stands) == GamePoints(Outcome.PLAYED, ns=87, ew=104)


def test_its_own_error_and_doubt_are_shown(day: Day, client: Client) -> None:
    refused = client.post(entry_page(day), {"ns": 90, "ew": 87, "based_on": 0})
    assert (refused.status_code, "Nobody has reached 101." in refused.content.decode()) == (
        422,
        True,
    )
    doubtful = {"ns": 104, "ew": 0, "based_on": 0}
    asked = client.post(entry_page(day), doubtful)
    assert "One pair has no points at all." in asked.content.decode()
    assert not Result.objects.exists()
    sure = asked.context["sure_token"]
    assert client.post(entry_page(day), {**doubtful, "sure": sure}).status_code == 302


def test_it_is_taken_back(day: Day, client: Client) -> None:
    client.post(entry_page(day), {"ns": 104, "ew": 87, "based_on": 0})
    reason = {"based_on": 1, "reason": "another table's"}
    assert client.post(f"{entry_page(day)}take-back/", reason).status_code == 302
    assert Result.objects.get(is_current=True).outcome == Outcome.BLANK


@pytest.mark.parametrize("where", ["rounds/2/", "desk/2/tables/1/"])
def test_pages_show_it(day: Day, client: Client, where: str) -> None:
    client.post(entry_page(day), {"ns": 104, "ew": 87, "based_on": 0})
    assert "104 to 87" in client.get(page(day, where)).content.decode()


def test_a_referee_decides_what_a_pair_objects_to(day: Day, client: Client) -> None:
    client.post(entry_page(day), {"ns": 104, "ew": 87, "based_on": 0})
    objection = {
        **{"key": new_key(), "match": day.match(2, 1).pk, "hand": 1, "side": "EW", "version": 1},
        "entry": {"ns": 87, "ew": 104},
    }
    Phone.at_table(day, 1).send("objections", objection)
    number = CorrectionRequest.objects.get().number
    address = page(day, f"correction-requests/{number}/")
    shown = client.get(address).content.decode()
    assert "104 to 87" in shown
    assert "87 to 104" in shown
    decided = {"choice": "other", "ns": 104, "ew": 92, "reason": "the slip", "based_on": 1}
    assert client.post(address, decided).status_code == 302
    stands = Result.objects.get(is_current=True)
    assert content_of(stands) == GamePoints(Outcome.PLAYED, ns=104, ew=92)
