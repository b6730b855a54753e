"""How long a whole Swiss takes the site: pairing, entering, closing, standings, all by services.

Prints figures and asserts nothing about time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import partial

from scoring.game.seats import Sides
from tests.tournament.factories import actor_of, add_contestants, make_championship, stage_of
from tournament.models import Match, Outcome, Round
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.rounds import pair_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.games import GAME_SWISS
from tournament.standings.queries.table import standings_view

PAIRS, ROUNDS = 200, 7


def whole_swiss(pairs: int, rounds: int) -> None:
    """A Swiss at 101 from its schedule to its last standings, which are read after each round."""
    championship = make_championship("Suís", format=GAME_SWISS)
    add_contestants(championship, pairs)
    actor, stage = actor_of(championship), stage_of(championship)
    make_schedule(actor=actor, stage=stage, rounds=rounds)
    publish_schedule(actor=actor, stage=stage)
    chance = random.Random(2026)
    for number in range(1, rounds + 1):
        if number > 1:
            pair_round(actor=actor, round=Round.objects.get(stage=stage, number=number))
        round = open_round(actor=actor, round=Round.objects.get(stage=stage, number=number))
        for match in Match.objects.filter(round=round).select_related("table"):
            loser = chance.randint(20, 100)
            points = Sides(101, loser) if chance.random() < 0.5 else Sides(loser, 101)
            entry = GameInput(outcome=Outcome.PLAYED, points=points)
            enter_result(actor=actor, match=match, deal=1, entry=entry, based_on=0)
        close_round(actor=actor, round=Round.objects.get(pk=round.pk))
        standings_view(stage_of(championship))


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    name = f"Swiss of {PAIRS} pairs and {ROUNDS} rounds, from its schedule to its standings"
    yield name, partial(whole_swiss, PAIRS, ROUNDS), PAIRS // 2 * ROUNDS
