"""What compares pairs of different groups: who has played nothing is behind those who have."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.carry import NOTHING_CARRIED
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.dealt_hands.ranking import DEALT_HANDS
from tournament.standings.rankings.games.columns import GameFigures
from tournament.standings.rankings.games.ranking import GAMES, INDIVIDUALS_BY_POINTS
from tournament.standings.rankings.ranking import Ranking


def _nothing(figures: type[Any]) -> Any:
    carried = NOTHING_CARRIED if figures is HandFigures else NOTHING_CARRIED.points
    return figures(**{one.name: 0 for one in fields(figures)} | {"carried": carried})


@pytest.mark.parametrize(
    ("ranking", "without", "lost"),
    [
        (
            GAMES,
            _nothing(GameFigures),
            {"losses": 1, "points_against": 60, "difference": -60},
        ),
        (
            INDIVIDUALS_BY_POINTS,
            _nothing(GameFigures),
            {"losses": 1, "points_against": 60, "difference": -60},
        ),
        (
            DEALT_HANDS,
            _nothing(HandFigures),
            {"hands": 4, "total": Fraction(-9), "hand_score_sum": -20},
        ),
    ],
    ids=["games", "points of games", "dealt hands by the difference from the mean"],
)
def test_who_has_played_nothing(ranking: Ranking[Any], without: Any, lost: dict[str, Any]) -> None:
    assert ranking.across is not None
    assert ranking.across(replace(without, **lost)) > ranking.across(without)
