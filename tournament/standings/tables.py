"""The columns of a standings table, in which order its rows stand, and the links that change it.

The order is in the address (`?sort=name`, `?sort=-total`), so it works without a script and can be
passed on. A pair without a value in the column stands last, whichever the direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.settings import RankBy
from tournament.core import live
from tournament.core.names import plain
from tournament.standings.queries import StageScores, StandingsLine, StandingsView

PARAMETER = "sort"


@dataclass(frozen=True, slots=True)
class Column:
    """A column's head: its words, the link that sorts by it, and how it is sorted now.

    `aria_sort` is "ascending", "descending" or "". `description` tells what a short `label` means.
    """

    key: str
    label: str
    description: str
    url: str
    aria_sort: str
    is_main: bool = False
    """What the pairs are ranked by."""


@dataclass(frozen=True, slots=True)
class Row:
    """A pair's line with its scores round by round (or hand by hand)."""

    line: StandingsLine
    cells: tuple[Fraction | None, ...]
    rests: tuple[bool, ...]
    """Whether it rested, cell by cell."""

    @property
    def marked_cells(self) -> Iterator[tuple[Fraction | None, bool]]:
        """Each score, and whether the pair rested there."""
        return zip(self.cells, self.rests)


@dataclass(frozen=True, slots=True)
class Part:
    """A column of part scores: a round, or a hand. `of_team` has them by team id."""

    key: str
    label: str
    description: str
    of_team: Mapping[int, Fraction | None]
    resting: frozenset[int] = frozenset()
    """The ids of those that rested in it."""


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """What the template draws: the fixed columns, those of the parts, and the rows in order."""

    fixed: tuple[Column, ...]
    parts: tuple[Column, ...]
    rows: tuple[Row, ...]
    by_mean: bool


def standings_table(view: StandingsView, parts: Sequence[Part], query: QueryDict) -> StandingsTable:
    """The table as the address wants it; an unknown order is that of the ranks."""
    values = _values(view, parts)
    wanted = query.get(PARAMETER, "")
    key, descending = wanted.removeprefix("-"), wanted.startswith("-")
    if key not in values:
        key, descending = "rank", False
    columns = _Columns(query, key, descending)
    by_mean = view.ranked_by is RankBy.MEAN
    return StandingsTable(
        fixed=tuple(columns.fixed(by_mean=by_mean)),
        parts=tuple(columns.of(part.key, part.label, part.description) for part in parts),
        rows=tuple(
            Row(
                line,
                cells=tuple(part.of_team.get(line.team.id) for part in parts),
                rests=tuple(line.team.id in part.resting for part in parts),
            )
            for line in _in_order(view.lines, values[key], descending=descending)
        ),
        by_mean=by_mean,
    )


def round_parts(view: StandingsView) -> list[Part]:
    """A part for each round of the view."""
    return [
        Part(
            key=f"r{number}",
            label=pgettext("round, in a column's head", "R%(number)d") % {"number": number},
            description=_("Round %(number)d") % {"number": number},
            of_team={line.team.id: line.by_round[number] for line in view.lines},
            resting=frozenset(line.team.id for line in view.lines if number in line.rests),
        )
        for number in view.rounds
    ]


def hand_parts(scores: StageScores) -> list[Part]:
    """A part for each hand of the scores."""
    parts = []
    for sheet in scores.sheets.values():
        finals: dict[int, Fraction | None] = {}
        for entry in sheet.entries:
            finals[entry.ns.id] = entry.ns_final
            finals[entry.ew.id] = entry.ew_final
        name = _("Hand %(number)s") % {"number": sheet.deal}
        parts.append(Part(f"h{sheet.deal}", name, name, finals))
    return parts


Value = Callable[[StandingsLine], Any]


def _values(view: StandingsView, parts: Sequence[Part]) -> dict[str, Value]:
    """What each column sorts by; None stands last."""
    ranks = {line.team.id: place for place, line in enumerate(view.lines)}
    values: dict[str, Value] = {
        "rank": lambda line: ranks[line.team.id],
        "number": lambda line: line.team.number,
        "name": lambda line: plain(line.team.name),
        "hands": lambda line: line.hands,
        "total": lambda line: line.total,
        "mean": lambda line: line.mean,
    }
    return values | {part.key: _part_value(part) for part in parts}


def _part_value(part: Part) -> Value:
    return lambda line: part.of_team.get(line.team.id)


def _in_order(
    lines: Sequence[StandingsLine], value: Value, *, descending: bool
) -> Iterator[StandingsLine]:
    """Sorted by the value, equal ones as they stood: by rank."""
    keyed = [(value(line), line) for line in lines]
    known = [pair for pair in keyed if pair[0] is not None]
    known.sort(key=lambda pair: pair[0], reverse=descending)
    yield from (line for _value, line in known)
    yield from (line for one, line in keyed if one is None)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Makes the columns' heads for one address."""

    query: QueryDict
    sorted_by: str
    descending: bool

    def of(
        self,
        key: str,
        label: str,
        description: str = "",
        *,
        best_first: bool = True,
        is_main: bool = False,
    ) -> Column:
        """A column; its link sorts the best (or the first) to the top, a second click turns it."""
        current = key == self.sorted_by
        descending = not self.descending if current else best_first
        query = self.query.copy()
        query.pop(live.PARAMETER, None)  # what a live page asks for itself with is not to be kept
        query[PARAMETER] = f"-{key}" if descending else key
        direction = "descending" if self.descending else "ascending"
        return Column(
            key, label, description, f"?{query.urlencode()}", direction if current else "", is_main
        )

    def fixed(self, *, by_mean: bool) -> Iterator[Column]:
        """The columns of every standings table; what ranks stands before what doesn't."""
        yield self.of("rank", pgettext("standings", "Rank"), best_first=False)
        yield self.of("number", pgettext("of a pair", "No."), _("Number"), best_first=False)
        yield self.of("name", _("Pair"), best_first=False)
        total = self.of("total", pgettext("standings", "Total"), is_main=not by_mean)
        mean = self.of("mean", pgettext("standings", "Mean"), _("Mean per hand"), is_main=by_mean)
        yield from (mean, total) if by_mean else (total, mean)
        yield self.of("hands", pgettext("standings", "Hands"), _("Scored hands"))
