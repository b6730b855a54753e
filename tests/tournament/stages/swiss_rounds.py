"""A championship of a few pairs that is paired round by round, and what its rounds paired."""

from __future__ import annotations

from tests.tournament.factories import actor_of, add_contestants, make_championship, stage_of
from tests.tournament.recorded_day import enter_round, round_of
from tournament.deals.services.deal_sets import make_deals
from tournament.integrity.checks import Subject
from tournament.integrity.verification import verify
from tournament.models import PAIR_NUMBERS, Championship, Match
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.rounds import exchange_pairs, pair_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.format import Format

SEED = "08142"


def seven_pairs(format: Format) -> Championship:
    """Seven pairs and four rounds, of which the first is drawn."""
    championship = make_championship(format=format)
    add_contestants(championship, 7)
    actor = actor_of(championship)
    stage = stage_of(championship)
    make_schedule(actor=actor, stage=stage, rounds=4, seed=SEED)
    publish_schedule(actor=actor, stage=stage)
    make_deals(actor=actor, championship=championship)
    return championship


def play(championship: Championship, number: int) -> None:
    actor = actor_of(championship)
    open_round(actor=actor, round=round_of(championship, number))
    enter_round(championship, number)
    close_round(actor=actor, round=round_of(championship, number))


def pair(championship: Championship, number: int) -> None:
    pair_round(actor=actor_of(championship), round=round_of(championship, number))


def exchange(championship: Championship, number: int, one: int, other: int) -> None:
    actor, round = actor_of(championship), round_of(championship, number)
    exchange_pairs(actor=actor, round=round, one=one, other=other)


def matches(championship: Championship, number: int) -> list[tuple[int, int]]:
    stored = Match.objects.filter(round__championship=championship, round__number=number)
    return list(stored.order_by("table").with_pair_columns().values_list(*PAIR_NUMBERS))


def resting(championship: Championship, number: int) -> set[int]:
    playing = {one for match in matches(championship, number) for one in match}
    return set(championship.contestants.values_list("number", flat=True)) - playing


def faults(championship: Championship) -> dict[Subject, list[str]]:
    return {
        check.subject: list(check.faults) for check in verify(championship.slug) if check.faults
    }
