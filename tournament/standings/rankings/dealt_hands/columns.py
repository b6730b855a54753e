"""Columns of standings by final scores: a new one is an entry in `COLUMNS`, with its row in
`docs/json.md`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.rank_by import RankBy
from tournament.standings.columns import (
    CARRIED_SHORT,
    CARRIED_TITLE,
    COURSE,
    OF_THE_PAIR,
    REMARKS,
    Kind,
    Output,
    StandingsColumn,
    round_column,
)
from tournament.standings.rankings.dealt_hands.figures import HandFigures

TOTAL: StandingsColumn[HandFigures] = StandingsColumn(
    key=RankBy.TOTAL.value,
    title=pgettext_lazy("standings", "Total"),
    meaning="exact sum of its final scores, less the deduction",
    value=lambda line: line.figures.total,
    kind=Kind.SCORE,
    ranks=True,
    barred=True,
    width=10,
)
MEAN: StandingsColumn[HandFigures] = StandingsColumn(
    key=RankBy.MEAN.value,
    title=gettext_lazy("Mean per hand"),
    short=pgettext_lazy("standings", "Mean"),
    meaning="the total per hand; null without hands",
    value=lambda line: line.figures.mean,
    kind=Kind.MEAN,
    ranks=True,
    barred=True,
)
COLUMNS: tuple[StandingsColumn[HandFigures], ...] = (
    *OF_THE_PAIR,
    TOTAL,
    MEAN,
    StandingsColumn(
        key="hands",
        title=gettext_lazy("Scored hands"),
        short=pgettext_lazy("standings", "Hands"),
        meaning="how many of its hands have a final score",
        value=lambda line: line.figures.hands,
        kind=Kind.COUNT,
        beside=RankBy.MEAN.value,
        shown=Output.EVERYWHERE | Output.WALL,
    ),
    COURSE,
    StandingsColumn(
        key="deduction",
        title=gettext_lazy("Deducted"),
        meaning="what was deducted, exact",
        value=lambda line: line.figures.deduction,
        kind=Kind.SCORE,
        width=11,
        shown=Output.JSON,
    ),
    StandingsColumn(
        key="hand_score_sum",
        title=gettext_lazy("Sum of hand scores"),
        meaning="sum of its hand scores",
        value=lambda line: line.figures.hand_score_sum,
        kind=Kind.SIGNED,
        width=12,
        shown=Output.JSON,
    ),
    StandingsColumn(
        key="best_results",
        title=gettext_lazy("Best results"),
        meaning="number of its best possible final scores; 0 where there is no scale",
        value=lambda line: line.figures.best_results,
        kind=Kind.COUNT,
        width=10,
        shown=Output.JSON,
    ),
    StandingsColumn(
        key="infractions",
        title=gettext_lazy("Rule-breaks"),
        meaning="number of its own rule-breaks",
        value=lambda line: line.figures.infractions,
        kind=Kind.COUNT,
        best_first=False,
        width=12,
        shown=Output.JSON,
    ),
    REMARKS,
)
"""All columns but those of the rounds and of carried values, in the order of the page."""
CARRIED: tuple[StandingsColumn[HandFigures], ...] = (
    StandingsColumn(
        key="carried",
        title=CARRIED_TITLE,
        short=CARRIED_SHORT,
        meaning="what it brought from the stage before, exact; part of the total",
        value=lambda line: line.figures.carried.points,
        kind=Kind.SCORE,
    ),
    StandingsColumn(
        key="carried_hands",
        title=gettext_lazy("Hands carried over"),
        meaning="of how many hands that is, exact; they count in the mean",
        value=lambda line: line.figures.carried.hands,
        kind=Kind.SCORE,
        width=10,
        shown=Output.JSON,
    ),
)
"""Columns of a stage into which something is carried."""


def score_of_round(number: int) -> StandingsColumn[HandFigures]:
    """Return the column of a round's scores."""
    return round_column(number, lambda line: line.figures.by_round.get(number), Kind.SCORE)


def hand_column(number: int, finals: Mapping[int, Fraction | None]) -> StandingsColumn[HandFigures]:
    """Return the column of a hand's final scores; `finals` is by pair id."""
    return StandingsColumn(
        key=f"h{number}",
        title=_("Hand %(number)s") % {"number": number},
        value=lambda line: finals.get(line.contestant.id),
        kind=Kind.SCORE,
    )
