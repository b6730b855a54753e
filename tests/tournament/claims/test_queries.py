"""What waits for a decision, and what became of the rest."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.seats import Side
from tests.tournament.claims.asking import ask, closed_day, played
from tournament.claims.queries import claim_view, claims_of, claims_of_team, open_claims
from tournament.claims.services import answer_claim, decide_claim
from tournament.core.actor import Actor
from tournament.models import Claim

pytestmark = pytest.mark.django_db


def test_claim_names_both_pairs_and_both_versions(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    day = closed_day()
    ask(day, side=Side.EW, points=40)
    ask(day, deal=2)
    with django_assert_num_queries(4):
        first, second = open_claims(day.stage)
    assert (first.number, first.round, first.table_name, first.deal) == (1, 1, "1", 1)
    assert (first.pair.number, first.side) == (4, Side.EW)
    assert first.opponents.number == 1
    assert first.disputed == first.stands == played(34)
    assert first.said == played(40)
    assert not first.changed_meanwhile
    assert second.deal == 2


def test_decided_claims_wait_no_longer_and_stay_readable() -> None:
    day = closed_day()
    claim = ask(day)
    answer_claim(actor=Actor.of_pair(4), claim=claim, side=Side.EW, agrees=False)
    decide_claim(actor=day.acting, claim=claim, entry=played(40), reason="the slip")
    assert open_claims(day.stage) == ()
    (view,) = claims_of(day.match(1, 1))
    assert view == claim_view(day.stage, 1)
    assert not view.is_open
    assert view.answer is Claim.Answer.REFUSED
    assert (view.disputed, view.stands, view.version) == (played(34), played(40), 2)
    assert (view.decision, view.decision_reason) == (Claim.Decision.GRANTED, "the slip")


def test_pair_sees_its_own_claims_and_those_of_its_opponents() -> None:
    day = closed_day()
    ask(day)
    numbers = {team.number: len(claims_of_team(day.stage, team.pk)) for team in day.teams}
    assert numbers == {1: 1, 2: 0, 3: 0, 4: 1}


def test_there_is_no_claim_of_that_number() -> None:
    day = closed_day()
    assert claim_view(day.stage, 1) is None
