"""Standings: every pair's rank, the value that ranks it, and the rule that split a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournament.core.finality import is_final
from tournament.models import Contestant, Result, Stage
from tournament.standings.lines import F, StandingsLine
from tournament.standings.queries.scores import rounds_until, score_rounds, stage_scores
from tournament.standings.rankings.dealt_hands.pair_sheet import PairSheet
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.rankings.ranking import PairView, Ranking, StageScores, StandingsView
from tournament.standings.rankings.rankings import ranking_of
from tournament.standings.stage_rows import StoredRows


def standings_view(
    stage: Stage,
    *,
    after_round: int | None = None,
    draft: Result | None = None,
) -> StandingsView[Any]:
    """Return the published standings, now or after a round (0 or more); 6 queries by dealt hands.

    Results are those of today: a corrected one counts as corrected. To show the effect of an entry,
    `draft`, an unsaved result (its match with round and table), replaces that match's current one.
    """
    rows = StoredRows(stage)
    return view_of(score_rounds(rows, rounds_until(rows, after_round), draft=draft))


def view_of(scores: StageScores[F]) -> StandingsView[F]:
    """Return the standings for these scores."""
    championship = scores.stage.championship
    ranking: Ranking[F] = ranking_of(scores.stage)
    ranked = scores.ranked()
    sharing = Counter((scores.contestants[row.contestant].group, row.rank) for row in ranked.rows)
    known = {row.contestant for row in ranked.rows}
    last = max(scores.rounds, default=0)
    now = timezone.now()
    return StandingsView(
        championship_name=championship.shown_name,
        ranking=ranking,
        lines=tuple(
            StandingsLine(
                rank=row.rank,
                shared=sharing[scores.contestants[row.contestant].group, row.rank] > 1,
                contestant=scores.contestants[row.contestant],
                figures=row.figures,
                deductions=scores.deductions.get(row.contestant, ()),
                rests=tuple(
                    number
                    for number in scores.rounds
                    if (row.contestant, number) not in ranked.sat
                    and scores.contestants[row.contestant].plays_in(number)
                ),
                splits=row.splits,
                tie_text=row.tie_text,
                completion=row.completion,
                shortfall=row.shortfall,
            )
            for row in ranked.rows
        ),
        unranked=tuple(
            contestant for contestant in scores.contestants.values() if contestant.id not in known
        ),
        rounds=scores.rounds,
        closed_rounds=scores.states.closed,
        planned_rounds=scores.states.planned,
        final=is_final(championship, complete=scores.rounds == scores.states.closed),
        ranked_by=ranked.ranked_by,
        scored=ranked.scored,
        stage_name=scores.stage.name,
        group_names=tuple(scores.stage.group_names),
        after_round=None if scores.rounds == scores.states.closed else last,
        corrections_until=_corrections_until(scores, now),
        made_at=now,
    )


def _corrections_until(scores: StageScores[F], now: datetime) -> datetime | None:
    """Return when the last of the rounds can no longer be corrected; None if that time is past."""
    if is_final(scores.stage.championship):
        return None
    ends = (scores.states.corrections.get(number) for number in scores.rounds)
    return max((end for end in ends if end is not None and end > now), default=None)


def pair_view(stage: Stage, number: int, *, rounds: Collection[int] | None = None) -> PairView[Any]:
    """Return the view of the pair with that number, for these rounds or the published ones.

    6 queries by dealt hands. Raises `Contestant.DoesNotExist`.
    """
    scores = stage_scores(stage, rounds=rounds)
    contestant = next((ref for ref in scores.contestants.values() if ref.number == number), None)
    if contestant is None:
        raise Contestant.DoesNotExist(f"there is no pair number {number}")
    return scores.pair(contestant, view_of(scores))


def sheets_of_all(scores: DealtScores) -> tuple[PairSheet, ...]:
    """Return the sheets of all pairs with their dealt hands, in the order of their numbers."""
    return scores.pairs(view_of(scores))
