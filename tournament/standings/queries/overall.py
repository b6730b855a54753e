"""Standings of a whole championship: those of the last stage first, then the others in the order of
the stage before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils import timezone

from scoring.overall import overall_rows
from tournament.core.finality import is_final
from tournament.models import Stage
from tournament.standings.columns import StandingsColumn
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import StandingsLine
from tournament.standings.queries.table import standings_view
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.remarks import place_reasons


@dataclass(frozen=True, slots=True)
class OverallLine:
    """Pair's rank in the championship, with its line in the last stage that ranks it."""

    rank: int
    shared: bool
    stage: Stage
    line: StandingsLine[Any]
    column: StandingsColumn[Any]
    """Column by which that stage ranked it."""

    @property
    def contestant(self) -> ContestantRef:
        return self.line.contestant

    @property
    def value(self) -> int | Fraction | None:
        """Return the value that ranked it there, exact."""
        value = self.column.value(self.line)
        assert not isinstance(value, str), "what ranks is a number"
        return value

    @property
    def text(self) -> str:
        """Return the value that ranked it there, as text for people."""
        return self.column.text(self.line)

    @property
    def reasons(self) -> str:
        """Return why it is behind others there, in the language in force; "" without a reason."""
        return "; ".join(place_reasons(self.line))


@dataclass(frozen=True, slots=True)
class OverallPart:
    """Lines that one stage places."""

    stage: Stage
    ranked_by: str
    lines: tuple[OverallLine, ...]


@dataclass(frozen=True, slots=True)
class Overall:
    """Standings of a championship, best first, by the stages that place the pairs."""

    championship_name: str
    parts: tuple[OverallPart, ...]
    rounds: tuple[int, ...]
    """Closed rounds that count."""
    final: bool
    made_at: datetime

    @property
    def lines(self) -> tuple[OverallLine, ...]:
        return tuple(line for part in self.parts for line in part.lines)


def overall_standings(stages: Sequence[Stage]) -> Overall:
    """Return the standings of a championship from those of its stages with a closed round; for each
    stage as many queries as its standings take."""
    return overall_of([(stage, standings_view(stage)) for stage in stages])


def overall_of(views: Sequence[tuple[Stage, StandingsView[Any]]]) -> Overall:
    """Return the standings of a championship from those of all its stages (at least one), in
    order."""
    played = [(stage, view) for stage, view in views if view.rounds]
    championship = views[0][0].championship
    return Overall(
        championship_name=championship.shown_name,
        parts=_parts(played),
        rounds=tuple(number for _stage, view in played for number in view.rounds),
        final=is_final(championship),
        made_at=timezone.now(),
    )


def _parts(played: Sequence[tuple[Stage, StandingsView[Any]]]) -> tuple[OverallPart, ...]:
    rows = overall_rows(
        [
            [
                (line.rank, line.contestant.id)
                # The winners of the groups come first, then the second ones: each rank is shared.
                for line in sorted(view.lines, key=lambda line: line.rank)
            ]
            for _stage, view in played
        ]
    )
    sharing = Counter(row.rank for row in rows)
    parts = []
    for place in reversed(range(len(played))):
        stage, view = played[place]
        by_id = {line.contestant.id: line for line in view.lines}
        lines = tuple(
            OverallLine(row.rank, sharing[row.rank] > 1, stage, by_id[row.contestant], view.main)
            for row in rows
            if row.stage == place
        )
        if lines:
            parts.append(OverallPart(stage, str(view.main.title), lines))
    return tuple(parts)
