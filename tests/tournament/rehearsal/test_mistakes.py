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
from tournament.models import AttachedPlay, Championship, Claim
from tournament.rehearsal.courses import Mistake, Notice, entered_wrongly, said_of_hand
from tournament.rehearsal.day import Rehearsal
from tournament.rehearsal.playing import Sitting
from tournament.results.entry import content_of

pytestmark = pytest.mark.django_db
EVERYTHING: dict[str, Any] = {"teams": 8, "rounds": 3, "mistakes": Fraction(1)}


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
        course, hand = truth(made, result)
        right, stands = said_of_hand(hand), replace(content_of(result), note="")
        seen.add((course.mistake, course.notice))
        assert course.mistake
        if course.mistake is Mistake.RULE_BREAK:
            assert hand.fault is not None
            offenders = hand.fault.seat.side.value if course.notice is not Notice.NOBODY else ""
            assert result.infraction == offenders
            assert stands.ns_points == right.ns_points
        elif course.notice is Notice.NOBODY:
            sitting = Sitting(result.deal, result.match.ns.number, result.match.ew.number)
            assert stands == entered_wrongly(made.plan, sitting, right, course.mistake)
        else:
            assert stands == right
    assert {mistake for mistake, _notice in seen} == set(Mistake) - {Mistake.NONE}
    assert {notice for _mistake, notice in seen} == set(Notice)
    assert not Claim.objects.filter(decision="").exists()
    assert faults(made.championship) == []


def test_a_ruling_says_in_words_what_happened_and_rests_on_the_play(made: Rehearsal) -> None:
    ruled = [one for one in current(made.championship) if one.infraction]
    assert ruled
    for result in ruled:
        _course, hand = truth(made, result)
        assert hand.fault is not None
        attached = AttachedPlay.objects.get(result=result)
        assert str(hand.fault.card) in attached.plays.split()
        assert result.note
        assert str(hand.fault.trick) in result.note


def test_pairs_ask_for_corrections_of_what_was_published_and_get_them(made: Rehearsal) -> None:
    asked = Claim.objects.filter(kind=Claim.Kind.CORRECTION)
    assert asked.exists()
    for claim in asked:
        assert (claim.answer, claim.decision) == (Claim.Answer.AGREED, Claim.Decision.GRANTED)
