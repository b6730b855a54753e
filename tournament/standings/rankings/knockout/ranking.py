"""Ranking of a knock-out, as one strategy."""

from __future__ import annotations

from typing import Any

from tournament.standings.rankings.games.columns import DIFFERENCE, difference_in_round
from tournament.standings.rankings.games.ranking import GAMES
from tournament.standings.rankings.knockout.columns import COLUMNS
from tournament.standings.rankings.knockout.scores import ranks_after, score_knockout
from tournament.standings.rankings.knockout.words import note, short_note
from tournament.standings.rankings.ranking import Ranking, one_by_one

KNOCKOUT: Ranking[Any] = Ranking(
    key="knockout",
    columns=COLUMNS,
    round_column=difference_in_round,
    sum=DIFFERENCE,
    criteria=GAMES.criteria,
    score=score_knockout,
    note=note,
    short_note=short_note,
    unranked=GAMES.unranked,
    unranked_in_round=GAMES.unranked_in_round,
    pair_template="standings/_pair_of_games.html",
    round_template="standings/_games_of_round.html",
    phone_template="phones/_pair_game.html",
    has_workbook=True,
    has_bracket=True,
    earlier_ranks=one_by_one(ranks_after),
)
