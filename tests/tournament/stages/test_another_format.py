"""A format that nothing but the registry knows of: it is played from the first pair to the end.

Of four to six pairs the first meets the second, the third the fourth, with three hands a match;
then the halves change places. A schedule has two rounds, never more.
"""

from __future__ import annotations

import pytest
from django.utils.translation import gettext_lazy

from scoring.duplicate.settings import Settings
from scoring.rank_by import RankBy
from scoring.schedule.plan import Pairing, RoundPlan
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    organiser_of,
    stage_of,
)
from tests.tournament.recorded_day import enter_round, round_of
from tests.tournament.verified import faults
from tournament.core.errors import NotNow
from tournament.deals.services.deal_sets import make_deals
from tournament.models import PAIR_NUMBERS, Championship, Match, Result
from tournament.rounds.queries import closing_obstacles, round_lines
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.format import Format, Planning
from tournament.stages.formats import FORMATS
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db


def plan(planning: Planning) -> tuple[RoundPlan, ...]:
    ns, ew = planning.present[::2], planning.present[1::2]
    there = tuple(Pairing(one, other) for one, other in zip(ns, ew))
    back = tuple(Pairing(one, other) for one, other in zip(ew, ns))
    return RoundPlan(planning.first, there), RoundPlan(planning.first + 1, back)


TWICE = Format(
    kind="twice",
    label=gettext_lazy("Rounds"),
    description=gettext_lazy("Rounds"),
    least=4,
    most=6,
    defaults=Settings(rank_by=RankBy.MEAN),
    hands_per_match=3,
    minutes_per_match=30,
    results=Result.Kind.DEALT_HAND.value,
    ranking="dealt-hands",
    usual_rounds=lambda _contestants: 2,
    most_rounds=lambda _contestants: 2,
    plan=plan,
)


@pytest.fixture
def championship(monkeypatch: pytest.MonkeyPatch) -> Championship:
    monkeypatch.setitem(FORMATS, TWICE.kind, TWICE)
    return make_championship(format=TWICE)


def play(championship: Championship) -> None:
    actor = actor_of(championship)
    make_schedule(actor=actor, stage=stage_of(championship))
    publish_schedule(actor=actor, stage=stage_of(championship))
    make_deals(actor=actor, championship=championship)
    for number in (1, 2):
        open_round(actor=actor, round=round_of(championship, number))
        enter_round(championship, number)
        close_round(actor=actor, round=round_of(championship, number))


def test_it_is_planned_played_and_ranked_as_it_says(championship: Championship) -> None:
    add_contestants(championship, 4)
    play(championship)
    stage = stage_of(championship)
    met = Match.objects.filter(round__number=2).with_pair_columns()
    assert sorted(met.values_list(*PAIR_NUMBERS)) == [(2, 1), (4, 3)]
    assert [(one.first_deal, one.last_deal) for one in round_lines([stage])] == [(1, 3), (4, 6)]
    view = standings_view(stage)
    assert (view.rounds, view.ranked_by) == ((1, 2), RankBy.MEAN)
    assert faults(championship) == []


def test_its_round_owes_a_result_of_each_of_its_hands(championship: Championship) -> None:
    add_contestants(championship, 4)
    actor = actor_of(championship)
    make_schedule(actor=actor, stage=stage_of(championship))
    publish_schedule(actor=actor, stage=stage_of(championship))
    make_deals(actor=actor, championship=championship)
    round = open_round(actor=actor, round=round_of(championship, 1))
    assert [one.missing for one in closing_obstacles(round)] == [(1, 2, 3), (1, 2, 3)]


@pytest.mark.parametrize(("contestants", "said"), [(3, "at least 4"), (7, "at most 6")])
def test_it_takes_no_other_number_of_pairs(
    championship: Championship, contestants: int, said: str
) -> None:
    add_contestants(championship, contestants)
    with pytest.raises(NotNow, match=said):
        make_schedule(actor=actor_of(championship), stage=stage_of(championship))


def test_the_start_page_asks_for_as_many_pairs_as_it_needs(championship: Championship) -> None:
    add_contestants(championship, 3)
    organiser = english_client(organiser_of(championship))
    page = organiser.get(f"/c/{championship.slug}/manage/").content.decode()
    assert "4 are needed at least." in page
