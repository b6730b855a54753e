"""A referee enters and decides results of a kind that the site doesn't have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.phones.phone import Phone, new_key
from tests.tournament.results.games import GamePoints, make_day_of_games
from tournament.correction_requests.queries import open_correction_requests
from tournament.models import CorrectionRequest, Outcome, Result
from tournament.phones.documents import PADS
from tournament.phones.pair_forms import CORRECTION_FORMS
from tournament.results.forms import FORMS
from tournament.results.kinds.kinds import RESULT_KINDS, content_of
from tournament.rounds.services.lifecycle import close_round

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


def test_a_table_types_it_on_its_own_pad(day: Day) -> None:
    phone = Phone.at_table(day, 1).client
    shown = phone.get(f"/c/{day.slug}/table/1/").content.decode()
    assert re.findall(r'<template data-pad="([^"]+)">', shown) == ["test-game"]
    assert 'data-act="more"' in shown
    assert 'data-act="trump"' not in shown


def test_a_pair_asks_for_a_correction_of_it(day: Day, client: Client) -> None:
    for table in (1, 2):
        entered = {"ns": 104, "ew": 87, "based_on": 0}
        client.post(page(day, f"rounds/2/tables/{table}/hands/1/"), entered)
    close_round(actor=day.acting, round=day.round(2))
    pair = day.match(2, 1).pairs.ns
    phone = Phone.of_pair(day, pair.number).client
    own = f"/c/{day.slug}/pair/{pair.number}/"
    address = f"{own}rounds/2/hands/1/correction/"
    shown = phone.get(address).content.decode()
    assert 'value="104"' in shown
    assert 'name="trump"' not in shown
    assert phone.get(f"{own}rounds/2/hands/5/correction/").status_code == 404  # no such result
    said = {"ns": 87, "ew": 104, "words": "", "based_on": 1}
    assert phone.post(address, said | {"ns": "x"}).status_code == 422
    assert phone.post(address, said).status_code == 302
    (asked,) = open_correction_requests(day.championship)
    assert asked.said == GamePoints(Outcome.PLAYED, ns=87, ew=104)
    assert "87 to 104" in phone.get(own).content.decode()


def test_every_kind_has_its_forms_and_its_pad() -> None:
    kinds = Path(settings.BASE_DIR, "tournament/static/tournament/js/table")
    named = {
        key
        for module in kinds.glob("*.js")
        for key in re.findall(r'^  key: "([a-z-]+)",$', module.read_text(encoding="utf-8"), re.M)
    }
    assert set(RESULT_KINDS) == set(FORMS) == set(PADS) == set(CORRECTION_FORMS) == named


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
