"""Opponents and directions by lot, drawn round by round."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from scoring.duplicate.settings import DEFAULT_SETTINGS, Scale
from scoring.pairing.drawn import draw_round
from scoring.pairing.entrants import entrants_after
from scoring.schedule.plan import LEAST_CONTESTANTS, MOST_CONTESTANTS, RoundPlan, full_length
from tournament.models import Result, Stage
from tournament.stages.format import Format, Planning

USUAL_ROUNDS = 7


def _plan(planning: Planning) -> tuple[RoundPlan, ...]:
    """Return the next round."""
    entrants = entrants_after(planning.played, planning.present, planning.resting)
    return (draw_round(entrants, seed=planning.seed, number=planning.first),)


def _usual_rounds(contestants: int) -> int:
    return min(USUAL_ROUNDS, full_length(contestants))


DRAWN = Format(
    kind=Stage.Kind.DRAWN.value,
    label=Stage.Kind.DRAWN.label,
    description=_(
        "Opponents and directions are drawn by lot before each round; nobody meets the same pair "
        "again while that can be avoided."
    ),
    least=LEAST_CONTESTANTS,
    most=MOST_CONTESTANTS,
    defaults=replace(DEFAULT_SETTINGS, scale=Scale.HUNDRED),
    hands_per_match=4,
    minutes_per_match=40,
    results=Result.Kind.DEALT_HAND.value,
    ranking="dealt-hands",
    usual_rounds=_usual_rounds,
    most_rounds=full_length,
    plan=_plan,
    has_groups=True,
    round_by_round=True,
    by_lot=True,
    rests_on_request=True,
)
