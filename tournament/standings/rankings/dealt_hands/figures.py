"""Figures of each pair in the ranking of dealt hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.carry import Carried
from scoring.duplicate.standings import StandingsRow


@dataclass(frozen=True, slots=True)
class HandFigures:
    """Figures of a pair's hands.

    `hands` is the number of hands with a final score. `total` is the exact sum of these scores and
    of what was `carried` into the stage, less the `deduction`; `mean` is the total per hand, the
    carried ones included, None without hands. `by_round` has every shown round, None if the pair
    has no scored hand in it. `best_results` counts final scores that are the best possible,
    `infractions` the pair's own rule-breaks.
    """

    hands: int
    total: Fraction
    mean: Fraction | None
    deduction: Fraction
    by_round: Mapping[int, Fraction | None]
    hand_score_sum: int
    best_results: int
    infractions: int
    carried: Carried

    @property
    def counted_hands(self) -> Fraction:
        """Return the number of hands, including those carried over."""
        return self.hands + self.carried.hands


def figures_of(row: StandingsRow[int], by_round: Mapping[int, Fraction | None]) -> HandFigures:
    """Return the figures of a row of the ranking."""
    return HandFigures(
        hands=row.hands,
        total=row.total,
        mean=row.mean,
        deduction=row.deduction,
        by_round=by_round,
        hand_score_sum=row.hand_score_sum,
        best_results=row.best_results,
        infractions=row.infractions,
        carried=row.carried,
    )
