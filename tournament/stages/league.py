"""A league: everybody meets everybody at home and away, in rounds that have their own days.

Matches can be games, or of hands dealt beforehand. Source: the winter league of CN Lleida.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from scoring.ordinary.standings import DEFAULT_GAME_SETTINGS, Rest
from scoring.schedule.league import double_length, league_rounds
from scoring.schedule.plan import Pairing, RoundPlan
from tournament.models import Stage
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.format import Format, Planning
from tournament.stages.games import GAME_ALL_PLAY_ALL


def _plan(planning: Planning) -> tuple[RoundPlan, ...]:
    """Return all rounds at once."""
    number_of = (0, *planning.present)
    return tuple(
        RoundPlan(
            planning.first + index,
            tuple(Pairing(*one.map(number_of.__getitem__)) for one in planned.pairings),
            None if planned.rest is None else number_of[planned.rest],
        )
        for index, planned in enumerate(league_rounds(len(planning.present), planning.rounds))
    )


def as_league(format: Format) -> Format:
    """Return a format of all play all with a calendar: at home and away, on its own days."""
    return replace(
        format,
        usual_rounds=double_length,
        most_rounds=double_length,
        plan=_plan,
        has_days=True,
    )


LEAGUE = replace(
    as_league(GAME_ALL_PLAY_ALL),
    kind=Stage.Kind.LEAGUE.value,
    label=Stage.Kind.LEAGUE.label,
    description=_(
        "The ordinary game: each match is a game to 101 points. Everybody meets everybody at home "
        "and away, or once, and each round has its own days."
    ),
    defaults=replace(DEFAULT_GAME_SETTINGS, rest=Rest.NOTHING),
)
DUPLICATE_LEAGUE = replace(
    as_league(ALL_PLAY_ALL),
    kind=Stage.Kind.DUPLICATE_LEAGUE.value,
    label=Stage.Kind.DUPLICATE_LEAGUE.label,
    description=_(
        "Hands dealt beforehand, the same for all matches of a round, each of which is played at "
        "home or away on a day of its own. Everybody meets everybody twice, or once."
    ),
)
