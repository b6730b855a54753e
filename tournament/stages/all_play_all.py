"""All play all once, in directions that compare all with all as equally as can be."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from scoring.duplicate.settings import DEFAULT_SETTINGS
from scoring.schedule.plan import LEAST_CONTESTANTS, MOST_CONTESTANTS, Pairing, RoundPlan
from scoring.schedule.round_robin import full_length, round_robin
from tournament.models import Result, Stage
from tournament.stages.format import Format, Planning


def _plan(planning: Planning) -> tuple[RoundPlan, ...]:
    """Return all rounds at once."""
    number_of = (0, *planning.present)
    return tuple(
        RoundPlan(
            planning.first + index,
            tuple(Pairing(*one.map(number_of.__getitem__)) for one in planned.pairings),
            None if planned.rest is None else number_of[planned.rest],
        )
        for index, planned in enumerate(round_robin(len(planning.present), planning.rounds).rounds)
    )


ALL_PLAY_ALL = Format(
    kind=Stage.Kind.ROUND_ROBIN.value,
    label=Stage.Kind.ROUND_ROBIN.label,
    description=_(
        "Everybody meets everybody once; the directions are chosen so that everybody is "
        "compared with everybody as evenly as possible."
    ),
    least=LEAST_CONTESTANTS,
    most=MOST_CONTESTANTS,
    defaults=DEFAULT_SETTINGS,
    hands_per_match=4,
    minutes_per_match=40,
    results=Result.Kind.DEALT_HAND.value,
    ranking="dealt-hands",
    usual_rounds=full_length,
    most_rounds=full_length,
    plan=_plan,
    has_groups=True,
)
