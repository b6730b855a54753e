"""What some rounds of a stage came to, as its ranking scores them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tournament.core.finality import last_end, late_ends
from tournament.models import Result, RoundStatus, Stage
from tournament.stages.formats import format_of
from tournament.standings.rankings.bracket_view import BracketView
from tournament.standings.rankings.dealt_hands.scores import DealtScores, score_dealt_hands
from tournament.standings.rankings.ranking import RoundStates, StageScores
from tournament.standings.rankings.rankings import ranking_of


def closed_rounds(stage: Stage) -> tuple[int, ...]:
    """The numbers of the rounds whose results are published; 1 query."""
    return round_states(stage).closed


def stage_scores(stage: Stage, *, rounds: Collection[int] | None = None) -> StageScores[Any]:
    """Score the given rounds of a stage, whatever their state; None: those that are published.

    6 queries by dealt hands (the championship of `stage` should be loaded).
    """
    states = round_states(stage)
    return score_rounds(stage, states, states.closed if rounds is None else rounds)


def dealt_scores(stage: Stage, *, rounds: Collection[int] | None = None) -> DealtScores:
    """Score the given rounds of a stage that is known to be ranked by dealt hands, with their
    sheets; None: the rounds that are published."""
    states = round_states(stage)
    chosen = states.closed if rounds is None else rounds
    return score_dealt_hands(stage, states, tuple(sorted(chosen)))


def bracket_view(stage: Stage, *, after_round: int | None = None) -> BracketView | None:
    """The bracket as the published rounds leave it, or those up to one; None where there is none.

    6 queries, none where the ranking has no bracket.
    """
    if not ranking_of(stage).has_bracket:
        return None
    states = round_states(stage)
    rounds = [number for number in states.closed if after_round is None or number <= after_round]
    return score_rounds(stage, states, rounds).bracket_view()


def round_scores(stage: Stage, number: int) -> StageScores[Any]:
    """The scores of one round by itself, published or not; 6 queries by dealt hands.

    Pairs without a result in it are not ranked. What was deducted belongs to no round.
    """
    return score_rounds(stage, round_states(stage), [number], alone=True)


def round_states(stage: Stage) -> RoundStates:
    """How far the rounds are; 1 query, 1 more where matches can be postponed."""
    rounds = list(
        stage.rounds.order_by("number").values_list("number", "status", "corrections_until")
    )
    late = late_ends(stage.championship) if format_of(stage).has_days else {}
    closed = {
        number: last_end(until, late.get(number))
        for number, status, until in rounds
        if status == RoundStatus.CLOSED
    }
    corrections = {number: until for number, until in closed.items() if until is not None}
    first = rounds[0][0] if rounds else 1
    ended = stage.championship.ended_at is not None
    return RoundStates(tuple(closed), len(rounds), corrections, first, ended)


def score_rounds(
    stage: Stage,
    states: RoundStates,
    rounds: Collection[int],
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> StageScores[Any]:
    """Score the rounds, as `Ranking.score` says."""
    return ranking_of(stage).score(stage, states, tuple(sorted(rounds)), alone=alone, draft=draft)
