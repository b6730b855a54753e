"""A rehearsal in which every entry goes wrong in some way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.tournament.committed import committed
from tests.tournament.rehearsal.rehearsed import REFEREE, current, faults, plan, played, truth
from tournament.models import AttachedPlay, Championship, CorrectionRequest
from tournament.rehearsal.day import Rehearsal
from tournament.rehearsal.players import Sitting
from tournament.rehearsal.scenarios import Mistake, Notice, entered_wrongly, said_of_hand
from tournament.results.kinds.dealt_hand import content_of

pytestmark = pytest.mark.django_db
EVERYTHING: dict[str, Any] = {"contestants": 8, "rounds": 3, "mistakes": Fraction(1)}


@pytest.fixture(scope="module", autouse=True)
def one_day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """One rehearsal for all tests of this module."""
    with committed(django_db_blocker, partial(played, **EVERYTHING)):
        yield


@pytest.fixture
def made() -> Rehearsal:
    return Rehearsal(Championship.objects.get(), plan(**EVERYTHING), REFEREE)


def test_just_what_is_noticed_is_put_right(made: Rehearsal) -> None:
    seen = set()
    for result in current(made.championship):
        scenario, hand = truth(made, result)
        right, stands = said_of_hand(hand), replace(content_of(result), note="")
        seen.add((scenario.mistake, scenario.notice))
        assert scenario.mistake
        if scenario.mistake is Mistake.RULE_BREAK:
            assert hand.fault is not None
            offenders = hand.fault.seat.side.value if scenario.notice is not Notice.NOBODY else ""
            assert result.infraction == offenders
            assert stands.ns_points == right.ns_points
        elif scenario.notice is Notice.NOBODY:
            sitting = Sitting(result.deal, result.match.pairs.map(lambda pair: pair.number))
            assert stands == entered_wrongly(made.plan, sitting, right, scenario.mistake)
        else:
            assert stands == right
    assert {mistake for mistake, _notice in seen} == set(Mistake) - {Mistake.NONE}
    assert {notice for _mistake, notice in seen} == set(Notice)
    assert not CorrectionRequest.objects.filter(decision="").exists()
    assert faults(made.championship) == []


def test_a_ruling_says_in_words_what_happened_and_rests_on_the_play(made: Rehearsal) -> None:
    ruled = [one for one in current(made.championship) if one.infraction]
    assert ruled
    for result in ruled:
        _scenario, hand = truth(made, result)
        assert hand.fault is not None
        attached = AttachedPlay.objects.get(result=result)
        assert str(hand.fault.card) in attached.plays.split()
        assert result.note
        assert str(hand.fault.trick) in result.note


def test_pairs_ask_for_corrections_of_what_was_published_and_get_them(made: Rehearsal) -> None:
    asked = CorrectionRequest.objects.filter(kind=CorrectionRequest.Kind.CORRECTION)
    assert asked.exists()
    for correction_request in asked:
        assert (correction_request.answer, correction_request.decision) == (
            CorrectionRequest.Answer.AGREED,
            CorrectionRequest.Decision.GRANTED,
        )
