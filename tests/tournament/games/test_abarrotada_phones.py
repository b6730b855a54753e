"""Abarrotada on phones: everybody at a table enters, confirms, asks and calls alone."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.tournament.day import Day
from tests.tournament.factories import actor_of, english_client
from tests.tournament.games.desk import manage, names, page, seated
from tests.tournament.games.solo_day import ROUNDS, play_all, points_at
from tests.tournament.phones.phone import Phone, new_key
from tests.tournament.transfer.refusals import forge
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.core.errors import UserError
from tournament.integrity.checks import championship_checks
from tournament.models import CorrectionRequest, Match, RefereeCall, Result, ResultConfirmation
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.long]

CLOSED = ROUNDS - 1


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        yield play_all(closed=CLOSED)


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def spoken(match: Match, side: str, version: int = 0) -> dict[str, Any]:
    """What all that a phone sends about the table begins with."""
    about = {"match": match.pk, "hand": 1, "side": side}
    return {"key": new_key(), **about, **({"version": version} if version else {})}


def told(phone: Phone, table: int) -> Any:
    """The document of a table's page, as the phone gets it."""
    return json.loads(phone.state(table).content)


SHEET = {
    **{"late": False, "asked": True, "hands": 2, "n": 54, "w": 54, "s": -96, "e": None},
    "sheet": "N 30-30-12; W - botifarra revoke-S",
}
"""What three make in two hands; the others get their part of what was at stake."""


def at_three() -> tuple[Match, dict[str, int]]:
    """The table of three of the round that is being played, and who sits there."""
    match = Match.objects.get(round__number=ROUNDS, table__number=2)
    return match, seated()[ROUNDS, 2]


def enter(phone: Phone, match: Match, seat: str, **more: Any) -> Any:
    body = {**spoken(match, seat), "based_on": 0, **SHEET, **more}
    return phone.send("entries", body, table=match.table.number)


@pytest.mark.parametrize("other", ["W", "S"])
def test_any_other_player_confirms_what_one_has_entered(day: Day, other: str) -> None:
    match, three = at_three()
    north, phone = Phone.of_pair(day, three["N"]), Phone.of_pair(day, three[other])
    assert told(north, 2)["sides"] == ["N"]
    assert told(phone, 2)["match"]["pairs"]["S"]["number"] == names(day)[three["S"]]
    assert enter(north, match, "N", n=6).status_code == 422
    assert enter(north, match, "N").json() == {"state": "stored", "version": 1}
    own: Any = north.send("confirmations", spoken(match, "N", 1), table=2)
    assert own.status_code == 422
    assert "Another player at the table confirms" in own.json()["error"]
    (hand,) = told(phone, 2)["match"]["hands"]
    assert (hand["by"], hand["state"], hand["settled"]) == ("N", "entered", False)
    answer: Any = phone.send("confirmations", spoken(match, other, 1), table=2)
    assert answer.json()["state"] == "confirmed", answer.content
    (hand,) = told(north, 2)["match"]["hands"]
    assert (hand["confirmations"], hand["settled"]) == ([other], True)
    entered = Result.objects.get(match=match)
    assert (entered.game_n, entered.game_w, entered.game_s, entered.game_e) == (54, 54, -96, None)
    assert (entered.entered_side, entered.entered_contestant) == ("N", three["N"])
    (confirmation,) = entered.confirmations.all()
    assert (confirmation.by, confirmation.actor_contestant) == (other, three[other])
    record = re.sub(r"<[^>]+>", " ", page(day, "manage/record/", english_client(day.organiser)))
    assert not re.search(r"\bpair \d", record)
    assert f"player {three[other]}" in record
    assert faults(day.championship) == []


def test_one_who_enters_the_same_confirms_it_and_another_figure_goes_to_a_referee(
    day: Day,
) -> None:
    match, three = at_three()
    south, west = (Phone.of_pair(day, three[seat]) for seat in "SW")
    assert enter(south, match, "S").json()["state"] == "stored"
    assert enter(west, match, "W", n=55, w=53, sheet="").json()["state"] == "referee"
    assert enter(west, match, "W").json()["state"] == "confirmed"
    entered = Result.objects.get(match=match)
    assert [one.by for one in entered.confirmations.all()] == ["W"]
    client = english_client(day.referee)
    shown = page(day, "manage/correction-requests/1/", client)
    assert names(day)[three["W"]] in shown
    assert faults(day.championship) == []


def test_the_tables_phone_speaks_for_whoever_holds_it(day: Day) -> None:
    match, three = at_three()
    phone = Phone.at_table(day, 2)
    assert told(phone, 2)["sides"] == ["N", "W", "S"]
    assert enter(phone, match, "W").json()["state"] == "stored"
    assert phone.send("confirmations", spoken(match, "W", 1), table=2).status_code == 422
    assert phone.send("confirmations", spoken(match, "S", 1), table=2).status_code == 200
    entered = Result.objects.get(match=match)
    assert (entered.entered_side, entered.entered_table) == ("W", 2)
    assert entered.entered_contestant == three["W"]
    record = re.sub(r"<[^>]+>", " ", page(day, "manage/record/", english_client(day.organiser)))
    assert f"table 2, South, player {three['S']}" in record
    assert faults(day.championship) == []


