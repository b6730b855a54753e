"""What a championship came to, for its first page after the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournament.models import Stage
from tournament.standings.queries.shared import shared_scores
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.dealt_hands.best_hand import BestHand, best_hand
from tournament.standings.rankings.ranking import StandingsView


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The final standings, and the best hand; None where no hands were compared."""

    view: StandingsView[Any]
    best: BestHand | None


def final_result(stage: Stage, published: str) -> FinalResult:
    """What the rounds of a stage came to; 6 queries for the first who asks for this version.

    `published` is as in `shared_scores`.
    """
    scores = shared_scores(stage, published)
    return FinalResult(view_of(scores), best_hand(scores.hand_sheets().values()))
