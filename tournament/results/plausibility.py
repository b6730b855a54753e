"""Unlikely results of dealt hands, for which confirmation is asked before they are stored.

One wrong figure changes everybody's score for that hand, so a mistake is best caught while the
result slip is still in somebody's hand. All figures are trick points of N–S. Every threshold is
here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median_high, median_low

from django.utils.translation import gettext as _

from scoring.game.tricks import POINTS_IN_A_HAND

FEW_POINTS = 6
"""Points of a side that are rarely made: this or less."""
ENOUGH_OTHERS = 4
"""Number of results at other tables that it takes to compare with them."""
FAR_FROM_NEAREST = 20
"""A larger distance from every other result is unlikely."""
FAR_FROM_MEDIAN = 16
"""A larger distance from the others' median is unlikely…"""
NEAR_WHEN_SWAPPED = 2
"""… while the other side's points are at most this far from it: the sides may be swapped."""


class DoubtKind(StrEnum):
    FEW = "few"
    FAR = "far"
    SWAPPED = "swapped"
    REPEATED = "repeated"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reason to doubt a result. `figure` is the points that its sentence names."""

    kind: DoubtKind
    figure: int

    def __str__(self) -> str:
        if self.kind is DoubtKind.FEW and not self.figure:
            return _("One side made no points.")
        return {
            DoubtKind.FEW: _("Points of one side: only %(points)d."),
            DoubtKind.FAR: _("It is far from all other tables: the nearest has %(points)d for NS."),
            DoubtKind.SWAPPED: _(
                "With the sides swapped, %(points)d for NS, it would be like the other tables."
            ),
            DoubtKind.REPEATED: _("The hand before at this table has %(points)d for NS, too."),
        }[self.kind] % {"points": self.figure}


def doubts_about(ns_points: int, *, others: Sequence[int], before: int | None) -> tuple[Doubt, ...]:
    """Return why `ns_points` is unlikely; nothing for a likely result.

    `others` are the points at the other tables that played this hand out without a rule-break,
    `before` are the points of the hand before at this table, None without one.
    """
    doubts = []
    ew_points = POINTS_IN_A_HAND - ns_points
    if min(ns_points, ew_points) <= FEW_POINTS:
        doubts.append(Doubt(DoubtKind.FEW, min(ns_points, ew_points)))
    if len(others) >= ENOUGH_OTHERS:
        if ns_points not in others:
            nearest = min(others, key=lambda points: (abs(points - ns_points), points))
            if abs(nearest - ns_points) > FAR_FROM_NEAREST:
                doubts.append(Doubt(DoubtKind.FAR, nearest))
        # Exact integers, as the median may be a half, and quick: a referee's page asks for every
        # table.
        twice_middle = median_low(others) + median_high(others)
        if (
            abs(2 * ns_points - twice_middle) > 2 * FAR_FROM_MEDIAN
            and abs(2 * ew_points - twice_middle) <= 2 * NEAR_WHEN_SWAPPED
        ):
            doubts.append(Doubt(DoubtKind.SWAPPED, ew_points))
    if ns_points == before:
        doubts.append(Doubt(DoubtKind.REPEATED, ns_points))
    return tuple(doubts)
