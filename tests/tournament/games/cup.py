"""A knock-out for tests that goes on by services."""

from __future__ import annotations

from typing import Any

from scoring.game.seats import Sides
from scoring.pairing.knockout import KnockoutSettings
from tests.tournament.factories import actor_of, add_contestants, make_championship, stage_of
from tournament.championships.services.settings import change_settings
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.models import Match, Outcome, Result, Round
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.rounds import pair_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.knockout import KNOCKOUT
from tournament.standings.queries.table import standings_view


def numbers(match: Match) -> tuple[int, int]:
    ns, ew = match.pairs
    return ns.number, ew.number


class Cup:
    """A knock-out that goes on by services: the lower number wins, unless somebody says who."""

    def __init__(self, pairs: int, *, legs: int = 1, second_chance: bool = False) -> None:
        self.championship = make_championship("Copa", format=KNOCKOUT)
        settings = KnockoutSettings(legs=legs, second_chance=second_chance)
        change_settings(
            actor=actor_of(self.championship),
            stage=stage_of(self.championship),
            settings=settings,
        )
        self.contestants = add_contestants(self.championship, pairs)
        self.actor = actor_of(self.championship)
        self.stage = stage_of(self.championship)
        make_schedule(actor=self.actor, stage=self.stage, seeded=True)
        publish_schedule(actor=self.actor, stage=self.stage)
        self.stage = stage_of(self.championship)

    def round(self, number: int) -> Round:
        return Round.objects.get(stage=self.stage, number=number)

    def begin(self, number: int) -> None:
        if number > 1:
            pair_round(actor=self.actor, round=self.round(number))
        open_round(actor=self.actor, round=self.round(number))

    def matches(self, number: int) -> list[Match]:
        found = Match.objects.filter(round__stage=self.stage, round__number=number, cancelled=False)
        return list(found.select_related("table", "round__stage__championship"))

    def met(self, number: int) -> list[tuple[int, int]]:
        return sorted(numbers(match) for match in self.matches(number))

    def enter(self, match: Match, ns: int, ew: int, **more: Any) -> None:
        version = Result.objects.filter(match=match).count()
        entry = GameInput(outcome=Outcome.PLAYED, points=Sides(ns, ew), **more)
        enter_result(
            actor=self.actor, match=match, deal=1, entry=entry, based_on=version, reason="so"
        )

    def play(self, number: int) -> None:
        self.begin(number)
        self.finish(number)

    def finish(self, number: int) -> None:
        for match in self.matches(number):
            ns, ew = numbers(match)
            self.enter(match, 100 if ns < ew else 50, 50 if ns < ew else 100)
        close_round(actor=self.actor, round=self.round(number))

    def withdraw(self, number: int, from_round: int) -> None:
        withdraw_contestant(
            actor=self.actor,
            contestant=self.contestants[number - 1],
            from_round=from_round,
            reason="ill",
        )

    def ranks(self) -> dict[int, tuple[int, str]]:
        view = standings_view(self.stage)
        return {one.contestant.number: (one.rank, view.main.text(one)) for one in view.lines}
