"""Scores of some rounds of a stage, computed by its ranking."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tournament.models import Result, Stage
from tournament.standings.rankings.bracket_view import BracketView
from tournament.standings.rankings.dealt_hands.scores import DealtScores, score_dealt_hands
from tournament.standings.rankings.ranking import StageScores
from tournament.standings.rankings.rankings import ranking_of
from tournament.standings.stage_rows import StageRows, StoredRows


def closed_rounds(stage: Stage) -> tuple[int, ...]:
    """Return the numbers of the rounds whose results are published; 1 query."""
    return StoredRows(stage).states.closed


def stage_scores(stage: Stage, *, rounds: Collection[int] | None = None) -> StageScores[Any]:
    """Return the scores of these rounds of a stage, whatever their state; None: the published
    rounds.

    6 queries by dealt hands (the championship of `stage` should be loaded).
    """
    rows = StoredRows(stage)
    return score_rounds(rows, rows.states.closed if rounds is None else rounds)


def dealt_scores(stage: Stage, *, rounds: Collection[int] | None = None) -> DealtScores:
    """Return the scores and sheets of these rounds of a stage that is known to be ranked by dealt
    hands; None: the published rounds."""
    rows = StoredRows(stage)
    chosen = rows.states.closed if rounds is None else rounds
    return score_dealt_hands(rows, tuple(sorted(chosen)))


def bracket_view(stage: Stage, *, after_round: int | None = None) -> BracketView | None:
    """Return the bracket after the published rounds, or after one of them; None if there is none.

    6 queries, none if the ranking has no bracket.
    """
    if not ranking_of(stage).has_bracket:
        return None
    rows = StoredRows(stage)
    return score_rounds(rows, rounds_until(rows, after_round)).bracket_view()


def rounds_until(rows: StageRows, after_round: int | None) -> list[int]:
    """Return the numbers of the published rounds, all or up to `after_round`."""
    closed = rows.states.closed
    return [number for number in closed if after_round is None or number <= after_round]


def round_scores(stage: Stage, number: int) -> StageScores[Any]:
    """Return the scores of one round alone, published or not; 6 queries by dealt hands.

    Pairs without a result in it are not ranked. Deductions belong to no round.
    """
    return score_rounds(StoredRows(stage), [number], alone=True)


def score_rounds(
    rows: StageRows,
    rounds: Collection[int],
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> StageScores[Any]:
    """Return the scores of these rounds, as `Ranking.score` does."""
    return ranking_of(rows.stage).score(rows, tuple(sorted(rounds)), alone=alone, draft=draft)
