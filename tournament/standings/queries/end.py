"""Final result of a championship, for its first page after the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.models import Stage
from tournament.standings.lines import StandingsLine
from tournament.standings.queries.overall import overall_of
from tournament.standings.queries.shared import shared_scores
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.dealt_hands.best_hand import BestHand, best_hand
from tournament.standings.rankings.ranking import StandingsView


@dataclass(frozen=True, slots=True)
class FinalResult:
    """Final standings of the last stage, and the best hand of all stages, None without compared
    hands."""

    view: StandingsView[Any]
    others: tuple[StandingsLine[Any], ...]
    """Lines of contestants that only an earlier stage ranks, with their ranks in the
    championship."""
    best: BestHand | None


def final_result(stages: Sequence[Stage], stage: Stage, published: str) -> FinalResult:
    """Return the result of a championship of these `stages`, of which `stage` is the last one
    played; 6 queries a stage for the first caller with this version.

    `published` is as in `shared_scores`.
    """
    scores = [(one, shared_scores(one, published)) for one in stages]
    overall = overall_of([(one, view_of(found)) for one, found in scores])
    return FinalResult(
        view_of(shared_scores(stage, published)),
        tuple(
            replace(one.line, rank=one.rank, shared=one.shared)
            for one in overall.lines
            if one.stage.number < stage.number
        ),
        best_hand(sheet for _one, found in scores for sheet in found.hand_sheets().values()),
    )
