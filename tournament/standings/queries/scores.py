"""What some rounds of a stage came to, as its ranking scores them."""

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
    """The numbers of the rounds whose results are published; 1 query."""
    return StoredRows(stage).states.closed


def stage_scores(stage: Stage, *, rounds: Collection[int] | None = None) -> StageScores[Any]:
    """Score the given rounds of a stage, whatever their state; None: those that are published.

    6 queries by dealt hands (the championship of `stage` should be loaded).
    """
    rows = StoredRows(stage)
    return score_rounds(rows, rows.states.closed if rounds is None else rounds)


def dealt_scores(stage: Stage, *, rounds: Collection[int] | None = None) -> DealtScores:
    """Score the given rounds of a stage that is known to be ranked by dealt hands, with their
    sheets; None: the rounds that are published."""
    rows = StoredRows(stage)
    chosen = rows.states.closed if rounds is None else rounds
    return score_dealt_hands(rows, tuple(sorted(chosen)))


def bracket_view(stage: Stage, *, after_round: int | None = None) -> BracketView | None:
    """The bracket as the published rounds leave it, or those up to one; None where there is none.

    6 queries, none where the ranking has no bracket.
    """
    if not ranking_of(stage).has_bracket:
        return None
    rows = StoredRows(stage)
    return score_rounds(rows, rounds_until(rows, after_round)).bracket_view()


def rounds_until(rows: StageRows, after_round: int | None) -> list[int]:
    """Return the numbers of the published rounds, all or up to one."""
    closed = rows.states.closed
    return [number for number in closed if after_round is None or number <= after_round]


def round_scores(stage: Stage, number: int) -> StageScores[Any]:
    """The scores of one round by itself, published or not; 6 queries by dealt hands.

    Pairs without a result in it are not ranked. What was deducted belongs to no round.
    """
    return score_rounds(StoredRows(stage), [number], alone=True)


def score_rounds(
    rows: StageRows,
    rounds: Collection[int],
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> StageScores[Any]:
    """Score the rounds, as `Ranking.score` says."""
    return ranking_of(rows.stage).score(rows, tuple(sorted(rounds)), alone=alone, draft=draft)
