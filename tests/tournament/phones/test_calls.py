"""Calling the referee from a table's phone, and from a pair's."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse

from scoring.game.seats import Side
from tests.tournament.day import Day
from tests.tournament.phones.phone import Phone
from tests.tournament.phones.test_pair import address, seen, words
from tournament.core.actor import Actor
from tournament.models import Match, RefereeCall
from tournament.phones.pair_queries import pair_version
from tournament.phones.queries import table_version
from tournament.referee_calls.queries import waiting_calls
from tournament.referee_calls.services import answer_call, call_referee, end_call

pytestmark = pytest.mark.django_db


def say(phone: Phone, what: str, match: Match, side: str, *, table: int = 1) -> HttpResponse:
    return phone.send(what, {"match": match.pk, "side": side}, table=table)


def shown(phone: Phone, table: int = 1) -> Any:
    """What the table's page is told of its call."""
    return phone.state(table).json()["call"]  # type: ignore[attr-defined]


class TestAtTheTable:
    def test_one_tap_calls_and_the_page_shows_it(self, day: Day, phone: Phone) -> None:
        match = day.match(1, 1)
        assert shown(phone) is None
        answer = say(phone, "calls", match, "NS").json()  # type: ignore[attr-defined]
        (waiting,) = waiting_calls(day.championship)
        assert (waiting.table_number, waiting.side, waiting.actor.table) == (1, Side.NS, 1)
        at = int(waiting.at.timestamp() * 1000)
        assert answer == {"call": {"pair": match.pairs.ns.number, "at": at, "coming": False}}
        assert shown(phone) == answer["call"]

    def test_it_learns_that_somebody_is_coming_and_not_who(self, day: Day, phone: Phone) -> None:
        say(phone, "calls", day.match(1, 1), "NS")
        answer_call(actor=day.acting, call=RefereeCall.objects.get())
        assert shown(phone)["coming"] is True
        assert day.acting.name not in phone.state().content.decode()
        end_call(actor=day.acting, call=RefereeCall.objects.get())
        assert shown(phone) is None

    def test_two_taps_are_one_call(self, day: Day, phone: Phone) -> None:
        for _tap in range(2):
            assert say(phone, "calls", day.match(1, 1), "NS").status_code == 200
        assert RefereeCall.objects.count() == 1

    def test_it_is_taken_back_by_those_who_called(self, day: Day, phone: Phone) -> None:
        match = day.match(1, 1)
        say(phone, "calls", match, "NS")
        refused = say(phone, "withdrawals", match, "EW")
        assert refused.status_code == 422
        assert "Only the pair that called" in refused.json()["error"]  # type: ignore[attr-defined]
        assert say(phone, "withdrawals", match, "NS").json() == {"call": None}  # type: ignore[attr-defined]
        assert say(phone, "withdrawals", match, "NS").status_code == 409

    def test_a_pairs_phone_calls_for_its_own_pair_alone(self, day: Day) -> None:
        match = day.match(1, 1)
        phone = Phone.of_pair(day, match.pairs.ew.number)
        assert say(phone, "calls", match, "NS").status_code == 422
        assert say(phone, "calls", match, "EW").status_code == 200
        assert RefereeCall.objects.get().actor_table is None

    def test_a_match_of_another_table(self, day: Day, phone: Phone) -> None:
        assert say(phone, "calls", day.match(1, 2), "NS").status_code == 422
        assert not RefereeCall.objects.exists()

    @pytest.mark.parametrize("body", [{}, {"match": 1}, {"match": "1", "side": "NS"}])
    def test_what_no_page_of_ours_sends(self, phone: Phone, body: dict[str, Any]) -> None:
        assert phone.send("calls", body).status_code == 400

    def test_only_the_tables_own_page_is_refreshed(self, day: Day) -> None:
        before = [table_version(day.championship, table) for table in (1, 2)]
        match = day.match(1, 1)
        call_referee(
            actor=Actor.of_table(1, Side.NS, match.pairs.ns.number), match=match, side=Side.NS
        )
        after = [table_version(day.championship, table) for table in (1, 2)]
        assert [one == other for one, other in zip(before, after)] == [False, True]


class TestOfAPair:
    def test_it_calls_and_takes_it_back(self, day: Day) -> None:
        number = day.match(1, 1).pairs.ns.number
        phone = Phone.of_pair(day, number)
        assert "Call the referee" in seen(phone, number)
        phone.client.post(address(day, number, "call/"), {"act": "call"})
        page = words(seen(phone, number))
        assert f"Pair {number} called the referee at" in page
        assert "Call the referee" not in page
        answer_call(actor=day.acting, call=RefereeCall.objects.get())
        assert "The referee is coming." in words(seen(phone, number))
        phone.client.post(address(day, number, "call/"), {"act": "withdraw"})
        assert "Call the referee" in words(seen(phone, number))

    def test_the_opponents_see_it_and_cannot_take_it_back(self, day: Day) -> None:
        ns, ew = (pair.number for pair in day.match(1, 1).pairs)
        Phone.of_pair(day, ns).client.post(address(day, ns, "call/"), {"act": "call"})
        other = Phone.of_pair(day, ew)
        page = words(seen(other, ew))
        assert f"Pair {ns} called the referee" in page
        assert "Take the call back" not in page
        other.client.post(address(day, ew, "call/"), {"act": "withdraw"})
        assert "Only the pair that called" in words(seen(other, ew))
        assert len(waiting_calls(day.championship)) == 1

    @pytest.mark.parametrize("act", ["", "dance"])
    def test_an_act_that_there_is_not(self, day: Day, act: str) -> None:
        phone = Phone.of_pair(day, 1)
        assert phone.client.post(address(day, 1, "call/"), {"act": act}).status_code == 302
        assert not RefereeCall.objects.exists()

    def test_its_page_is_refreshed_and_no_others(self, day: Day) -> None:
        own, other = day.match(1, 1), day.match(1, 2)
        pairs = [own.pairs.ns, own.pairs.ew, other.pairs.ns]
        before = [pair_version(day.championship, pair, "1") for pair in pairs]
        call_referee(actor=Actor.of_pair(own.pairs.ns.number), match=own, side=Side.NS)
        after = [pair_version(day.championship, pair, "1") for pair in pairs]
        assert [one == other for one, other in zip(before, after)] == [False, False, True]
