"""What ranks games, as formulas: games won, or the rounds that were got through in a knock-out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.exports.excel.auditor.games.inputs import SCORE_OF_ASKED_REST, SCORE_OF_REST
from tournament.exports.excel.auditor.games.layout import AuditedColumn, Formula, Layout
from tournament.exports.excel.auditor.games.rounds_reached import (
    rounds_reached,
    second_chance,
    ways_through,
)
from tournament.standings.rankings.games.scores import GameScores

RESTS, ASKED, CARRIED = "rests", "asked_rests", "carried"


@dataclass(frozen=True, slots=True)
class ScoreFormulas:
    """What ranks: the key of its declared column, its formula, and the columns that it reads."""

    key: str
    formula: Callable[[GameScores], Formula]
    helpers: Callable[[GameScores], Sequence[AuditedColumn]] = lambda _scores: ()
    then: Callable[[GameScores], Sequence[AuditedColumn]] = lambda _scores: ()
    """The columns that rank those who are alike in it, before any tie-break."""


def _games_won(_scores: GameScores) -> Formula:
    def formula(layout: Layout, row: int) -> str:
        made = f"({layout.games(row, '1')})+({layout.games(row, '0.5')})/2"
        score = f"{made}+{layout.here(RESTS, row)}*{SCORE_OF_REST}"
        if ASKED in layout.columns:
            more = f"({SCORE_OF_ASKED_REST}-{SCORE_OF_REST})"
            score = f"{score}+{layout.here(ASKED, row)}*{more}"
        return f"{layout.here(CARRIED, row)}+{score}" if CARRIED in layout.columns else score

    return formula


def _points_made(_scores: GameScores) -> Formula:
    def formula(layout: Layout, row: int) -> str:
        made = layout.here("points_for", row)
        return f"{layout.here(CARRIED, row)}+{made}" if CARRIED in layout.columns else made

    return formula


GAMES_WON = ScoreFormulas("score", _games_won)
POINTS_MADE = ScoreFormulas("score", _points_made)
ROUNDS_REACHED = ScoreFormulas("through", rounds_reached, ways_through, second_chance)
