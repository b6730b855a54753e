"""A kind of results that the site doesn't have goes through everything that is common to all."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from scoring.game.seats import Side
from tests.tournament.day import Day
from tests.tournament.phones.phone import Phone, new_key
from tests.tournament.results.games import GAME, GamePoints, make_day_of_games
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.correction_requests.queries import open_correction_requests
from tournament.correction_requests.services import decide_correction_request
from tournament.desk.queries.hands import Mark
from tournament.desk.queries.rounds import desk_of
from tournament.integrity.checks import championship_checks
from tournament.models import (
    Action,
    AuditEvent,
    CorrectionRequest,
    Outcome,
    Result,
    ResultConfirmation,
    Ruling,
)
from tournament.results import own_slips
from tournament.results.kinds.kinds import content_of
from tournament.results.queries import missing_hands, round_sheet
from tournament.results.services.entry import confirm_result, enter_result
from tournament.rounds.queries import closing_obstacles, round_lines
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return make_day_of_games(monkeypatch)


def enter(day: Day, ns: int, ew: int, *, table: int = 1, **more: Any) -> Result:
    return enter_result(
        actor=day.acting,
        match=day.match(2, table),
        entry=GamePoints(Outcome.PLAYED, ns=ns, ew=ew),
        **{"deal": 1, "based_on": 0, **more},
    )


def faults(day: Day) -> list[str]:
    return [fault for check in championship_checks(day.championship) for fault in check.faults]


def test_a_game_is_entered_and_recorded_in_its_own_words(day: Day) -> None:
    result = enter(day, 104, 87)
    result.refresh_from_db()
    assert result.kind == "test-game"
    assert content_of(result) == GamePoints(Outcome.PLAYED, ns=104, ew=87)
    event = AuditEvent.objects.get(action=Action.RESULT_ENTERED)
    assert event.after == {
        "version": 1,
        **GamePoints(Outcome.PLAYED, ns=104, ew=87).as_columns(),
        "entered_side": "",
    }
    assert enter(day, 104, 87) == result  # sent twice


def test_it_is_refused_with_its_own_error(day: Day) -> None:
    with pytest.raises(UserError, match="Nobody has reached 101") as refused:
        enter(day, 88, 87)
    assert refused.value.field == "ns"
    with pytest.raises(UserError, match="Hand 2 is not played in round 2"):
        enter(day, 104, 87, deal=2)


def test_a_change_is_a_version_with_a_reason(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(day, 104, 87)
    monkeypatch.setattr(own_slips, "UNDO_TIME", timedelta(0))
    with pytest.raises(UserError, match="Give a reason"):
        enter(day, 87, 104, based_on=1)
    assert enter(day, 87, 104, based_on=1, reason="written down the wrong way round").version == 2
    blank = enter_result(
        actor=day.acting,
        match=day.match(2, 1),
        deal=1,
        entry=GAME.blank,
        based_on=2,
        reason="another table's",
    )
    assert content_of(blank) == GAME.blank
    assert [one.deals for one in missing_hands(day.round(2))] == [(1,), (1,)]
    assert not faults(day)


def test_a_match_owes_one_game(day: Day) -> None:
    assert [one.deals for one in missing_hands(day.round(2))] == [(1,), (1,)]
    enter(day, 104, 87)
    (obstacle,) = closing_obstacles(day.round(2))
    assert (obstacle.table_number, obstacle.missing) == (2, (1,))
    line = round_lines([day.stage])[1]
    assert (line.hands, line.entered) == (2, 1)
    sheet = round_sheet(day.round(2))
    assert (sheet.hands, sheet.missing) == (2, 1)
    enter(day, 12, 110, table=2)
    assert not closing_obstacles(day.round(2))
    close_round(actor=day.acting, round=day.round(2))
    assert not faults(day)


def test_the_number_of_a_game_is_no_deal_of_another_round(day: Day) -> None:
    Ruling.objects.create(
        championship=day.championship,
        number=1,
        kind=Ruling.Kind.HAND_CANCELLED,
        deal=1,
        reason="fouled",
        actor="Mar",
    )
    assert [one.deals for one in missing_hands(day.round(2))] == [(1,), (1,)]
    assert round_lines([day.stage])[1].hands == 2
    (table, _other) = desk_of(day.round(2)).tables
    assert table.hands[0].mark is Mark.MISSING


def test_the_other_pair_confirms_it(day: Day) -> None:
    match = day.match(2, 1)
    pairs = match.pairs
    result = enter_result(
        actor=Actor.of_table(1, Side.NS, pairs.ns.number),
        match=match,
        deal=1,
        entry=GamePoints(Outcome.PLAYED, ns=104, ew=87),
        based_on=0,
        side=Side.NS,
    )
    enter(day, 12, 110, table=2)
    (obstacle,) = closing_obstacles(day.round(2))
    assert obstacle.unsettled == (1,)
    confirm_result(
        actor=Actor.of_table(1, Side.EW, pairs.ew.number),
        match=match,
        deal=1,
        version=result.version,
        by=ResultConfirmation.By.EW,
    )
    assert not closing_obstacles(day.round(2))
    assert not faults(day)


def sent(day: Day, ns: int, ew: Any, side: str = "NS", **more: Any) -> dict[str, Any]:
    said = {"key": new_key(), "match": day.match(2, 1).pk, "hand": 1, "side": side, "based_on": 0}
    return {**said, "ns": ns, "ew": ew, "asked": False, "late": False, **more}


def test_a_phone_sends_it_and_is_asked_about_what_is_unlikely(day: Day) -> None:
    phone = Phone.at_table(day, 1)
    assert phone.send("entries", {**sent(day, 104, 0), "points": 40}).status_code == 400
    assert phone.send("entries", sent(day, 104, "0")).status_code == 400
    assert phone.send("entries", sent(day, 104, 0)).json()["state"] == "check"  # type: ignore[attr-defined]
    entry = sent(day, 104, 0, asked=True)
    assert phone.send("entries", entry).json() == {"state": "stored", "version": 1}  # type: ignore[attr-defined]
    (hand,) = phone.state().json()["match"]["hands"]  # type: ignore[attr-defined]
    assert (hand["content"], hand["state"]) == ({"ns": 104, "ew": 0}, "entered")
    (_table, shown), *_rest = desk_of(day.round(2)).doubtful
    assert [str(doubt) for doubt in shown.doubts] == ["One pair has no points at all."]
    same = phone.send("entries", sent(day, 104, 0, "EW"))
    assert same.json()["state"] == "confirmed"  # type: ignore[attr-defined]
    assert not faults(day)


def test_a_disputed_game_is_decided(day: Day) -> None:
    enter(day, 104, 87)
    objection = {
        **{"key": new_key(), "match": day.match(2, 1).pk, "hand": 1, "side": "EW", "version": 1},
        "entry": {"ns": 87, "ew": 104},
    }
    answer = Phone.at_table(day, 1).send("objections", objection)
    assert answer.json()["state"] == "referee"  # type: ignore[attr-defined]
    (request,) = open_correction_requests(day.championship)
    assert request.said == GamePoints(Outcome.PLAYED, ns=87, ew=104)
    decide_correction_request(
        actor=day.acting,
        correction_request=CorrectionRequest.objects.get(),
        entry=request.said,
        reason="the slip says so",
    )
    assert content_of(Result.objects.get(is_current=True)) == request.said
    assert not faults(day)


@pytest.mark.parametrize("change", [{"ns_points": 105}, {"kind": "dealt-hand"}])
def test_what_is_changed_behind_the_record_is_found(day: Day, change: dict[str, Any]) -> None:
    enter(day, 104, 87)
    values = {"ns_points": 60, "trump": "", **change} if "kind" in change else change
    Result.objects.update(**values)
    assert any(re.search("round 2, table 1, hand 1", fault) for fault in faults(day))
