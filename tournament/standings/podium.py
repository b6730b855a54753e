"""First places of the standings, and their podium, with pairs that share a rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.drawings.podium import PodiumStep, podium
from tournament.core.drawings.shapes import Drawing
from tournament.standings.columns import rank_text
from tournament.standings.lines import StandingsLine
from tournament.standings.rankings.ranking import StandingsView

LAST_RANK = 3
MOST_STEPS = 5
"""Maximum number of steps; with more pairs in the first ranks, those of a rank share a step."""


def first_places(
    view: StandingsView[Any], others: Sequence[StandingsLine[Any]] = ()
) -> tuple[StandingsLine[Any], ...]:
    """Return the lines of the first three ranks: more than three if pairs share the last of them.
    Pairs that withdrew are left out.

    `others` follow the lines of `view`, as in `FinalResult`.
    """
    ranked = sorted(view.lines, key=lambda line: line.rank)
    return tuple(line for line in (*ranked, *others) if line.rank <= LAST_RANK and line.is_honoured)


def podium_drawing(
    view: StandingsView[Any], others: Sequence[StandingsLine[Any]] = ()
) -> Drawing | None:
    """Return a drawing of the first places; None while nobody is ranked. Pairs of `others` are
    shown without the value that ranks in `view`."""
    lines = first_places(view, others)
    label = _("The first places: %(places)s") % {
        "places": "; ".join(f"{rank_text(line)} {line.contestant.name}" for line in lines)
    }
    return podium([one.drawn for one in _steps(view, lines)], label)


@dataclass(frozen=True, slots=True)
class _Step:
    """Step of the podium, for one pair or for all pairs that share a rank."""

    view: StandingsView[Any]
    lines: tuple[StandingsLine[Any], ...]

    @property
    def drawn(self) -> PodiumStep:
        first = self.lines[0]
        is_own = any(first is line for line in self.view.lines)
        value = self.view.main.text(first) if is_own else ""
        return PodiumStep(first.rank, rank_text(first), self._names, value)

    @property
    def _names(self) -> tuple[str, ...]:
        count = len(self.lines)
        if count > 1:
            text = ngettext("%(count)d pair", "%(count)d pairs", count)
            if self.lines[0].contestant.is_player:
                text = ngettext("%(count)d player", "%(count)d players", count)
            return (text % {"count": count},)
        pair = self.lines[0].contestant
        return (pair.name,) if pair.has_own_name else pair.players


def _steps(view: StandingsView[Any], lines: tuple[StandingsLine[Any], ...]) -> list[_Step]:
    if len(lines) <= MOST_STEPS:
        return [_Step(view, (line,)) for line in lines]
    return [_Step(view, tuple(same)) for _rank, same in groupby(lines, lambda line: line.rank)]
