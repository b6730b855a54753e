"""Opponents that the organisers choose, round by round; planned ones are only a proposal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from scoring.duplicate.settings import DEFAULT_SETTINGS
from scoring.pairing.directions import choose_directions
from scoring.pairing.entrants import entrants_after
from scoring.pairing.swiss import pair_swiss
from scoring.pairing.swiss_field import SwissEntrant, SwissField
from scoring.schedule.plan import LEAST_CONTESTANTS, MOST_CONTESTANTS, RoundPlan, full_length
from tournament.models import Result, Stage
from tournament.stages.format import Format, Planning
from tournament.stages.games import in_games
from tournament.stages.swiss import usual_rounds


def _plan(planning: Planning) -> tuple[RoundPlan, ...]:
    """Return a proposal for the next round: neighbours by number that have not met yet."""
    entrants = entrants_after(planning.played, planning.present, planning.resting)
    field = SwissField(
        entrants=tuple(
            SwissEntrant(number, (Fraction(-number),), entrants.rests[number])
            for number in entrants.present
        ),
        met=frozenset(map(frozenset, entrants.meetings)),
    )
    seed = str(planning.first)
    paired = pair_swiss(field, seed=seed)
    pairings = choose_directions(planning.played, paired.pairs, seed=seed)
    return (RoundPlan(planning.first, pairings, paired.rest),)


def _most_rounds(contestants: int) -> int:
    """Return enough rounds for everybody to meet everybody twice."""
    return 2 * full_length(contestants)


BY_HAND = Format(
    kind=Stage.Kind.BY_HAND.value,
    label=Stage.Kind.BY_HAND.label,
    description=_(
        "The organisers enter who meets whom at which table, and who rests, before each round; the "
        "site makes a proposal and checks what they enter."
    ),
    least=LEAST_CONTESTANTS,
    most=MOST_CONTESTANTS,
    defaults=DEFAULT_SETTINGS,
    hands_per_match=4,
    minutes_per_match=40,
    results=Result.Kind.DEALT_HAND.value,
    ranking="dealt-hands",
    usual_rounds=usual_rounds,
    most_rounds=_most_rounds,
    plan=_plan,
    round_by_round=True,
    by_hand=True,
)
GAME_BY_HAND = replace(
    in_games(BY_HAND),
    kind=Stage.Kind.GAME_BY_HAND.value,
    label=Stage.Kind.GAME_BY_HAND.label,
    description=_(
        "The ordinary game: each match is a game to 101 points. The organisers enter who meets "
        "whom at which table, and who rests, before each round; the site makes a proposal and "
        "checks what they enter."
    ),
)
