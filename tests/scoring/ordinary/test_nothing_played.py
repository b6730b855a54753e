"""Who has played nothing has made nothing, which is not the same as 0."""

from __future__ import annotations

import pytest

from scoring.game.seats import Sides
from scoring.ordinary.solo_standings import SoloGame, SoloSettings, rank_solo
from scoring.ordinary.standings import GameSettings, PlayedGame, Rest, rank_games
from scoring.rank_by import RankBy


@pytest.mark.parametrize("rank_by", RankBy)
def test_in_abarrotada_it_is_ranked_behind_negative_points(rank_by: RankBy) -> None:
    games = [SoloGame(("A", "B", "C"), (-46, 12, -10), 12)]
    rows = rank_solo("LABC", games, SoloSettings(rank_by=rank_by), rests={})
    assert [(row.rank, row.tally.contestant) for row in rows] == [
        *((1, "B"), (2, "C"), (3, "A")),
        (4, "L"),
    ]


def test_in_games_it_is_ranked_behind_a_negative_difference() -> None:
    games = [PlayedGame(Sides("A", "B"), Sides(101, 40))]
    settings = GameSettings(rest=Rest.NOTHING)
    rows = rank_games("LAB", games, settings, rests={"L": 1})
    assert [row.tally.contestant for row in rows] == ["A", "B", "L"]
    assert [row.splits for row in rows] == [(), (), ()], "no tie-break had to split them"


def test_a_rest_that_counts_as_won_stays_ahead_of_a_lost_game() -> None:
    games = [PlayedGame(Sides("A", "B"), Sides(101, 40))]
    rows = rank_games("LAB", games, rests={"L": 1})
    assert [row.tally.contestant for row in rows] == ["A", "L", "B"]


def test_who_has_played_as_little_shares_the_rank() -> None:
    rows = rank_solo("LM", [], rests={})
    assert [row.rank for row in rows] == [1, 1]
