"""Deductions from a pair's total: what is kept of them, who may take them, and withdrawing them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from tests.tournament.day import Day, make_day
from tests.tournament.factories import last_actions
from tests.tournament.rulings.acts import cancel, one_hand_played, organiser, take
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import Action, Ruling
from tournament.rulings.services import LARGEST_DEDUCTION, withdraw_ruling

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return one_hand_played()


def test_it_is_recorded(day: Day) -> None:
    take(day)
    event = day.championship.events.last()
    assert event is not None
    assert (event.action, event.ruling) == (Action.RULING_MADE, 1)
    assert event.after == {
        "ruling": "deduction",
        "hand": None,
        "pair": 3,
        "stage": 1,
        "hundredths": 50,
    }


def test_the_same_twice_is_meant_unless_it_was_sent_twice(day: Day) -> None:
    assert [take(day).number, take(day).number] == [1, 2]
    assert [take(day, number=3).number, take(day, number=3).number] == [3, 3]
    assert Ruling.objects.count() == 3


def test_another_ruling_made_meanwhile(day: Day) -> None:
    cancel(day)
    with pytest.raises(Conflict):
        take(day, number=1)
    with pytest.raises(Conflict):
        take(day, number=7)


@pytest.mark.parametrize("hundredths", [0, -50, LARGEST_DEDUCTION + 1])
def test_more_than_nothing_and_not_more_than_can_be_meant(day: Day, hundredths: int) -> None:
    with pytest.raises(UserError, match=r"at most 100\.00") as refusal:
        take(day, hundredths)
    assert refusal.value.field == "hundredths"
    assert not Ruling.objects.exists()


def test_only_from_a_pair_of_this_championship(day: Day) -> None:
    with pytest.raises(UserError) as refusal:
        take(day, contestant=make_day(slug="other").contestants[0])
    assert refusal.value.field == "contestant"


def test_who_may_when(day: Day) -> None:
    ruling = take(day)
    day.championship.ended_at = timezone.now()
    day.championship.save()
    acts: list[Callable[[Actor], Ruling]] = [
        lambda actor: take(day, actor=actor),
        lambda actor: withdraw_ruling(actor=actor, ruling=ruling, reason="he was in time"),
    ]
    for act in acts:
        with pytest.raises(NotNow, match="only an organiser"):
            act(day.acting)
        act(organiser(day))
    assert Ruling.objects.filter(withdrawn_at=None).get().number == 2


def test_not_before_play() -> None:
    with pytest.raises(NotNow, match="first round"):
        take(make_day())


def test_withdrawn_with_a_reason_and_once(day: Day) -> None:
    ruling = take(day)
    with pytest.raises(UserError):
        withdraw_ruling(actor=day.acting, ruling=ruling, reason="")
    for _time in range(2):
        done = withdraw_ruling(actor=day.acting, ruling=ruling, reason="he was in time")
    assert (done.withdrawn_by, done.withdrawal_reason) == (day.acting.name, "he was in time")
    assert last_actions(day.championship, 2) == [Action.RULING_MADE, Action.RULING_WITHDRAWN]
    event = day.championship.events.last()
    assert event is not None
    assert (event.ruling, event.reason) == (1, "he was in time")