@pytest.mark.parametrize("side", ["NS", "EW", "E", "", "X", 3])
def test_nobody_speaks_for_a_side_or_from_an_empty_seat(day: Day, side: Any) -> None:
    match, three = at_three()
    for phone in (Phone.at_table(day, 2), Phone.of_pair(day, three["N"])):
        assert enter(phone, match, side).status_code == 400
        assert phone.send("calls", {"match": match.pk, "side": side}, table=2).status_code == 400
    assert not Result.objects.filter(match=match).exists()


def test_an_own_link_speaks_for_nobody_else(day: Day) -> None:
    match, three = at_three()
    answer = enter(Phone.of_pair(day, three["N"]), match, "S")
    assert answer.status_code == 422
    assert "does not speak for South" in answer.json()["error"]


def test_a_player_calls_the_referee_and_takes_the_call_back(day: Day) -> None:
    match, three = at_three()
    table, north = Phone.at_table(day, 2), Phone.of_pair(day, three["N"])
    called = table.send("calls", {"match": match.pk, "side": "S"}, table=2)
    assert json.loads(called.content)["call"]["pair"] == names(day)[three["S"]]
    assert north.send("withdrawals", {"match": match.pk, "side": "N"}, table=2).status_code == 422
    south = Phone.of_pair(day, three["S"])
    taken = south.send("withdrawals", {"match": match.pk, "side": "S"}, table=2)
    assert json.loads(taken.content) == {"call": None}
    assert RefereeCall.objects.get().side == "S"
    assert faults(day.championship) == []


def test_the_file_keeps_who_spoke_and_refuses_who_does_not_sit_there(day: Day) -> None:
    match, _three = at_three()
    table = Phone.at_table(day, 2)
    enter(table, match, "S")
    table.send("confirmations", spoken(match, "N", 1), table=2)
    table.send("objections", {**spoken(match, "W", 1), "entry": None}, table=2)
    table.send("calls", {"match": match.pk, "side": "W"}, table=2)
    actor = actor_of(day.championship)
    content = export_championship(actor=actor, championship=day.championship).content
    document = json.loads(content)
    twin = import_championship(actor=actor, file=io.BytesIO(content), slug="twin")
    assert [fault for check in championship_checks(twin) for fault in check.faults] == []
    stored = Result.objects.get(match__round__championship=twin, match__round__number=ROUNDS)
    assert (stored.entered_side, stored.confirmations.get().by) == ("S", "N")
    at = (ROUNDS, match.number)
    forge(document, Result, (*at, 1, 1), entered_side="NS")
    forge(document, ResultConfirmation, (*at, 1, 1, "N"), by="E")
    forge(document, CorrectionRequest, (*at, 1), side="EW")
    with pytest.raises(UserError) as refused:
        import_championship(
            actor=actor, file=io.BytesIO(json.dumps(document).encode()), slug="other"
        )
    for place in ("Result.entered_side", "ResultConfirmation.by", "CorrectionRequest.side"):
        assert place in str(refused.value)


@pytest.mark.parametrize("other", ["W", "N"])
def test_a_player_asks_for_a_correction_and_any_other_agrees(day: Day, other: str) -> None:
    three = seated()[CLOSED, 2]
    asking, answering = Phone.of_pair(day, three["S"]), Phone.of_pair(day, three[other])
    address = f"/c/{day.slug}/pair/{three['S']}/rounds/{CLOSED}/hands/1/correction/"
    made = points_at(CLOSED, 2, 3)
    said = {"n": made[0], "w": made[1], "s": made[2] + 2, "words": "", "based_on": 1}
    shown = asking.client.get(address).content.decode()
    assert names(day)[three[other]] in shown
    assert asking.client.post(address, said).status_code == 302
    shown = answering.client.get(f"/c/{day.slug}/pair/{three[other]}/").content.decode()
    found = re.search(r'action="([^"]+)"\s+class="page-actions', shown)
    assert found
    assert answering.client.post(found[1], {"agrees": "yes"}).status_code == 302
    referee = english_client(day.referee)
    assert referee.get(f"/c/{day.slug}/manage/correction-requests/1/").status_code == 200
    decided = {"choice": "requested", "reason": "the slip", "based_on": 1}
    manage(referee, day.slug, "correction-requests/1/", decided)
    at_table = Result.objects.filter(match__round__number=CLOSED, match__table__number=2)
    stands = at_table.get(is_current=True)
    assert (stands.version, stands.game_s) == (2, made[2] + 2)
    assert faults(day.championship) == []
