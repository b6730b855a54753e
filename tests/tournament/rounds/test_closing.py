"""What keeps a round open: hands without a result, without their second look, or in dispute."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tournament.core.errors import NotNow
from tournament.correction_requests.services import make_correction_request
from tournament.models import (
    Championship,
    ConfirmationRule,
    CorrectionRequest,
    Match,
    ResultConfirmation,
    RoundStatus,
)
from tournament.results.services.entry import confirm_result
from tournament.rounds.queries import closing_obstacles, round_lines
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = pytest.mark.django_db


def a_day() -> Day:
    """Round 1 is open; what a pair entered at table 2 for hand 3 is all that was not a referee's"""
    day = make_day()
    day.open(1)
    day.enter_at_table(1, 2, 3, 40)
    for table in (1, 2):
        for deal in (1, 2, 3, 4):
            if (table, deal) != (2, 3):
                day.enter(1, table, deal, 30 + deal)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def ask_for(confirmation: ConfirmationRule) -> None:
    Championship.objects.update(confirmation=confirmation)


def closes(day: Day) -> bool:
    try:
        close_round(actor=day.acting, round=day.round(1))
    except NotNow:
        return False
    return True


def confirmation(day: Day, by: ResultConfirmation.By) -> None:
    confirm_result(actor=day.acting, match=day.match(1, 2), deal=3, version=1, by=by)


def correction_request(day: Day, kind: CorrectionRequest.Kind) -> CorrectionRequest:
    match = day.match(1, 1)
    return make_correction_request(
        actor=day.acting, match=match, deal=2, kind=kind, side=Side.EW, based_on=1, words="No"
    )


def decide(correction_request: CorrectionRequest) -> None:
    """As a referee who lets stand what stands."""
    CorrectionRequest.objects.filter(pk=correction_request.pk).update(
        decision=CorrectionRequest.Decision.REFUSED,
        decided_at=timezone.now(),
        decision_reason="looked",
    )


class TestResultConfirmation:
    def test_of_the_other_pair(self, day: Day) -> None:
        ask_for(ConfirmationRule.OTHER_SIDE)
        with pytest.raises(NotNow) as caught:
            close_round(actor=day.acting, round=day.round(1))
        assert len(caught.value.messages) == 1
        assert "Table 2" in str(caught.value)
        assert "unconfirmed results: 3." in str(caught.value)
        confirmation(day, ResultConfirmation.By.EW)
        assert closes(day)

    def test_of_a_referee(self, day: Day) -> None:
        ask_for(ConfirmationRule.REFEREE)
        confirmation(day, ResultConfirmation.By.EW)
        assert not closes(day)
        confirmation(day, ResultConfirmation.By.REFEREE)
        assert closes(day)

    def test_nobody_s(self, day: Day) -> None:
        ask_for(ConfirmationRule.NONE)
        assert closes(day)

    def test_is_counted_in_the_list_while_the_round_is_open(self, day: Day) -> None:
        assert [line.unsettled for line in round_lines((day.stage,))] == [1, 0, 0]
        confirmation(day, ResultConfirmation.By.EW)
        assert [line.unsettled for line in round_lines((day.stage,))] == [0, 0, 0]


class TestCorrectionRequests:
    @pytest.mark.parametrize(
        "kind", [CorrectionRequest.Kind.DISAGREEMENT, CorrectionRequest.Kind.MEANWHILE]
    )
    def test_must_be_decided(self, day: Day, kind: CorrectionRequest.Kind) -> None:
        confirmation(day, ResultConfirmation.By.EW)
        made = correction_request(day, kind)
        with pytest.raises(NotNow) as caught:
            close_round(actor=day.acting, round=day.round(1))
        assert "Table 1" in str(caught.value)
        assert "decision about: 2." in str(caught.value)
        decide(made)
        assert closes(day)

    def test_a_correction_asked_for_is_not_in_the_way(self, day: Day) -> None:
        confirmation(day, ResultConfirmation.By.EW)
        assert closes(day)
        correction_request(day, CorrectionRequest.Kind.CORRECTION)
        reopen_round(actor=day.acting, round=day.round(1), reason="a wrong slip")
        assert closes(day)
        assert day.round(1).status == RoundStatus.CLOSED

    def test_of_a_cancelled_match_wait_for_nobody(self, day: Day) -> None:
        confirmation(day, ResultConfirmation.By.EW)
        correction_request(day, CorrectionRequest.Kind.DISAGREEMENT)
        Match.objects.filter(pk=day.match(1, 1).pk).cancel()
        assert closes(day)


def test_everything_is_listed_table_by_table(day: Day) -> None:
    made = correction_request(day, CorrectionRequest.Kind.DISAGREEMENT)
    first, second = closing_obstacles(day.round(1))
    assert (first.missing, first.unsettled, first.correction_requests) == (
        (),
        (),
        ((2, made.number),),
    )
    assert (second.missing, second.unsettled, second.correction_requests) == ((), (3,), ())


def test_a_disputed_hand_is_listed_once(day: Day) -> None:
    """Deciding about it is the second look that it lacks too."""
    match = day.match(1, 2)
    made = make_correction_request(
        actor=day.acting,
        match=match,
        deal=3,
        kind=CorrectionRequest.Kind.DISAGREEMENT,
        side=Side.EW,
        based_on=1,
        words="No",
    )
    (table,) = closing_obstacles(day.round(1))
    assert (table.unsettled, table.correction_requests) == ((), ((3, made.number),))
