"""What a referee does with a table on phones, through the pages: each act, its record, its way
back, and what the phones of the table say."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.game.seats import Seat, Side
from tests.tournament import verified
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.pdf_text import texts_of_pages
from tests.tournament.play.four_phones import (
    SeatPhone,
    again,
    agree,
    bots_act,
    do,
    four_phones,
    hand_at,
    pair_at,
    phone_name,
    phones_day,
    play_on,
    sit,
)
from tests.tournament.play.test_services import faults, step_of
from tests.tournament.visitors import LAPTOP
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import (
    Action,
    AuditEvent,
    HandAccess,
    Match,
    Outcome,
    PlayAct,
    PlayedWith,
    RefereeCall,
    SeatTaken,
)
from tournament.play.left_hands import hands_left
from tournament.play.match_cache import kept_match
from tournament.play.match_now import Step
from tournament.play.news import news_of
from tournament.play.queries import seat_view, table_line
from tournament.play.services.acts import end_hand
from tournament.play.services.results import agree_on_result
from tournament.play.services.seats import free_seat, take_seat
from tournament.play.services.tables import (
    change_back_to_phones,
    change_to_packs,
    choose_played_with,
    exchange_seats,
    let_table_go_on,
    pause_table,
)
from tournament.referee_calls.services import answer_call
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import take_back_opening
from tournament.rulings.services import cancel_hand, withdraw_ruling
from tournament.schedule.services.schedule import make_schedule, publish_schedule

pytestmark = [pytest.mark.django_db, pytest.mark.long]
DESK = "/c/day/manage/rounds/1/phones/1/"


day_once = made_once(phones_day)
day = own_copy("day_once")


@pytest.fixture
def match(day: Day) -> Match:
    return day.match(1, 1)


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)


def at_the_laptop(day: Day) -> Client:
    """An organiser over a line that nobody reads along."""
    client = Client(headers={"accept-language": "en"}, **LAPTOP)  # type: ignore[arg-type]
    client.force_login(day.organiser)
    return client


def recorded(day: Day) -> list[str]:
    """Return the sentences of `verify` about matches."""
    return [one for one in verified.faults(day.championship) if one.startswith("match ")]


def last_event(action: Action) -> AuditEvent:
    found = AuditEvent.objects.filter(action=action).order_by("-sequence").first()
    assert found is not None
    return found


# Packs


def test_a_table_goes_on_with_packs_and_its_hands_are_printed(
    day: Day, match: Match, referee: Client
) -> None:
    phones = four_phones(day, match)
    play_by_services = {seat: phone.told()["version"] for seat, phone in phones.items()}
    assert referee.post(f"{DESK}packs/", {"reason": ""}).status_code == 422
    assert referee.post(f"{DESK}packs/", {"reason": "a flat battery"}).status_code == 302
    event = last_event(Action.TABLE_TO_PACKS)
    assert (event.reason, event.round, event.table) == ("a flat battery", 1, 1)
    assert event.after == {"pairs": [pair.number for pair in match.pairs]}
    for seat, phone in phones.items():
        assert phone.get(version=play_by_services[seat]).status_code == 200
        told = phone.told()
        assert (told["step"], told["view"]) == ("packs", None)
        assert f"/c/day/table/{match.table.number}/" in told["page"]
    act = {"hand": 1, "number": 1, "act": {"act": "delegate"}}
    assert phones[hand_dealer(day)].post("acts/", act).status_code == 409
    # Another table plays on, and a pair's page leads to packs.
    sit(day.match(1, 2))
    assert step_of(day.match(1, 2)) is Step.PLAY
    page = phones[Seat.N].client.get(f"/c/day/pair/{match.pairs.ns.number}/").content.decode()
    assert "Play on this phone" not in page
    pdf = f"/c/day/export/rounds/1/tables/{match.table.number}/hands.pdf"
    assert "An organiser prints them" in referee.get(DESK).content.decode()
    assert referee.get(pdf).status_code == 403
    organiser = at_the_laptop(day)
    assert pdf in organiser.get(DESK).content.decode()
    assert organiser.get(pdf).status_code == 200
    paper = organiser.post(pdf, {"reason": "for table 1"})
    assert paper["Content-Type"] == "application/pdf"
    first = texts_of_pages(paper.content)[0]
    assert "Hand 1" in first
    assert f"Table {match.table.shown_name}, round 1" in first
    event = last_event(Action.HANDS_PRINTED)
    assert event.after is not None
    assert (event.after["rounds"], event.after["hands"]) == ([1], [1, 2, 3, 4])
    other = f"/c/day/export/rounds/1/tables/{day.match(1, 2).table.number}/hands.pdf"
    assert organiser.get(other).status_code == 404
    assert recorded(day) == []


def hand_dealer(day: Day) -> Seat:
    return Seat.N if hand_at(day.match(1, 2)).dealt.dealer is Seat.N else Seat.S


def test_only_hands_that_are_left_need_packs(day: Day, match: Match) -> None:
    sit(match)
    play_on(match)
    agree(match)
    play_on(match)  # played to its end, and not agreed on
    change_to_packs(actor=day.acting, match=match, reason="x")
    assert hands_left(again(match)) == (3, 4)
    assert PlayAct.objects.filter(hand__match=match).exists()
    day.enter(1, 1, 2, 30)
    day.enter(1, 1, 3, 30)
    assert hands_left(again(match)) == (4,)
    assert faults(day) == []


def test_a_table_goes_back_to_phones_while_nothing_else_followed(day: Day, match: Match) -> None:
    sit(match)
    play_on(match, until=9)
    change_to_packs(actor=day.acting, match=match, reason="x")
    change_to_packs(actor=day.acting, match=match, reason="twice")
    assert AuditEvent.objects.filter(action=Action.TABLE_TO_PACKS).count() == 1
    change_back_to_phones(actor=day.acting, match=match)
    change_back_to_phones(actor=day.acting, match=match)
    assert AuditEvent.objects.filter(action=Action.TABLE_TO_PHONES).count() == 1
    assert (step_of(match), len(hand_at(match).acts)) == (Step.PLAY, 9)
    assert recorded(day) == []
    change_to_packs(actor=day.acting, match=match, reason="again")
    day.enter(1, 1, 1, 30)
    with pytest.raises(NotNow, match="Results have been entered"):
        change_back_to_phones(actor=day.acting, match=match)
    other = day.match(1, 2)
    sit(other)
    change_to_packs(actor=day.acting, match=other, reason="x")
    organiser = at_the_laptop(day)
    organiser.post(f"/c/day/export/rounds/1/tables/{other.table.number}/hands.pdf", {"reason": "x"})
    assert HandAccess.objects.filter(kind=HandAccess.Kind.PRINTED).count() == 1
    with pytest.raises(NotNow, match="have been printed"):
        change_back_to_phones(actor=day.acting, match=other)
    page = english_client(day.referee).get(DESK).content.decode()
    assert "stays with packs" in page
    assert "phones/1/phones/" not in page


def test_what_was_done_at_a_table_goes_with_its_match() -> None:
    day = make_day(slug="another")
    organiser = day.acting_organiser
    stage = make_schedule(actor=organiser, stage=day.stage)
    publish_schedule(actor=organiser, stage=stage)
    choose_played_with(
        actor=organiser, stage=stage, played_with=PlayedWith.PHONES, knows_plain_http=True
    )
    day.open(1)
    change_to_packs(actor=day.acting, match=day.match(1, 1), reason="x")
    take_back_opening(actor=organiser, round=day.round(1), reason="too early")
    assert recorded(day) == []
    make_schedule(actor=organiser, stage=stage)
    assert not Match.objects.filter(packs_since__isnull=False).exists()
    assert recorded(day) == []


# Pauses


def test_a_pause_refuses_cards_and_is_taken_off_the_waiting(
    day: Day, match: Match, referee: Client
) -> None:
    phones = four_phones(day, match)
    act = bots_act(hand_at(match).table)
    before = news_of(match)
    assert referee.post(f"{DESK}pause/").status_code == 302
    assert referee.post(f"{DESK}pause/").status_code == 302
    assert AuditEvent.objects.filter(action=Action.TABLE_PAUSED).count() == 1
    assert news_of(match) != before
    told = phones[act.seat].told()
    assert (told["step"], told["view"]["may"], told["view"]["turn"]) == ("paused", [], [])
    assert "data-act" not in told["page"]
    assert "paused this table" in told["page"]
    answer = phones[act.seat].do(act)
    assert answer.status_code == 409
    assert "paused" in answer.json()["error"]
    assert table_line(again(match)).since == again(match).paused_since
    # Ten minutes of waiting before the pause, and twenty in it.
    now = timezone.now()
    SeatTaken.objects.update(taken_at=now - timedelta(minutes=30))
    type(day.round(1)).objects.filter(number=1).update(opened_at=now - timedelta(minutes=40))
    Match.objects.filter(pk=match.pk).update(paused_since=now - timedelta(minutes=20))
    assert referee.post(f"{DESK}go-on/").status_code == 302
    assert referee.post(f"{DESK}go-on/").status_code == 302
    since = table_line(again(match)).since
    assert since is not None
    assert timedelta(minutes=9) < timezone.now() - since < timedelta(minutes=11)
    assert "10\xa0min" in referee.get("/c/day/manage/rounds/1/phones/").content.decode()
    assert phones[act.seat].do(act).status_code == 200
    assert AuditEvent.objects.filter(action=Action.TABLE_WENT_ON).count() == 1
    assert recorded(day) == []
    Match.objects.filter(pk=match.pk).update(paused_since=now)
    assert len(recorded(day)) == 1


def test_nothing_is_agreed_on_in_a_pause(day: Day, match: Match) -> None:
    sit(match)
    play_on(match)
    pause_table(actor=day.acting, match=match)
    content = seat_view(kept_match(match), Seat.N).content
    assert content is not None
    with pytest.raises(NotNow, match="paused"):
        agree_on_result(
            actor=day.acting,
            match=match,
            deal=1,
            seat=Seat.N,
            phone=phone_name(Seat.N),
            content=content,
        )
    let_table_go_on(actor=day.acting, match=match)
    agree(match)
    assert seat_view(kept_match(match), Seat.N).deal == 2


# Seats


def test_partners_change_places_between_hands_only(day: Day, match: Match) -> None:
    sit(match)
    asked: dict[str, Any] = {"actor": day.acting, "match": match, "side": Side.NS}
    with pytest.raises(NotNow, match="between two hands"):
        exchange_seats(**asked, reason="wrong chairs")
    play_on(match, until=20)
    with pytest.raises(NotNow, match="between two hands"):
        exchange_seats(**asked, reason="wrong chairs")
    play_on(match)
    with pytest.raises(UserError, match="reason"):
        exchange_seats(**asked, reason=" ")
    exchange_seats(**asked, reason="wrong chairs")
    assert last_event(Action.SEATS_EXCHANGED).after == {"side": "NS"}
    held = {one.seat: one.phone for one in SeatTaken.objects.filter(match=match, freed_at=None)}
    assert (held["N"], held["S"]) == (phone_name(Seat.S), phone_name(Seat.N))
    assert held["E"] == phone_name(Seat.E)
    # The next hand is begun; whoever sits at one seat now gets no other.
    day.enter(1, 1, 1, 40)
    assert step_of(match) is Step.PLAY
    for seat in (Seat.N, Seat.S):
        free_seat(actor=day.acting, match=match, seat=seat)
    south: dict[str, Any] = {"actor": pair_at(match, Seat.S), "match": match, "seat": Seat.S}
    with pytest.raises(NotNow, match="seen the cards"):
        take_seat(**south, phone=phone_name(Seat.S))
    take_seat(**south, phone=phone_name(Seat.N))


def test_nobody_changes_places_where_a_begun_hand_may_come_back(day: Day, match: Match) -> None:
    """Hand 2 is in play when the result of hand 1 is taken back: hand 1 lies on the table, over."""
    sit(match)
    play_on(match)
    agree(match)
    play_on(match, until=9)
    enter_result(
        actor=day.acting,
        match=match,
        deal=1,
        entry=ResultInput(Outcome.BLANK),
        based_on=1,
        reason="wrong",
    )
    now = seat_view(kept_match(match), Seat.N)
    assert (now.deal, now.step) == (1, Step.RESULT)
    with pytest.raises(NotNow, match="between two hands"):
        exchange_seats(actor=day.acting, match=match, side=Side.NS, reason="x")


@pytest.mark.parametrize("acts", [0, 5])
def test_they_change_places_after_a_hand_that_was_not_played(
    day: Day, match: Match, acts: int
) -> None:
    """Hand 1 is cancelled, seen or in play; should it come back, nobody plays it with cards seen
    from two seats."""
    sit(match)
    play_on(match, until=acts)
    cancelled = cancel_hand(
        actor=day.acting_organiser, championship=day.championship, deal=1, reason="a card fell"
    )
    asked: dict[str, Any] = {"actor": day.acting, "match": match, "side": Side.NS}
    with pytest.raises(NotNow, match="between two hands"):  # hand 2 is on the table
        exchange_seats(**asked, reason="wrong chairs")
    play_on(match)
    exchange_seats(**asked, reason="wrong chairs")
    ended = last_event(Action.HAND_ENDED)
    assert (ended.deal, ended.reason, ended.after) == (
        1, "wrong chairs", {"acts": acts + 1, "ns_points": None},
    )  # fmt: skip
    assert table_line(again(match)).step is Step.RESULT
    withdraw_ruling(actor=day.acting_organiser, ruling=cancelled, reason="it didn't")
    now = seat_view(kept_match(match), Seat.N)
    assert (now.deal, now.step) == (1, Step.REFEREE)
    day.enter(1, 1, 1, 40)
    assert seat_view(kept_match(match), Seat.N).deal == 2
    assert faults(day) == []
    exchange_seats(**asked, reason="and back")  # all hands are over
    assert AuditEvent.objects.filter(action=Action.HAND_ENDED).count() == 1


# Ending a hand


def test_a_hand_is_ended_with_points_or_without(day: Day, match: Match, referee: Client) -> None:
    said: dict[str, Any] = {"actor": day.acting, "match": match, "deal": 1, "reason": "time"}
    with pytest.raises(NotNow, match="not being played"):  # nobody has seen a card
        end_hand(**said, ns_points=None, acts=0)
    sit(match)
    with pytest.raises(UserError, match="Trumps") as refused:
        end_hand(**said, ns_points=40, acts=0)
    assert refused.value.field == "ns_points"
    play_on(match, until=12)
    with pytest.raises(Conflict):
        end_hand(**said, ns_points=40, acts=11)
    seen = {"deal": 1, "acts": 12, "reason": "time"}
    assert referee.post(f"{DESK}end/", {**seen, "ns_points": "73"}).status_code == 422
    assert referee.post(f"{DESK}end/", {**seen, "ns_points": "40"}).status_code == 302
    event = last_event(Action.HAND_ENDED)
    assert (event.reason, event.after) == ("time", {"acts": 13, "ns_points": 40})
    now = seat_view(kept_match(match), Seat.N)
    assert now.step is Step.RESULT
    agree(match)
    play_on(match, until=3)
    end_hand(**{**said, "deal": 2}, ns_points=None, acts=3)
    assert step_of(match) is Step.REFEREE
    page = referee.get(DESK).content.decode()
    assert "the referee, for the result" in page
    assert "/c/day/manage/rounds/1/tables/1/hands/2/" in page
    day.enter(1, 1, 2, 36)
    assert seat_view(kept_match(match), Seat.N).deal == 3
    assert faults(day) == []


# Calls


def test_a_seat_calls_the_referee_and_the_desk_tells(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    north: SeatPhone = phones[Seat.N]
    assert "Yes, call the referee" in north.get("").content.decode()
    answer = north.post("call/", {"act": "call"})
    assert answer["Location"] == north.path
    north.client.post(north.path + "call/", {"act": "call"})
    call = RefereeCall.objects.get()
    assert (call.round, call.table, call.side) == (1, match.table.number, "NS")
    page = north.get("").content.decode()
    assert "called the" in page
    assert "Take the call back" in page
    assert "Take the call back" not in phones[Seat.E].get("").content.decode()
    inbox = english_client(day.referee).get("/c/day/manage/inbox/").content.decode()
    assert "Tables that call" in inbox
    west = phones[Seat.W].told()
    assert west["call"] == {
        "pair": call.actor_contestant,
        "at": call.at.isoformat(),
        "coming": False,
    }
    assert "The referee is coming" not in west["page"]
    answer_call(actor=day.acting, call=call)
    west = phones[Seat.W].get(version=west["version"], page="1").json()
    assert west["call"]["coming"] is True
    assert "The referee is coming" in west["page"]
    north.client.post(north.path + "call/", {"act": "withdraw"})
    call.refresh_from_db()
    assert call.outcome == RefereeCall.Outcome.WITHDRAWN
    assert phones[Seat.W].told()["call"] is None


def test_acts_that_make_no_sense_are_refused(day: Day, match: Match, referee: Client) -> None:
    assert referee.get(f"{DESK}nonsense/").status_code == 404
    assert referee.get("/c/day/manage/rounds/1/phones/99/").status_code == 404
    answer = referee.post(f"{DESK}take-back/", {"deal": 1, "acts": 3, "reason": "x"})
    assert answer.status_code == 422
    sit(match)
    do(match, bots_act(hand_at(match).table))
    page = referee.get(f"{DESK}take-back/").content.decode()
    assert "can't be done at the table" in page
