"""Groups of different sizes: those of the same rank are compared per game played."""

from __future__ import annotations

import pytest

from scoring.carry import Carry
from scoring.game.seats import Sides
from scoring.pairing.groups import GroupsBy
from tests.tournament.factories import actor_of, add_contestants, make_championship, stage_of
from tests.tournament.verified import faults
from tournament.championships.services.stages import add_stage_of_best
from tournament.championships.stage_queries import Place, going_on
from tournament.groups.services import draw_groups
from tournament.models import Match, Outcome, Round
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.games import GAME_ALL_PLAY_ALL
from tournament.standings.contestants import stage_contestants
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db


def test_a_rest_is_no_win_among_the_seconds_of_groups() -> None:
    """In the group of four the second has won two of three games, in that of three one of two, by
    far, and it rested once: with the rest as a win it had as much, and the better difference."""
    championship = make_championship("Grups", format=GAME_ALL_PLAY_ALL)
    add_contestants(championship, 7)
    actor = actor_of(championship)
    draw_groups(actor=actor, stage=stage_of(championship), count=2, by=GroupsBy.SERPENTINE)
    stage = stage_of(championship)
    make_schedule(actor=actor, stage=stage)
    publish_schedule(actor=actor, stage=stage)
    group_of = {one.number: one.group for one in stage_contestants(stage).values()}
    sizes = [list(group_of.values()).count(group) for group in (1, 2)]
    small = 1 + sizes.index(3)
    for round in championship.rounds.order_by("number"):
        opened = open_round(actor=actor, round=round)
        for match in Match.objects.filter(round=opened, cancelled=False).select_related("table"):
            ns, ew = (match.pairs.ns.number, match.pairs.ew.number)
            lost = 0 if group_of[ns] == small else 90  # the lower number wins
            made = Sides(101, lost) if ns < ew else Sides(lost, 101)
            entry = GameInput(outcome=Outcome.PLAYED, points=made)
            enter_result(actor=actor, match=match, deal=1, entry=entry, based_on=0)
        close_round(actor=actor, round=Round.objects.get(pk=round.pk))
    view = standings_view(stage)
    seconds = {one.contestant.group: one for one in view.lines if one.rank == 2}
    of_three, of_four = seconds[small], seconds[3 - small]
    assert of_three.figures.score == of_four.figures.score == 2
    assert (of_three.figures.wins, of_three.figures.rests, of_four.figures.wins) == (1, 1, 2)
    found = going_on(stage, 3, Carry.NOTHING, each=1)
    assert of_four.contestant.number in found.numbers(Place.IN)
    assert of_three.contestant.number in found.numbers(Place.OUT)
    kind = "round-robin-101"
    add_stage_of_best(actor=actor, championship=championship, kind=kind, best=3, best_of_each=1)
    assert faults(championship) == []
