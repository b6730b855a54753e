"""The columns of an event's standings, declared once for its page, paper and JSON."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.simultaneous.queries.event_standings import EventFigures
from tournament.standings.columns import CLUB, NAME, RANK, REMARKS, Kind, Output, StandingsColumn

VENUE: StandingsColumn[EventFigures] = StandingsColumn(
    key="venue",
    title=gettext_lazy("Venue"),
    meaning="the name of the venue",
    value=lambda line: line.figures.venue.name,
    kind=Kind.TEXT,
    widest=26,
)
VENUE_RANK: StandingsColumn[EventFigures] = StandingsColumn(
    key="rank_in_venue",
    title=gettext_lazy("Rank in the venue"),
    short=pgettext_lazy("standings of an event", "In venue"),
    meaning="its rank there, compared with its own venue alone",
    value=lambda line: line.figures.venue_rank,
    kind=Kind.COUNT,
    best_first=False,
)
HANDS: StandingsColumn[EventFigures] = StandingsColumn(
    key="hands",
    title=gettext_lazy("Hands"),
    meaning="how many of its hands have a score",
    value=lambda line: line.figures.hands,
    kind=Kind.COUNT,
)
TOTAL: StandingsColumn[EventFigures] = StandingsColumn(
    key="total",
    title=gettext_lazy("Total"),
    meaning="the sum of its final scores, less what was deducted",
    value=lambda line: line.figures.total,
    kind=Kind.SCORE,
    ranks=True,
)
MEAN: StandingsColumn[EventFigures] = StandingsColumn(
    key="mean",
    title=gettext_lazy("Mean per hand"),
    short=gettext_lazy("Mean"),
    meaning="the total per hand; null without one",
    value=lambda line: line.figures.mean,
    kind=Kind.MEAN,
    ranks=True,
)
PERCENTILE: StandingsColumn[EventFigures] = StandingsColumn(
    key="percentile",
    title=gettext_lazy("Mean percentile of the hands"),
    short=gettext_lazy("Percentile"),
    meaning=(
        "the mean, over its hands, of the share of all others with the same cards that it beat, in "
        "100; null without a hand that was played out"
    ),
    value=lambda line: line.figures.percentile,
    kind=Kind.SCORE,
)
COLUMNS: tuple[StandingsColumn[Any], ...] = (
    *(RANK, NAME, CLUB, VENUE, VENUE_RANK),
    *(HANDS, TOTAL, MEAN, PERCENTILE),
    REMARKS,
)


def columns_on(output: Output) -> tuple[StandingsColumn[Any], ...]:
    """Return the columns that are shown in one kind of output."""
    return tuple(one for one in COLUMNS if output in one.shown)
