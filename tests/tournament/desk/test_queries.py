"""A round at the desk: what every table owes, in which order, and what needs a referee."""

from __future__ import annotations

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.duplicate.scores import Award, Infraction
from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tournament.core.actor import Actor
from tournament.desk.queries.hands import Mark
from tournament.desk.queries.rounds import Desk, desk_of, desk_round
from tournament.models import (
    Championship,
    ConfirmationRule,
    CorrectionRequest,
    Outcome,
    Result,
    ResultConfirmation,
    Round,
    RoundStatus,
)
from tournament.results.kinds.dealt_hand import BLANK, ResultInput
from tournament.results.plausibility import DoubtKind, doubts_about
from tournament.results.queries import results_around
from tournament.results.services.entry import confirm_result, enter_result
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.rulings.services import cancel_hand

pytestmark = pytest.mark.django_db


def a_day() -> Day:
    """Six tables; round 1 is open."""
    day = make_day(contestants=12)
    day.open(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def desk(day: Day, number: int = 1) -> Desk:
    return desk_of(day.round(number))


def marks(day: Day, table: int) -> list[Mark]:
    found = desk(day).table(table)
    assert found is not None
    return [hand.mark for hand in found.hands]


def confirmation(
    day: Day, table: int, deal: int, by: ResultConfirmation.By, version: int = 1
) -> None:
    match = day.match(1, table)
    confirm_result(actor=day.acting, match=match, deal=deal, version=version, by=by)


def ask_for(confirmation: ConfirmationRule) -> None:
    Championship.objects.update(confirmation=confirmation)


class TestMarks:
    def test_a_hand_goes_from_missing_to_settled(self, day: Day) -> None:
        assert marks(day, 1) == [Mark.MISSING] * 4
        assert Mark.CANCELLED not in desk(day).marks
        day.enter_at_table(1, 1, 2, 40)
        assert marks(day, 1)[1] is Mark.WAITING
        confirmation(day, 1, 2, ResultConfirmation.By.EW)
        assert marks(day, 1)[1] is Mark.SETTLED

    def test_what_a_referee_enters_is_settled(self, day: Day) -> None:
        day.enter(1, 1, 1, 2)
        assert marks(day, 1)[0] is Mark.SETTLED

    def test_what_was_taken_back_is_missing(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            entry=BLANK,
            based_on=1,
            reason="wrong table",
        )
        assert marks(day, 1)[0] is Mark.MISSING

    def test_a_correction_request_comes_before_everything(self, day: Day) -> None:
        day.enter_at_table(1, 1, 1, 2)
        assert marks(day, 1)[0] is Mark.UNLIKELY
        day.correction_request(1, 1, 1, 70)
        assert marks(day, 1)[0] is Mark.DISPUTED

    def test_who_asks_for_no_second_look_waits_for_none(self, day: Day) -> None:
        ask_for(ConfirmationRule.NONE)
        day.enter_at_table(1, 1, 1, 40)
        assert marks(day, 1)[0] is Mark.SETTLED

    def test_a_hand_cancelled_for_all_waits_for_nobody(self, day: Day) -> None:
        day.enter_at_table(1, 1, 1, 2)
        cancel_hand(
            actor=day.acting_organiser, championship=day.championship, deal=1, reason="two sevens"
        )
        assert marks(day, 1)[0] is Mark.CANCELLED
        assert Mark.CANCELLED in desk(day).marks
        assert (desk(day).hands, desk(day).entered, desk(day).unlikely) == (18, 0, 0)


class TestDoubts:
    def test_are_those_that_entering_would_have_asked_about(self, day: Day) -> None:
        """Each hand is compared with the same others as when it was typed in."""
        for number, points in enumerate((40, 41, 42, 43, 70, 40), 1):
            for deal in (1, 2):
                day.enter_at_table(1, number, deal, points + (deal - 1) * (number % 2))
        found = {}
        for table in desk(day).all_tables:
            for hand in table.hands[:2]:
                assert isinstance(hand.entry, ResultInput)
                assert hand.entry.ns_points is not None
                around = results_around(day.match(1, table.number), hand.deal)
                found[table.number, hand.deal] = hand.doubts
                assert hand.doubts == doubts_about(
                    hand.entry.ns_points, others=around.others, before=around.before
                )
        assert {doubt.kind for doubt in found[5, 1]} == {DoubtKind.FEW, DoubtKind.FAR}
        assert {doubt.kind for doubt in found[2, 2]} == {DoubtKind.REPEATED}
        assert found[1, 1] == ()

    def test_end_when_a_referee_has_looked_but_not_when_a_pair_has(self, day: Day) -> None:
        day.enter_at_table(1, 1, 1, 2)
        confirmation(day, 1, 1, ResultConfirmation.By.EW)
        assert marks(day, 1)[0] is Mark.UNLIKELY
        confirmation(day, 1, 1, ResultConfirmation.By.REFEREE)
        assert marks(day, 1)[0] is Mark.SETTLED

    def test_a_rule_break_is_neither_unlikely_nor_compared_with(self, day: Day) -> None:
        for table in range(1, 6):
            day.enter_at_table(1, table, 1, 40)
        entry = ResultInput(Outcome.PLAYED, ns_points=2, infraction=Infraction.EW)
        enter_result(actor=day.acting, match=day.match(1, 6), deal=1, entry=entry, based_on=0)
        assert desk(day).unlikely == 0

    def test_an_awarded_average_without_points_is_no_result_to_compare(self, day: Day) -> None:
        entry = ResultInput(Outcome.PLAYED, award=Award.BOTH)
        enter_result(actor=day.acting, match=day.match(1, 1), deal=1, entry=entry, based_on=0)
        assert marks(day, 1)[0] is Mark.SETTLED


class TestOrder:
    def test_most_missing_first_then_who_has_been_silent_longest(self, day: Day) -> None:
        for table, deals in ((6, 1), (2, 1), (4, 2), (5, 4)):
            for deal in range(1, deals + 1):
                day.enter(1, table, deal, 40 + deal)
        found = desk(day)
        assert [table.number for table in found.tables] == [1, 3, 6, 2, 4]
        assert [table.number for table in found.done] == [5]

    def test_a_table_is_done_only_when_nothing_is_left_to_do(self, day: Day) -> None:
        for deal in (1, 2, 3):
            day.enter(1, 1, deal, 40 + deal)
        day.enter_at_table(1, 1, 4, 40)
        assert desk(day).done == ()
        confirmation(day, 1, 4, ResultConfirmation.By.EW)
        assert [table.number for table in desk(day).done] == [1]
        day.correction_request(1, 1, 4, 41)
        assert desk(day).done == ()


class TestSums:
    def test_of_the_whole_round(self, day: Day) -> None:
        day.enter_whole_round(1)
        day_desk = desk(day)
        assert (day_desk.entered, day_desk.hands, day_desk.is_ready) == (24, 24, True)
        day.correction_request(1, 1, 1, 41)
        assert (desk(day).disputed, desk(day).is_ready) == (1, False)

    def test_a_disputed_hand_is_neither_unconfirmed_nor_unlikely_but_not_ready(
        self, day: Day
    ) -> None:
        day.enter_at_table(1, 1, 1, 2)
        assert (desk(day).unconfirmed, desk(day).unlikely, desk(day).disputed) == (1, 1, 0)
        day.correction_request(1, 1, 1, 70)
        assert (desk(day).unconfirmed, desk(day).unlikely, desk(day).disputed) == (0, 0, 1)

    def test_a_correction_asked_for_does_not_stand_for_the_second_look(self, day: Day) -> None:
        """It does not keep a reopened round open; that nobody else has looked does."""
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        day.correction_request(1, 1, 1, 44, kind=CorrectionRequest.Kind.CORRECTION)
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
        assert desk(day).is_ready
        Result.objects.filter(match=day.match(1, 1), deal=1).update(entered_side="NS")
        assert (desk(day).unconfirmed, desk(day).is_ready) == (0, False)

    def test_waiting_unlikely_and_disputed_are_counted_apart(self, day: Day) -> None:
        day.enter_at_table(1, 1, 1, 2)
        day.enter_at_table(1, 2, 1, 40)
        day.correction_request(1, 2, 1, None)
        found = desk(day)
        assert (found.entered, found.unconfirmed, found.unlikely, found.disputed) == (2, 1, 1, 1)
        assert not found.is_ready


class TestForReferees:
    def test_correction_requests_of_the_open_round_and_requests_of_closed_ones(
        self, day: Day
    ) -> None:
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        asked = day.correction_request(1, 2, 3, 44, kind=CorrectionRequest.Kind.CORRECTION)
        day.open(2)
        day.enter_at_table(2, 1, 5, 40)
        said = day.correction_request(2, 1, 5, None)
        found = desk(day, 2)
        assert [correction_request.number for correction_request in found.correction_requests] == [
            said.number
        ]
        (request,) = found.requests
        assert (request.number, request.is_final) == (asked.number, False)
        Round.objects.filter(number=1).update(corrections_until=timezone.now())
        assert desk(day, 2).requests[0].is_final
        assert f"correction-request-{asked.number}" in found.alerts.split()

    def test_confirmations_are_owed_where_a_referee_s_is_asked_for(self, day: Day) -> None:
        day.enter_at_table(1, 3, 1, 40)
        assert desk(day).confirmations_owed == ()
        ask_for(ConfirmationRule.REFEREE)
        assert [table.number for table in desk(day).confirmations_owed] == [3]
        assert desk(day).alerts == "confirm-3-1-1"

    def test_a_correction_of_a_reopened_round_does_not_keep_it_open(self, day: Day) -> None:
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        day.correction_request(1, 2, 3, 44, kind=CorrectionRequest.Kind.CORRECTION)
        reopen_round(actor=day.acting, round=day.round(1), reason="a wrong slip")
        found = desk(day)
        assert (len(found.correction_requests), found.requests, found.is_ready) == (1, (), True)

    def test_who_entered_and_who_confirmed_is_said(self, day: Day) -> None:
        day.enter_at_table(1, 1, 1, 40)
        match = day.match(1, 1)
        confirm_result(
            actor=Actor.of_table(1, Side.EW, match.pairs.ew.number),
            match=match,
            deal=1,
            version=1,
            by=ResultConfirmation.By.EW,
        )
        table = desk(day).table(1)
        assert table is not None
        hand = table.hands[0]
        assert str(match.pairs.ns.number) in hand.entered_by
        assert [confirmation.by for confirmation in hand.confirmations] == [
            ResultConfirmation.By.EW
        ]


class TestWhichRound:
    def test_the_open_one(self, day: Day) -> None:
        day.open(3)
        day.open(2)
        found = desk_round(day.championship)
        assert found is not None
        assert found.number == 3
        assert desk(day, 3).other_open == (1, 2)

    def test_without_one_the_last_with_a_correction_request_or_else_the_last_closed(self) -> None:
        day = make_day(slug="another")
        assert desk_round(day.championship) is None
        for number in (1, 2):
            day.open(number)
            day.enter_whole_round(number)
            close_round(actor=day.acting, round=day.round(number))
        found = desk_round(day.championship)
        assert found is not None
        assert (found.number, found.status) == (2, RoundStatus.CLOSED)
        day.correction_request(1, 1, 1, 44, kind=CorrectionRequest.Kind.CORRECTION)
        found = desk_round(day.championship)
        assert found is not None
        assert found.number == 1


@pytest.mark.parametrize("contestants", [4, 16])
def test_costs_the_same_for_two_tables_and_for_eight(
    contestants: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    day = make_day(contestants=contestants, slug="another")
    day.open(1)
    for table in range(1, contestants // 2 + 1):
        for deal in (1, 2, 3):
            day.enter_at_table(1, table, deal, 20 + table * 2 + deal)
        confirmation(day, table, 1, ResultConfirmation.By.EW)
        day.correction_request(1, table, 2, 30)
    round = day.round(1)
    with django_assert_num_queries(14):
        found = desk_of(round)
    assert len(found.all_tables) == contestants // 2
