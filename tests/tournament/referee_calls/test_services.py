"""A table calls a referee; a referee comes; the call is over."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.factories import make_user
from tests.tournament.made_once import made_once, own_copy
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.live import public_version
from tournament.models import Action, Match, RefereeCall
from tournament.referee_calls.queries import call_of_table, waiting_calls
from tournament.referee_calls.services import (
    MOST_CALLS,
    answer_call,
    call_referee,
    end_call,
    withdraw_call,
)
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


def a_day() -> Day:
    day = make_day()
    day.open(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def at(day: Day, table: int = 1, side: Side = Side.NS) -> Actor:
    return Actor.of_table(table, side, day.match(1, table).pairs[side].number)


def call(day: Day, table: int = 1, side: Side = Side.NS) -> RefereeCall:
    return call_referee(actor=at(day, table, side), match=day.match(1, table), side=side)


def actions(day: Day) -> list[tuple[str, dict[str, object] | None]]:
    """What was done about calls, with what was told of it."""
    acts = day.championship.events.filter(action__startswith="referee-")
    return [(one.action, one.after) for one in acts]


class TestCalling:
    def test_it_waits_with_its_place_and_its_time(self, day: Day) -> None:
        day.championship.tables.filter(number=1).update(name="Porta")
        call(day)
        (waiting,) = waiting_calls(day.championship)
        pair = day.match(1, 1).pairs.ns.number
        assert (waiting.number, waiting.round, waiting.table_number) == (1, 1, 1)
        assert (waiting.table_name, waiting.side, waiting.contestant) == (
            "1 · Porta",
            Side.NS,
            pair,
        )
        event = day.championship.events.get(action=Action.REFEREE_CALLED)
        assert (event.round, event.table, event.at) == (1, 1, waiting.at)
        assert event.actor_contestant == pair

    def test_two_taps_are_one_call_whoever_taps(self, day: Day) -> None:
        first = call(day)
        assert call(day) == first
        assert call(day, side=Side.EW) == first
        assert actions(day) == [("referee-called", {"call": 1, "side": "NS"})]

    def test_every_table_has_its_own(self, day: Day) -> None:
        call(day, 2)
        call(day, 1, Side.EW)
        assert [(one.table_number, one.number) for one in waiting_calls(day.championship)] == [
            (2, 1),
            (1, 2),
        ]
        of_first = call_of_table(day.championship, 1)
        assert of_first is not None
        assert of_first.number == 2

    def test_the_database_keeps_it_to_one(self, day: Day) -> None:
        first = call(day)
        first.pk, first.number = None, 2
        with pytest.raises(IntegrityError), transaction.atomic():
            first.save(force_insert=True)

    def test_a_round_that_is_not_played(self, day: Day) -> None:
        with pytest.raises(NotNow, match="Round 2 is not being played"):
            call_referee(actor=at(day), match=day.match(2, 1), side=Side.NS)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        with pytest.raises(NotNow, match="Round 1 is not being played"):
            call(day)

    def test_a_match_that_was_cancelled(self, day: Day) -> None:
        match = day.match(1, 1)
        Match.objects.filter(pk=match.pk).update(cancelled=True)
        with pytest.raises(NotNow, match="cancelled"):
            call_referee(actor=Actor.of_pair(1), match=match, side=Side.NS)

    def test_who_plays_with_the_button_is_stopped(self, day: Day) -> None:
        for _time in range(MOST_CALLS):
            withdraw_call(actor=at(day), call=call(day))
        with pytest.raises(NotNow, match="too often"):
            call(day)
        assert call(day, 2).table == 2

    def test_nothing_that_is_published_changes(self, day: Day) -> None:
        before = public_version(day.championship)
        answer_call(actor=day.acting, call=call(day))
        assert public_version(day.championship) == before


class TestWithdrawing:
    def test_the_pair_that_called_takes_it_back(self, day: Day) -> None:
        made = call(day)
        withdraw_call(actor=at(day), call=made)
        made = withdraw_call(actor=at(day), call=made)
        assert (made.outcome, made.ended_table) == (RefereeCall.Outcome.WITHDRAWN, 1)
        assert waiting_calls(day.championship) == ()
        assert actions(day)[1:] == [("referee-call-withdrawn", {"call": 1})]

    def test_by_its_own_link_too(self, day: Day) -> None:
        pair = day.match(1, 1).pairs.ns.number
        made = withdraw_call(actor=Actor.of_pair(pair), call=call(day))
        assert (made.ended_contestant, made.ended_table) == (pair, None)

    def test_the_opponents_cannot(self, day: Day) -> None:
        with pytest.raises(UserError, match="Only the pair that called"):
            withdraw_call(actor=at(day, side=Side.EW), call=call(day))
        assert len(waiting_calls(day.championship)) == 1


class TestComing:
    def test_the_table_learns_of_it(self, day: Day) -> None:
        made = answer_call(actor=day.acting, call=call(day))
        assert answer_call(actor=day.acting, call=made).coming_at == made.coming_at
        (waiting,) = waiting_calls(day.championship)
        assert (waiting.coming_at, waiting.coming_by) == (made.coming_at, day.acting.name)
        assert actions(day)[1:] == [("referee-coming", {"call": 1})]

    def test_one_referee_is_enough(self, day: Day) -> None:
        made = answer_call(actor=day.acting, call=call(day))
        with pytest.raises(Conflict, match="is already on the way"):
            answer_call(actor=Actor.of_user(make_user("other")), call=made)

    def test_not_to_a_call_that_was_taken_back(self, day: Day) -> None:
        made = withdraw_call(actor=at(day), call=call(day))
        for act in (answer_call, end_call):
            with pytest.raises(Conflict, match="has taken its call back"):
                act(actor=day.acting, call=made)


class TestEnding:
    def test_it_is_over_and_the_table_can_call_again(self, day: Day) -> None:
        made = end_call(actor=day.acting, call=call(day))
        assert end_call(actor=Actor.of_user(make_user("other")), call=made) == made
        assert (made.outcome, made.ended_by) == (RefereeCall.Outcome.DONE, day.acting.name)
        assert call(day).number == 2
        assert [action for action, _told in actions(day)] == [
            "referee-called",
            "referee-call-done",
            "referee-called",
        ]

    def test_nobody_goes_to_a_call_that_is_over(self, day: Day) -> None:
        made = end_call(actor=day.acting, call=call(day))
        with pytest.raises(Conflict, match="has already dealt with this call"):
            answer_call(actor=day.acting, call=made)

    def test_after_the_round_was_closed(self, day: Day) -> None:
        made = call(day)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        assert end_call(actor=day.acting, call=made).outcome == RefereeCall.Outcome.DONE
