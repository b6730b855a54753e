"""Standings with the rank of each pair after each of the rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tournament.models import Stage
from tournament.standings.lines import F
from tournament.standings.queries.scores import rounds_until, score_rounds
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.ranking import StageScores, StandingsView
from tournament.standings.stage_rows import StoredRows


def standings_with_ranks(stage: Stage, *, after_round: int | None = None) -> StandingsView[Any]:
    """Return the published standings, now or after a round, with the ranks after all earlier
    rounds.

    6 queries by dealt hands.
    """
    rows = StoredRows(stage)
    return view_with_ranks(score_rounds(rows, rounds_until(rows, after_round)))


def view_with_ranks(scores: StageScores[F]) -> StandingsView[F]:
    """Return the standings for these scores, with the ranks after each of their rounds."""
    view = view_of(scores)
    history = view.ranking.earlier_ranks(scores)
    lines = tuple(
        replace(
            line,
            ranks=(*(ranks.get(line.contestant.id) for ranks in history), line.rank),
        )
        for line in view.lines
    )
    return replace(view, lines=lines)
