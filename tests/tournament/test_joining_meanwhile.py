"""A late pair may join, and play, between any two queries of a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from tests.tournament.factories import actor_of, make_scheduled, stage_of
from tournament.contestants.services.late_entry import join_late
from tournament.models import Championship, Match, Outcome, Round, RoundStatus
from tournament.public.queries import round_pairings
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.queries import round_sheet
from tournament.results.services.entry import enter_result
from tournament.schedule.plan import read_plan
from tournament.schedule.queries import schedule_grid
from tournament.standings.queries.scores import round_scores
from tournament.standings.rankings.dealt_hands.hands import hand_sheet

pytestmark = pytest.mark.django_db

READS: dict[str, Callable[[Round], Any]] = {
    "pairings": lambda one: round_pairings((one.stage,), one.number),
    "grid": lambda one: schedule_grid(one.stage),
    "plan": lambda one: read_plan(one.stage),
    "results": round_sheet,
    "hand": lambda one: hand_sheet(one.stage, one.deals[0]),
    "scores": lambda one: round_scores(one.stage, one.number),
}


def _join_and_play(championship: Championship) -> None:
    actor = actor_of(championship)
    late = join_late(actor=actor, championship=championship, players=["Tarda Una", "Tarda Dues"])
    first = Round.objects.get(stage__championship=championship, number=1)
    first.status = RoundStatus.OPEN
    first.save()
    enter_result(
        actor=actor,
        match=Match.objects.get(seats__contestant=late, round=first),
        deal=1,
        entry=ResultInput(outcome=Outcome.PLAYED, ns_points=40),
        based_on=0,
    )


class _Meanwhile:
    """Lets something happen before the query of that place (from 0)."""

    def __init__(self, place: int, happens: Callable[[], None]) -> None:
        self.place, self.happens, self.seen, self.happening = place, happens, 0, False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not self.happening:
            if self.seen == self.place:
                self.happening = True
                self.happens()
                self.happening = False
            self.seen += 1
        return execute(sql, params, many, context)


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_a_page_stands_it(read: Callable[[Round], Any]) -> None:
    championship = make_scheduled(5)
    place, queries = 0, 1
    while place < queries:
        with transaction.atomic():
            first = stage_of(championship).rounds.get(number=1)
            first.stage = stage_of(championship)
            meanwhile = _Meanwhile(place, lambda: _join_and_play(championship))
            with connection.execute_wrapper(meanwhile):
                read(first)
            assert championship.contestants.count() == 6
            transaction.set_rollback(True)
        place, queries = place + 1, meanwhile.seen
    assert queries > 2
