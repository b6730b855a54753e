"""The addresses of seats: who gets in, what is answered, and the pages around them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest

from scoring.game.announcements import Denomination
from scoring.game.seats import Seat, Side
from scoring.play.acts import MakeTrump, Pass, PlayCard
from tests.tournament.contestants.attendance import withdraw
from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.play.four_phones import (
    SeatPhone,
    agree,
    bots_acts,
    four_phones,
    hand_at,
    phones_day,
    play_by_phones,
    play_on,
    sit,
)
from tournament.links.services import renew_links
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Match, PlayAct, PlayedWith, SeatTaken, Stage
from tournament.rounds.services.clock import extend_clock, pause_clock
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


day_once = made_once(phones_day)
day = own_copy("day_once")


@pytest.fixture
def match(day: Day) -> Match:
    return day.match(1, 1)


def test_a_pairs_page_leads_to_its_seats(day: Day, match: Match) -> None:
    pair = match.pairs.ns.number
    phone = SeatPhone.of_pair(day, pair)
    seats = f"/c/day/pair/{pair}/seats/"
    assert seats in phone.client.get(f"/c/day/pair/{pair}/").content.decode()
    page = phone.client.get(seats).content.decode()
    assert "Sit North" in page
    assert "Sit South" in page
    assert "Sit East" not in page
    Stage.objects.filter(pk=day.stage.pk).update(played_with=PlayedWith.PACKS)
    assert "no hands to play on phones" in phone.client.get(seats).content.decode()


def test_others_are_refused(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    ns, ew = match.pairs.ns.number, match.pairs.ew.number
    second = SeatPhone.of(day, ns)
    other = SeatPhone.of(day, day.match(1, 2).pairs.ns.number)
    opponents = SeatPhone.of(day, ew)
    table = SeatPhone.at_table(day, 1)
    for phone in (second, other, opponents, table):
        assert isinstance(phone, SeatPhone)
        phone.where = (1, 1, Seat.N)
        page = phone.get("")
        assert page.status_code == (302 if phone is second else 403)
        assert phone.get().status_code == 403
        assert phone.post("acts/", {}).status_code in (400, 403)
        body = {"hand": 1, "number": 1, "act": {"act": "delegate"}}
        assert phone.post("acts/", body).status_code == 403
    assert second.take(match, Seat.N).endswith("/seats/")
    assert "Another phone holds" in second.client.get(f"/c/day/pair/{ns}/seats/").content.decode()
    # A partner's phone at its own seat gets nothing of the other.
    south = phones[Seat.S]
    south.where = (1, 1, Seat.N)
    assert south.get().status_code == 403
    assert not PlayAct.objects.exists()


def test_what_can_not_be_read_is_refused(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    dealer = hand_at(match).dealt.dealer
    phone = phones[dealer]
    body: Any
    for body in (
        {},
        [],
        {"hand": 1, "number": 1, "act": {"act": "take-back", "reason": "x"}},
        {"hand": 1, "number": 1, "act": {"act": "end", "reason": "x", "ns_points": 72}},
        {"hand": 1, "number": 1, "act": {"act": "delegate", "seat": dealer.partner.value}},
        {"hand": 1, "number": True, "act": {"act": "delegate"}},
        {"hand": 1, "number": 1, "act": {"act": "trump", "trump": "X"}},
        {"hand": 1, "number": 0, "act": {"act": "delegate"}},
        {"hand": 1, "number": 1, "act": "delegate"},
        {"hand": 99999, "number": 1, "act": {"act": "delegate"}},
    ):
        assert phone.post("acts/", body).status_code == 400, body
        assert phone.post("agreements/", body).status_code == 400, body
    assert not PlayAct.objects.exists()


def test_an_act_is_answered_with_the_state_and_only_news_are_told(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    dealer = hand_at(match).dealt.dealer
    before = phones[dealer.right].told()
    assert phones[dealer.right].get(version=before["version"]).status_code == 204
    answer = phones[dealer].do(MakeTrump(dealer, Denomination.COPES))
    assert answer.status_code == 200
    assert answer.json()["view"]["trump"] == "C"
    assert answer.json()["number"] == 2
    assert phones[dealer].do(MakeTrump(dealer, Denomination.COPES), number=1).status_code == 200
    assert phones[dealer].do(MakeTrump(dealer, Denomination.OROS), number=1).status_code == 409
    news = phones[dealer.right].get(version=before["version"]).json()
    assert news["view"]["turn"] == [dealer.right.value]
    assert "page" not in news
    assert phones[dealer.left].do(Pass(dealer.left)).status_code == 409
    held = hand_at(match).table.hand(dealer)[0]
    assert phones[dealer].do(PlayCard(dealer, held)).status_code == 409


def test_a_card_against_the_rules_is_refused_with_those_that_are_not(
    day: Day, match: Match
) -> None:
    phones = four_phones(day, match)
    hand = hand_at(match)
    table = hand.table
    for own_number, act in bots_acts(hand):
        legal = table.legal(act.seat)
        if legal and len(legal) < len(table.hand(act.seat)):
            break
        assert phones[act.seat].do(act, number=own_number, hand=hand.number).status_code == 200
        table = table.after(act)
    wrong = next(card for card in table.hand(act.seat) if card not in legal)
    answer = phones[act.seat].do(PlayCard(act.seat, wrong))
    assert answer.status_code == 422
    assert str(legal[0]) in answer.json()["error"]


def test_a_round_is_played_to_its_end_and_closed(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    first, *between, last = day.round(1).deals
    for deal in (first, last):
        play_by_phones(phones, match)
        agree_by_phones(phones)
        if deal == first:
            for one in between:
                day.enter_for(match, one, 30)
    told = phones[Seat.N].told()
    assert told["step"] == "done"
    other = day.match(1, 2)
    for deal in day.round(1).deals:
        day.enter_for(other, deal, 30)
    close_round(actor=day.acting, round=day.round(1))
    assert phones[Seat.N].told()["step"] == "away"
    assert "not being played" in phones[Seat.N].get("").content.decode()


def agree_by_phones(phones: Mapping[Seat, SeatPhone]) -> None:
    for seat in (Seat.W, Seat.S):
        told = phones[seat].told()
        assert told["step"] == "result"
        (sent,) = re.findall(r'data-agree="([^"]+)"', told["page"])
        answer = phones[seat].post("agreements/", json.loads(unescape(sent)))
        assert answer.status_code == 200, answer.content


def test_a_seat_shows_the_countdown_of_its_round(day: Day, match: Match) -> None:
    north = four_phones(day, match)[Seat.N]
    assert "countdown" not in north.told()["page"]
    extend_clock(actor=day.acting, round=day.round(1), minutes=20)
    told = north.told()
    ends_at = day.round(1).ends_at
    assert ends_at is not None
    assert told["ends_at"] == ends_at.isoformat()
    assert f'data-until="{ends_at.isoformat()}"' in told["page"]
    pause_clock(actor=day.acting, round=day.round(1))
    told = north.told()
    assert told["ends_at"] is None
    assert told["seconds_left"] == day.round(1).seconds_left
    assert "paused" in told["page"]
    assert "data-until" not in told["page"]


def test_a_seat_is_left_and_taken_by_another_phone(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    north = phones[Seat.N]
    assert north.post("free/", {}).status_code == 302
    assert north.get().status_code == 403
    assert "Waiting" not in phones[Seat.W].told()["page"]
    assert "These seats are free" in phones[Seat.W].told()["page"]
    other = SeatPhone.of(day, match.pairs.ns.number)
    pair = f"/c/day/pair/{match.pairs.ns.number}"
    assert other.take(match, Seat.N) == f"{pair}/seats/"
    assert "call a referee" in other.client.get(f"{pair}/seats/").content.decode()
    referee = english_client(day.referee)
    desk = "/c/day/manage/rounds/1/phones/1/"
    page = referee.get(desk).content.decode()
    assert "Let another phone take North" in page
    assert referee.post(f"{desk}free/N/").status_code == 302
    assert other.take(match, Seat.N) == other.path
    page = " ".join(referee.get(desk).content.decode().split())
    assert "phone 5" in page
    assert "Let another phone take North" not in page
    assert other.told()["step"] == "play"


def test_a_renewed_link_ends_a_seat(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    pair = match.pairs.ns
    place = Place(PlaceKind.PAIR, pair.number, pair.link_number)
    renew_links(actor=day.acting_organiser, championship=day.championship, places=[place])
    assert phones[Seat.N].get().status_code == 403
    assert phones[Seat.W].get().status_code == 200


def test_a_cancelled_match_is_told_and_shows_no_card(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    stranger = SeatPhone.of(day, day.match(1, 2).pairs.ns.number)
    stranger.where = phones[Seat.N].where
    version = phones[Seat.N].told()["version"]
    withdraw(day.championship, match.pairs.ew.number, 1)
    for phone in (phones[Seat.N], phones[Seat.E]):
        for answer in (phone.get(version=version), phone.post("acts/", {}, version=version)):
            assert answer.status_code == 404
            assert answer.json() == {
                "error": "This match is not played any more: it was cancelled. Ask a referee."
            }
        left = phone.client.get(phone.path, follow=True)
        assert "it was cancelled. Ask a referee." in left.content.decode()
        assert left.redirect_chain[0][0] == f"/c/day/pair/{pair_of(match, phone)}/"
    assert stranger.get().headers["Content-Type"].startswith("text/html")
    assert stranger.get(page="1").status_code == 404
    Match.objects.filter(pk=day.match(1, 2).pk).update(table=match.table)
    assert "it was cancelled" in phones[Seat.N].get().json()["error"]
    assert stranger.get().json()["error"].startswith("This phone doesn't hold this seat")


def pair_of(match: Match, phone: SeatPhone) -> int:
    return match.pairs[phone.where[2].side].number


def test_the_desk_tells_where_tables_are_and_frees_seats(day: Day, match: Match) -> None:
    sit(match)
    play_on(match, until=14)
    client = english_client(day.referee)
    path = "/c/day/manage/rounds/1/phones/"
    assert f"{path}1/" in client.get(path).content.decode()
    page = client.get(f"{path}1/").content.decode()
    assert "Free North" in page
    assert "Give the last card back" in page
    for where in ("/c/day/manage/rounds/1/", "/c/day/manage/desk/1/"):
        assert client.get(where).content.decode().count(path) == 1
    answer = client.post(f"{path}1/free/N/")
    assert answer.status_code == 302
    assert not SeatTaken.objects.filter(match=match, seat="N", freed_at=None).exists()
    assert client.post(f"{path}1/free/X/").status_code == 404
    sit(match, Seat.N)
    back = f"{path}1/take-back/"
    assert client.get(back).status_code == 200
    seen = {"deal": 1, "acts": 14}
    assert client.post(back, {**seen, "reason": ""}).status_code == 422
    assert client.post(back, {**seen, "reason": "a slip"}).status_code == 302
    assert PlayAct.objects.get(number=15).kind == "take-back"
    assert client.post(back, {**seen, "reason": "a slip"}).status_code == 422
    play_on(match)
    agree(match, Side.NS)
    assert "to say that the result is right" in client.get(path).content.decode()


def test_the_setting_says_when_results_count_by_themselves(day: Day, match: Match) -> None:
    client = english_client(day.organiser)
    path = "/c/day/manage/played-with/"
    sent = {"played_with": "phones"}
    assert client.post(path, {**sent, "agree_after": "4"}).status_code == 422
    assert client.post(path, {**sent, "agree_after": "15"}).status_code == 302
    assert 'value="15"' in client.get(path).content.decode()
    phones = four_phones(day, match)
    play_by_phones(phones, match)
    told = phones[Seat.N].told()
    assert told["agree_after"] == 15
    assert 'data-agree-after="15"' in told["page"]
    assert "after 15 seconds" in told["page"]


def test_the_setting_says_how_cards_cross_the_network(day: Day) -> None:
    client = english_client(day.organiser)
    path = "/c/day/manage/played-with/"
    assert path in client.get("/c/day/manage/settings/").content.decode()
    page = client.get(path).content.decode()
    assert "whoever listens on the network can read" in page
    assert client.post(path, {"played_with": "packs"}).status_code == 302
    assert client.post(path, {"played_with": "phones"}).status_code == 422
    sent = {"played_with": "phones", "knows_plain_http": "on"}
    answer = client.post(path, sent)
    assert answer.status_code == 422  # the round is open, and nobody has seen cards on phones
    assert "being played with packs" in answer.content.decode()
