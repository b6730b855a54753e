"""Bots play a knock-out in which two games decide who goes on."""

from __future__ import annotations

import pytest

from tests.tournament.factories import make_user
from tests.tournament.verified import faults
from tournament.core.actor import AT_THE_TERMINAL
from tournament.core.errors import UserError
from tournament.core.stages import stages_of
from tournament.models import Match
from tournament.rehearsal.championship import Occasion, found_rehearsal, make_rehearsal
from tournament.rehearsal.day import Rehearsal
from tournament.rehearsal.plan import Plan

pytestmark = pytest.mark.django_db


def test_each_tie_is_played_in_two_rounds() -> None:
    plan = Plan(contestants=4, rounds=4, format="knockout-101", legs=2)
    championship = make_rehearsal(
        actor=AT_THE_TERMINAL, user=make_user(), plan=plan, occasion=Occasion(name="Copa")
    )
    assert found_rehearsal(championship.slug)[1] == plan
    rehearsal = Rehearsal(championship, plan, AT_THE_TERMINAL)
    while (round := rehearsal.next_round()) is not None:
        rehearsal.play_round(round)
    (stage,) = stages_of(championship)
    met = [
        {frozenset(one.pairs) for one in Match.objects.filter(round__stage=stage, round__number=n)}
        for n in (1, 2)
    ]
    assert met[0] == met[1]
    assert faults(championship) == []


def test_where_nobody_is_knocked_out_it_is_refused() -> None:
    with pytest.raises(UserError, match="for a knock-out"):
        Plan(contestants=4, rounds=3, legs=2)
