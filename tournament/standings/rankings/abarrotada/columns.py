"""Columns of standings of abarrotada: a new one is an entry in `COLUMNS`, with its row in
`docs/json.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.standings.columns import (
    COURSE,
    NAME,
    OF_THE_PAIR,
    REMARKS,
    Kind,
    StandingsColumn,
    round_column,
)


@dataclass(frozen=True, slots=True)
class SoloFigures:
    """Figures of a player's tables and rests; `by_round` has the points of each table.

    A player without a played hand has no points, mean or best table.
    """

    points: int | None
    mean: Fraction | None
    hands: int
    tables: int
    wins: int
    best: int | None
    rests: int
    by_round: Mapping[int, int]


POINTS: StandingsColumn[SoloFigures] = StandingsColumn(
    key="points",
    title=pgettext_lazy("standings of abarrotada", "Points"),
    meaning="the points of all its tables, below 0 after revokes; null without a hand",
    value=lambda line: line.figures.points,
    kind=Kind.COUNT,
    ranks=True,
    barred=True,
    beside="mean",
)
MEAN: StandingsColumn[SoloFigures] = StandingsColumn(
    key="mean",
    title=_("Mean per hand"),
    short=pgettext_lazy("standings", "Mean"),
    meaning="its points for each hand played, exact; null without a hand",
    value=lambda line: line.figures.mean,
    kind=Kind.MEAN,
    ranks=True,
    barred=True,
    beside="points",
)
COLUMNS: tuple[StandingsColumn[SoloFigures], ...] = (
    *(replace(one, title=_("Player")) if one is NAME else one for one in OF_THE_PAIR),
    POINTS,
    MEAN,
    StandingsColumn(
        key="hands",
        title=_("Hands played"),
        short=pgettext_lazy("standings", "Hands"),
        meaning="hands played at all its tables",
        value=lambda line: line.figures.hands,
        kind=Kind.COUNT,
    ),
    StandingsColumn(
        key="tables_won",
        title=_("Tables won, with the most points there"),
        short=pgettext_lazy("standings of abarrotada", "Tables won"),
        meaning="at how many tables nobody had more points",
        value=lambda line: line.figures.wins,
        kind=Kind.COUNT,
    ),
    StandingsColumn(
        key="best_round",
        title=_("Points of the best round"),
        short=pgettext_lazy("standings of abarrotada", "Best round"),
        meaning="the points of its best table; null without a hand",
        value=lambda line: line.figures.best,
        kind=Kind.COUNT,
        wide_only=True,
    ),
    COURSE,
    REMARKS,
)
"""All columns but those of the rounds, in the order of the page."""


def points_in_round(number: int) -> StandingsColumn[SoloFigures]:
    """Return the column of the players' points in a round."""
    return round_column(number, lambda line: line.figures.by_round.get(number), Kind.COUNT)
