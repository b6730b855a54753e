"""A referee sets the play of a hand aside, or lets it count: each in one act, with a reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from scoring.duplicate.scores import Award
from scoring.game.seats import Seat, Side
from tests.tournament.day import Day
from tests.tournament.exports.test_pdf_record import pages
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.pdf_text import texts_of_pages
from tests.tournament.phones.phone import Phone
from tests.tournament.play.four_phones import (
    again,
    agree,
    four_phones,
    hand_at,
    phones_day,
    play_by_phones,
    play_on,
    sit,
)
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.correction_requests.services import decide_correction_request
from tournament.models import (
    Action,
    AuditEvent,
    CorrectionRequest,
    HandInPlay,
    Match,
    NotPlayedReason,
    Outcome,
    Result,
    ResultConfirmation,
)
from tournament.play.match_now import Step, match_now
from tournament.play.services.acts import end_hand, take_back_card
from tournament.play.services.aside import let_play_count, set_play_aside
from tournament.play.services.tables import change_to_packs
from tournament.results.kinds.dealt_hand import BLANK, ResultInput, content_of, entry_of
from tournament.results.own_slips import undo_offer
from tournament.results.services.entry import confirm_result, enter_result
from tournament.results.services.undo import undo_result
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind
from tournament.rulings.services import rule_on_hand, take_back_hand_ruling

pytestmark = [pytest.mark.django_db, pytest.mark.long]

day_once = made_once(phones_day)
day = own_copy("day_once")


@pytest.fixture
def match(day: Day) -> Match:
    return day.match(1, 1)


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)


def points(ns: int) -> ResultInput:
    return ResultInput(outcome=Outcome.PLAYED, ns_points=ns)


def made(match: Match, deal: int = 1) -> int:
    play = HandInPlay.objects.get(match=match, deal=deal)
    assert play.ns_points is not None
    return play.ns_points


def other_than_made(match: Match, deal: int = 1) -> int:
    return (made(match, deal) + 20) % 73


def aside(day: Day, match: Match, deal: int, entry: ResultInput, based_on: int = 0) -> Result:
    return set_play_aside(
        actor=day.acting,
        match=match,
        deal=deal,
        entry=entry,
        based_on=based_on,
        reason="with packs",
    )


def counts(day: Day, match: Match, deal: int, based_on: int) -> Result | None:
    return let_play_count(
        actor=day.acting, match=match, deal=deal, based_on=based_on, reason="a mistake of mine"
    )


def current(match: Match, deal: int = 1) -> Result:
    result = Result.objects.current(match, deal)
    assert result is not None
    return result


def test_no_other_way_of_a_referee_says_something_else_of_such_a_hand(
    day: Day, match: Match
) -> None:
    enter: dict[str, Any] = {"actor": day.acting, "match": match, "deal": 1, "reason": "the slip"}
    for entry in (points(40), ResultInput(Outcome.NOT_PLAYED, not_played_reason="time")):
        with pytest.raises(NotNow, match="set its play aside"):  # nobody has begun
            enter_result(**enter, entry=entry, based_on=0)
    sit(match)
    play_on(match, until=20)
    with pytest.raises(NotNow, match="set its play aside"):
        enter_result(**enter, entry=points(40), based_on=0)
    ruling = HandRuling(HandRulingKind.AWARD, frozenset(Side), "shouting")
    with pytest.raises(NotNow, match="set its play aside"):
        rule_on_hand(actor=day.acting, match=match, deal=1, ruling=ruling, based_on=0)
    play_on(match)
    other = other_than_made(match)
    with pytest.raises(NotNow, match=f"made {made(match)}–"):
        enter_result(**enter, entry=points(other), based_on=0)
    agree(match)
    played = content_of(current(match))
    for entry in (
        points(other),
        points(made(match)),  # without its trumps
        replace(played, ns_points=other, award=Award.NS),
        ResultInput(Outcome.NOT_PLAYED, not_played_reason="fouled"),
    ):
        with pytest.raises(NotNow, match="was played on phones"):
            enter_result(**enter, entry=entry, based_on=1)
    fouled = HandRuling(HandRulingKind.CANCELLED, frozenset(), "another pack")
    with pytest.raises(NotNow, match="was played on phones"):
        rule_on_hand(actor=day.acting, match=match, deal=1, ruling=fouled, based_on=1)
    request = day.correction_request(1, 1, 1, other)
    with pytest.raises(NotNow, match="was played on phones"):
        decide_correction_request(
            actor=day.acting, correction_request=request, entry=points(other), reason="so they say"
        )
    assert content_of(current(match)) == played


def test_rulings_beside_what_was_played_need_no_such_act(day: Day, match: Match) -> None:
    sit(match)
    play_on(match)
    ruling = HandRuling(HandRulingKind.RULE_BREAK, frozenset({Side.NS}), "talking")
    ruled = rule_on_hand(actor=day.acting, match=match, deal=1, ruling=ruling, based_on=0)
    assert (ruled.ns_points, ruled.infraction) == (made(match), "NS")
    take_back_hand_ruling(actor=day.acting, match=match, deal=1, based_on=1, reason="they didn't")
    assert match_now(again(match)).step is Step.RESULT
    agree(match)
    assert current(match).ns_points == made(match)


def test_a_hand_is_set_aside_before_in_and_after_its_play(day: Day, match: Match) -> None:
    aside(day, match, 1, ResultInput(Outcome.NOT_PLAYED, not_played_reason="time"))
    assert current(match).not_played_reason == NotPlayedReason.TIME
    sit(match)
    assert hand_at(match).number == 2
    play_on(match, until=20)
    aside(day, match, 2, points(40))
    assert hand_at(match).number == 3
    play_on(match)
    agree(match)
    with pytest.raises(UserError, match="counts already"):
        aside(day, match, 3, content_of(current(match, 3)), 1)
    with pytest.raises(Conflict):
        aside(day, match, 3, points(other_than_made(match, 3)), 0)
    result = aside(day, match, 3, points(other_than_made(match, 3)), 1)
    assert (result.entered_side, result.change_reason) == ("", "with packs")
    assert aside(day, match, 3, points(other_than_made(match, 3)), 1) == result  # sent twice
    with pytest.raises(NotNow, match="Change its result"):
        aside(day, match, 3, points(0), 2)
    with pytest.raises(UserError, match="reason"):
        set_play_aside(
            actor=day.acting, match=match, deal=4, entry=points(9), based_on=0, reason=" "
        )
    events = AuditEvent.objects.filter(action=Action.PLAY_SET_ASIDE).order_by("sequence")
    assert [(one.deal, one.reason, one.after) for one in events][1] == (
        2, "with packs", {"acts": 20},
    )  # fmt: skip
    # A referee corrects it as any result of their own; nobody else enters or confirms it.
    enter_result(
        actor=day.acting, match=match, deal=3, entry=points(33), based_on=2, reason="read it again"
    )
    table = Phone.at_table(day, match.table.number)
    answer = table.send("confirmations", _confirmation(match, 3, 3), table=match.table.number)
    assert answer.status_code == 409


def _confirmation(match: Match, deal: int, version: int) -> dict[str, Any]:
    return {"key": "a" * 32, "match": match.pk, "hand": deal, "side": "NS", "version": version}


def test_one_act_from_the_desk_sets_everything_right(
    day: Day, match: Match, referee: Client
) -> None:
    phones = four_phones(day, match)
    play_by_phones(phones, match)
    phones[Seat.N].agree()
    opponents = Phone(day)
    opponents.client = phones[Seat.E].client
    opponents.object_to(match, 1, "EW", 1)
    assert phones[Seat.N].told()["hand"] == 2
    desk = referee.get(f"/c/day/manage/desk/1/tables/{match.table.number}/").content.decode()
    address = f"/c/day/manage/rounds/1/phones/{match.table.number}/hands/1/"
    assert address in desk
    page = referee.get(address).content.decode()
    assert "Set the play aside" in page
    assert f"</span>{made(match)}<span" in page
    before = AuditEvent.objects.filter(championship=day.championship).latest("sequence").sequence
    said = {"ns_points": str(other_than_made(match)), "reason": "they used packs", "based_on": "1"}
    assert referee.post(address, {**said, "reason": ""}).status_code == 422
    assert referee.post(address, said).status_code == 302
    told = AuditEvent.objects.filter(championship=day.championship, sequence__gt=before)
    assert [(one.action, one.reason) for one in told.order_by("sequence")] == [
        (action, "they used packs")
        for action in ("play-set-aside", "result-changed", "correction-request-decided")
    ]
    request = CorrectionRequest.objects.get()
    assert (request.decision, request.decision_reason) == ("granted", "they used packs")
    assert current(match).ns_points == other_than_made(match)
    for phone in phones.values():
        now = phone.told()
        assert (now["hand"], now["step"]) == (2, "play")
        assert "set the play of hand 1 aside" in now["page"]
        assert "they used packs" in now["page"]
        (beside,) = now["beside"]
        assert (beside["hand"], beside["played"]["points"], beside["counts"]["points"]) == (
            1, made(match), other_than_made(match),
        )  # fmt: skip
    # Taken back, what was played counts again.
    page = referee.get(address).content.decode()
    assert "Let the play count" in page
    said = {"reason": "the packs were another table's", "based_on": "2"}
    assert referee.post(f"{address}count/", said).status_code == 302
    assert current(match).ns_points == made(match)
    assert phones[Seat.W].told()["beside"] == []


def test_what_was_played_counts_again_and_decides_what_was_asked(day: Day, match: Match) -> None:
    sit(match)
    play_on(match)
    agree(match)
    played = content_of(current(match))
    aside(day, match, 1, points(other_than_made(match)), 1)
    day.correction_request(1, 1, 1, None, side=Side.NS)
    with pytest.raises(Conflict):
        counts(day, match, 1, 1)
    result = counts(day, match, 1, 2)
    assert result is not None
    assert content_of(result) == played
    assert counts(day, match, 1, 3) == result
    assert CorrectionRequest.objects.get().decision == "granted"
    assert hand_at(match).number == 2


def test_a_hand_that_was_not_played_to_its_end_goes_on(day: Day, match: Match) -> None:
    sit(match)
    play_on(match, until=20)
    aside(day, match, 1, points(40))
    assert counts(day, match, 1, 1) is None
    assert (hand_at(match).number, len(hand_at(match).acts)) == (1, 20)
    aside(day, match, 1, points(40), 2)
    enter_result(actor=day.acting, match=match, deal=1, entry=BLANK, based_on=3, reason="not yet")
    assert match_now(again(match)).step is Step.REFEREE
    said: dict[str, Any] = {"actor": day.acting, "match": match, "deal": 1, "acts": 20}
    with pytest.raises(NotNow):
        take_back_card(**said, reason="x")
    with pytest.raises(NotNow):
        end_hand(**said, reason="x", ns_points=3)
    with pytest.raises(Conflict, match="not being played now"):
        play_on(match)


def test_undo_does_not_reach_across_such_an_act(day: Day, match: Match) -> None:
    sit(match)
    play_on(match)
    agree(match)
    aside(day, match, 1, points(other_than_made(match)), 1)
    actor = day.acting
    assert undo_offer(match.round, actor.acted_by) is None
    with pytest.raises(NotNow):
        undo_result(actor=actor, match=match, deal=1, version=2)
    counts(day, match, 1, 2)
    assert undo_offer(match.round, actor.acted_by) is None
    with pytest.raises(NotNow):
        undo_result(actor=actor, match=match, deal=1, version=3)


def test_packs_free_the_hands_that_were_not_played_to_their_end(day: Day, match: Match) -> None:
    sit(match)
    play_on(match)
    change_to_packs(actor=day.acting, match=match, reason="a flat battery")
    table = Phone.at_table(day, match.table.number)
    other = other_than_made(match)
    answer = table.send("entries", _entry(match, 1, other), table=match.table.number)
    assert answer.status_code == 409
    assert f"made {made(match)}–" in answer.content.decode("unicode_escape")
    assert table.enter(match, 2, "NS", 40, asked=True)["state"] == "stored"
    assert table.confirm(match, 2, "EW", 1)["state"] == "confirmed"
    with pytest.raises(NotNow, match="enter its result"):
        aside(day, match, 3, points(4))
    assert aside(day, match, 1, points(other)).ns_points == other


def _entry(match: Match, deal: int, ns: int) -> dict[str, Any]:
    said = _confirmation(match, deal, 0)
    del said["version"]
    return {
        **said, "based_on": 0, "points": ns, "trump": "E", "double": "", "asked": True,
        "late": False,
    }  # fmt: skip


def test_after_the_round_pairs_ask_and_a_referee_sets_aside(day: Day, match: Match) -> None:
    sit(match)
    for _hand in range(4):
        play_on(match)
        agree(match)
    for deal in day.round(1).deals:
        aside(day, day.match(1, 2), deal, points(30 + deal))
    close_round(actor=day.acting, round=day.round(1))
    own = Phone.of_pair(day, match.pairs.ns.number)
    other = other_than_made(match)
    address = f"/c/day/pair/{match.pairs.ns.number}/rounds/1/hands/1/correction/"
    said = {"points": str(other), "trump": "E", "double": "", "words": "no", "based_on": "1"}
    asked = own.client.post(address, said)
    assert asked.status_code == 302
    request = CorrectionRequest.objects.get()
    with pytest.raises(NotNow, match="was played on phones"):
        decide_correction_request(
            actor=day.acting, correction_request=request, entry=points(other), reason="so they say"
        )
    assert current(match).ns_points == made(match)
    aside(day, match, 1, replace(points(other), announcement=_said(request)), 1)
    request.refresh_from_db()
    assert request.decision == "granted"
    reopen_round(actor=day.acting, round=day.round(1), reason="again")
    assert own.enter(match, 1, "NS", 72, based_on=2)["state"] == "referee"
    assert current(match).ns_points == other


def _said(request: CorrectionRequest) -> Any:
    assert request.said is not None
    return entry_of(request.said).announcement


def test_a_hand_that_a_referee_ended_is_the_referees(day: Day, match: Match) -> None:
    sit(match)
    play_on(match, until=20)
    end_hand(actor=day.acting, match=match, deal=1, reason="time", ns_points=None, acts=20)
    table = Phone.at_table(day, match.table.number)
    assert table.send("entries", _entry(match, 1, 9), table=match.table.number).status_code == 409
    day.enter(1, 1, 1, 36)
    assert hand_at(match).number == 2
    play_on(match, until=20)
    end_hand(actor=day.acting, match=match, deal=2, reason="time", ns_points=30, acts=20)
    with pytest.raises(NotNow, match="made 30–42"):
        enter_result(actor=day.acting, match=match, deal=2, entry=points(36), based_on=0)
    agree(match)
    assert current(match, 2).ns_points == 30


def test_a_referee_confirms_only_what_was_played(day: Day, match: Match) -> None:
    sit(match)
    play_on(match)
    agree(match, Side.NS)
    Result.objects.filter(match=match, deal=1).update(ns_points=other_than_made(match))
    with pytest.raises(NotNow, match="was played on phones"):
        confirm_result(
            actor=day.acting, match=match, deal=1, version=1, by=ResultConfirmation.By.REFEREE
        )
    with pytest.raises(NotNow, match="was played on phones"):
        agree(match, Side.EW)


def test_what_was_played_stands_beside_what_counts(day: Day, match: Match, referee: Client) -> None:
    sit(match)
    for _hand in range(3):
        play_on(match)
        agree(match)
    play_on(match, until=20)
    other = other_than_made(match)
    aside(day, match, 1, points(other), 1)
    aside(day, match, 4, ResultInput(Outcome.NOT_PLAYED, not_played_reason="time"))
    for deal in day.round(1).deals:
        aside(day, day.match(1, 2), deal, points(30 + deal))
    close_round(actor=day.acting, round=day.round(1))
    stranger = Phone(day).client
    page = stranger.get("/c/day/hands/1/").content.decode()
    assert f"Played on phones:\n  {made(match)}–{72 - made(match)}" in page
    assert "A referee set the play aside." in page
    assert "with packs" not in page
    assert "with packs" in referee.get("/c/day/hands/1/").content.decode()
    assert "Broken off on phones." in stranger.get("/c/day/hands/4/").content.decode()
    assert "Played on phones" not in stranger.get("/c/day/hands/2/").content.decode()
    hands = stranger.get("/c/day/results.json").json()["hands"]
    told = {
        (hand["hand"], table["table"]): table["played_on_phones"]
        for hand in hands
        for table in hand["tables"]
    }
    assert {place for place, played in told.items() if played} == {(1, 1), (4, 1)}
    assert (told[1, 1]["ns_points"], told[1, 1]["set_aside"]) == (made(match), True)
    assert told[4, 1]["ns_points"] is None
    sheets = stranger.get("/c/day/export/rounds/1/hand-sheets.pdf").content
    paper = " ".join(" ".join(texts_of_pages(sheets)).split())
    assert f"played on phones: {made(match)}–{72 - made(match)}" in paper
    assert "broken off and set aside by a referee" in paper
    desk = referee.get(f"/c/day/manage/desk/1/tables/{match.table.number}/").content.decode()
    assert "A referee has set the play of hand 1" in desk
    played = stranger.get(f"/c/day/hands/1/played/{match.table.number}/").content.decode()
    assert "A referee set the play aside." in played
    own = Phone.of_pair(day, match.pairs.ns.number).client
    assert "set the play aside" in own.get(f"/c/day/pair/{match.pairs.ns.number}/").content.decode()
    history = referee.get("/c/day/manage/rounds/1/tables/1/hands/1/history/").content.decode()
    assert "play on phones set aside" in history


def test_the_official_record_tells_who_set_aside_what_was_played_and_why(
    day: Day, match: Match
) -> None:
    sit(match)
    play_on(match)
    agree(match)
    aside(day, match, 1, points(other_than_made(match)), 1)
    for table, deal in [(1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4)]:
        day.enter(1, table, deal, 30 + deal)
    close_round(actor=day.acting, round=day.round(1))
    text = " ".join(" ".join(pages(day.stage)).split())
    assert f"Played on phones: {made(match)}–{72 - made(match)}" in text
    assert f"{day.acting.name}: with packs" in text
