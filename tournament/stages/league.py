"""A league: everybody meets everybody at home and away, in rounds that have their own days.

Source: the winter league of CN Lleida.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from scoring.ordinary.standings import Rest
from scoring.schedule.league import double_length, league_rounds
from scoring.schedule.plan import Pairing, RoundPlan
from tournament.models import Stage
from tournament.stages.format import Planning
from tournament.stages.games import GAME_ALL_PLAY_ALL


def _plan(planning: Planning) -> tuple[RoundPlan, ...]:
    """All rounds at once."""
    number_of = (0, *planning.present)
    return tuple(
        RoundPlan(
            planning.first + index,
            tuple(Pairing(*one.map(number_of.__getitem__)) for one in planned.pairings),
            None if planned.rest is None else number_of[planned.rest],
        )
        for index, planned in enumerate(league_rounds(len(planning.present), planning.rounds))
    )


LEAGUE = replace(
    GAME_ALL_PLAY_ALL,
    kind=Stage.Kind.LEAGUE.value,
    label=Stage.Kind.LEAGUE.label,
    description=_(
        "The ordinary game: each match is a game to 101 points. Everybody meets everybody at home "
        "and away, or once, and each round has its own days."
    ),
    defaults=replace(GAME_ALL_PLAY_ALL.defaults, rest=Rest.NOTHING),
    usual_rounds=double_length,
    most_rounds=double_length,
    plan=_plan,
    has_groups=False,
    has_days=True,
)
