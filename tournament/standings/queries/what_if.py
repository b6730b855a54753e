"""Standings under other settings, side by side with the current ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import pgettext

from scoring.duplicate.standings import Standings
from scoring.rank_by import RankBy
from tournament.core.numbers import mean_text, score_text
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.dealt_hands.alternatives import (
    alternatives_to,
    method_name,
    note_on_deductions,
    standings_by,
)
from tournament.standings.rankings.dealt_hands.scores import DealtScores


@dataclass(frozen=True, slots=True)
class Place:
    """Pair's place under some settings: its rank, and the value that ranks it, exact.

    `up` is the number of places that it stands higher than now; negative if lower, None if it isn't
    ranked now.
    """

    rank: int
    shared: bool
    value: Fraction
    by_mean: bool
    up: int | None

    @property
    def down(self) -> int:
        """Return the number of places that it stands lower; negative if higher."""
        return -(self.up or 0)

    @property
    def text(self) -> str:
        """Return the value that ranks it, as the standings show it."""
        return mean_text(self.value) if self.by_mean else score_text(self.value)


@dataclass(frozen=True, slots=True)
class Column:
    """Standings under one alternative: every ranked pair's place, by its id.

    `by_mean` is true if means rank; `moved` is the number of pairs whose rank differs from now.
    """

    name: str
    by_mean: bool
    places: Mapping[int, Place]
    moved: int

    @property
    def ranked_by(self) -> str:
        """Return the word for the value that really ranks, in the language in force."""
        return pgettext("what ranks", "mean") if self.by_mean else pgettext("what ranks", "total")


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Current standings, with the alternatives beside them.

    `rows` are the pairs in the order of the standings, each with its place now and in every column,
    None if it has none. `without_effect` are the names of alternatives that move nobody.
    """

    official: Column
    columns: tuple[Column, ...]
    rows: tuple[tuple[ContestantRef, Place | None, tuple[Place | None, ...]], ...]
    without_effect: tuple[str, ...]
    note: str


def what_if(scores: DealtScores) -> WhatIf:
    """Return the standings under each alternative, by scoring the results again; no query."""
    settings = scores.stage.scoring_settings()
    ranks = {row.contestant: row.rank for row in scores.standings.rows}
    official = _column(method_name(settings), scores.standings, ranks)
    tried = [
        (one, _column(one.name, standings_by(scores, one.settings), ranks))
        for one in alternatives_to(scores)
    ]
    shown = [(one, column) for one, column in tried if one.always or column.moved]
    columns = tuple(column for _one, column in shown)
    order = list(ranks)
    order += [
        one
        for one in scores.contestants
        if one not in ranks and any(one in c.places for c in columns)
    ]
    return WhatIf(
        official=official,
        columns=columns,
        rows=tuple(
            (
                scores.contestants[one],
                official.places.get(one),
                tuple(column.places.get(one) for column in columns),
            )
            for one in order
        ),
        without_effect=tuple(one.name for one, column in tried if not (one.always or column.moved)),
        note=note_on_deductions(scores, [one for one, _column in shown]),
    )


def _column(name: str, standings: Standings[int], now: Mapping[int, int]) -> Column:
    by_mean = standings.ranked_by is RankBy.MEAN
    sharing = Counter(row.rank for row in standings.rows)
    places = {
        row.contestant: Place(
            rank=row.rank,
            shared=sharing[row.rank] > 1,
            value=row.mean if by_mean and row.mean is not None else row.total,
            by_mean=by_mean and row.mean is not None,
            up=now[row.contestant] - row.rank if row.contestant in now else None,
        )
        for row in standings.rows
    }
    moved = sum(place.up != 0 for place in places.values())
    gone = sum(contestant not in places for contestant in now)
    return Column(name, by_mean, places, moved + gone)
