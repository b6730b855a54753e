"""Registry of rankings.

A new ranking is a file or package beside this one, a line in `RANKINGS`, and a format that names
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.carry import Carry
from tournament.models import Stage
from tournament.stages.formats import format_of
from tournament.standings.rankings.abarrotada.ranking import ABARROTADA
from tournament.standings.rankings.dealt_hands.ranking import DEALT_HANDS
from tournament.standings.rankings.games.ranking import GAMES, INDIVIDUALS, INDIVIDUALS_BY_POINTS
from tournament.standings.rankings.knockout.ranking import KNOCKOUT
from tournament.standings.rankings.ranking import Ranking

RANKINGS: Mapping[str, Ranking[Any]] = {
    one.key: one
    for one in (DEALT_HANDS, GAMES, KNOCKOUT, INDIVIDUALS, INDIVIDUALS_BY_POINTS, ABARROTADA)
}
"""Every ranking, by the name in formats."""


def ranking_of(stage: Stage) -> Ranking[Any]:
    """Return the ranking of a stage, including the columns of carried values if it carries any."""
    ranking = RANKINGS[format_of(stage).ranking]
    if stage.carry == Carry.NOTHING:
        return ranking
    place = 1 + max(place for place, one in enumerate(ranking.columns) if one.ranks)
    columns = (*ranking.columns[:place], *ranking.carried, *ranking.columns[place:])
    return replace(ranking, columns=columns)
