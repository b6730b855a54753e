"""What waits for a decision, and what became of the rest."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.game.seats import Side
from tests.tournament.correction_requests.requested_day import ask, closed_day, played
from tournament.core.actor import Actor
from tournament.correction_requests.queries import (
    all_correction_requests,
    correction_request_view,
    correction_requests_of_contestant,
    open_correction_requests,
)
from tournament.correction_requests.services import (
    answer_correction_request,
    decide_correction_request,
)
from tournament.models import CorrectionRequest

pytestmark = pytest.mark.django_db


def test_correction_request_names_both_pairs_and_both_versions(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    day = closed_day()
    ask(day, side=Side.EW, points=40)
    ask(day, deal=2)
    with django_assert_num_queries(5):
        first, second = open_correction_requests(day.championship)
    assert (first.number, first.round, first.table_name, first.deal) == (1, 1, "1", 1)
    assert (first.pair.number, first.side) == (4, Side.EW)
    assert first.opponents.number == 1
    assert first.disputed == first.stands == played(34)
    assert first.said == played(40)
    assert not first.changed_meanwhile
    assert second.deal == 2


def test_decided_correction_requests_wait_no_longer_and_stay_readable() -> None:
    day = closed_day()
    correction_request = ask(day)
    answer_correction_request(
        actor=Actor.of_pair(4), correction_request=correction_request, side=Side.EW, agrees=False
    )
    decide_correction_request(
        actor=day.acting, correction_request=correction_request, entry=played(40), reason="the slip"
    )
    assert open_correction_requests(day.championship) == ()
    (view,) = all_correction_requests(day.championship)
    assert view == correction_request_view(day.championship, 1)
    assert not view.is_open
    assert view.answer is CorrectionRequest.Answer.REFUSED
    assert (view.disputed, view.stands, view.version) == (played(34), played(40), 2)
    assert (view.decision, view.decision_reason) == (CorrectionRequest.Decision.GRANTED, "the slip")


def test_pair_sees_its_own_correction_requests_and_those_of_its_opponents() -> None:
    day = closed_day()
    ask(day)
    numbers = {
        contestant.number: len(correction_requests_of_contestant(day.championship, contestant.pk))
        for contestant in day.contestants
    }
    assert numbers == {1: 1, 2: 0, 3: 0, 4: 1}


def test_there_is_no_correction_request_of_that_number() -> None:
    day = closed_day()
    assert correction_request_view(day.championship, 1) is None
