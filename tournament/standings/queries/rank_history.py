"""How ranks came about: where each pair stood after each of the rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournament.models import Stage
from tournament.standings.lines import F
from tournament.standings.queries.scores import round_states, score_rounds
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.ranking import StageScores, StandingsView
from tournament.standings.rankings.rankings import ranking_of


def standings_with_ranks(stage: Stage, *, after_round: int | None = None) -> StandingsView[Any]:
    """The published standings, or as they were after a round, with all ranks before.

    6 queries by dealt hands; a ranking without `ranks_after` takes as many for each round.
    """
    states = round_states(stage)
    rounds = [number for number in states.closed if after_round is None or number <= after_round]
    return view_with_ranks(score_rounds(stage, states, rounds))


def view_with_ranks(scores: StageScores[F]) -> StandingsView[F]:
    """Scores as the standings that people read, with the ranks after each of their rounds."""
    view = view_of(scores)
    history = [_ranks_after(scores, number) for number in scores.rounds[:-1]]
    lines = tuple(
        replace(
            line,
            ranks=(*(ranks.get(line.contestant.id) for ranks in history), line.rank),
        )
        for line in view.lines
    )
    return replace(view, lines=lines)


def _ranks_after(scores: StageScores[Any], number: int) -> Mapping[int, int]:
    ranks_after = ranking_of(scores.stage).ranks_after
    if ranks_after is not None:
        return ranks_after(scores, number)
    rounds = [one for one in scores.rounds if one <= number]
    rows = score_rounds(scores.stage, scores.states, rounds).ranked().rows
    return {row.contestant: row.rank for row in rows}
