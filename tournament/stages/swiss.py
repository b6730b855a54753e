"""Swiss: opponents that stand near each other in the standings, round by round."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from scoring.duplicate.settings import DEFAULT_SETTINGS
from scoring.pairing.directions import choose_directions
from scoring.pairing.entrants import entrants_after
from scoring.pairing.swiss import pair_by_seeding, pair_swiss
from scoring.pairing.swiss_field import SwissEntrant, SwissField
from scoring.schedule.plan import MOST_CONTESTANTS, RoundPlan, full_length
from tournament.models import Result, Stage
from tournament.stages.format import Format, Planning

LEAST_CONTESTANTS = 4
USUAL_ROUNDS = 7


def field_of(planning: Planning) -> SwissField[int]:
    """Return everybody who is present, with the keys of the score.

    A contestant without a score, such as a late pair, counts as 0.
    """
    nothing = (Fraction(0),) * max(map(len, planning.scores.values()), default=1)
    entrants = entrants_after(planning.played, planning.present, planning.resting)
    return SwissField(
        entrants=tuple(
            SwissEntrant(number, planning.scores.get(number, nothing), entrants.rests[number])
            for number in planning.present
        ),
        met=frozenset(frozenset(meeting) for meeting in entrants.meetings),
    )


def plan(planning: Planning) -> tuple[RoundPlan, ...]:
    """Return the next round. Its lots come from the seed and its number, such as "08142/3"."""
    seed = f"{planning.seed}/{planning.first}"
    by_seeding = planning.seeded and not planning.played
    pair = pair_by_seeding if by_seeding else pair_swiss
    paired = pair(field_of(planning), seed=seed)
    pairings = choose_directions(planning.played, paired.pairs, seed=seed)
    return (RoundPlan(planning.first, pairings, paired.rest),)


def usual_rounds(contestants: int) -> int:
    return min(USUAL_ROUNDS, full_length(contestants))


DUPLICATE_SWISS = Format(
    kind=Stage.Kind.DUPLICATE_SWISS.value,
    label=Stage.Kind.DUPLICATE_SWISS.label,
    description=_(
        "The first round is drawn by lot or seeded; then pairs meet that stand near each other in "
        "the standings, and nobody the same pair again while that can be avoided."
    ),
    least=LEAST_CONTESTANTS,
    most=MOST_CONTESTANTS,
    defaults=DEFAULT_SETTINGS,
    hands_per_match=4,
    minutes_per_match=40,
    results=Result.Kind.DEALT_HAND.value,
    ranking="dealt-hands",
    usual_rounds=usual_rounds,
    most_rounds=full_length,
    plan=plan,
    round_by_round=True,
    by_lot=True,
    by_score=True,
    rests_on_request=True,
    swiss_field=field_of,
)
