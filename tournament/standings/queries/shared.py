"""Scores that many pages need in the same second, computed once for each published version.

When a round is closed, every pair opens its own page, but all pages use the same scores: computing
them for each page would make two hundred pairs wait for half a minute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from tournament.core.page_cache import SharedReads
from tournament.models import Contestant, Stage
from tournament.standings.contestants import ContestantRef
from tournament.standings.queries.rank_history import view_with_ranks
from tournament.standings.queries.scores import stage_scores
from tournament.standings.rankings.ranking import PairView, StageScores, StandingsView


@dataclass(frozen=True, slots=True)
class SharedPairs:
    """All pairs of a stage: their views by number, and the contestants by id."""

    contestants: Mapping[int, ContestantRef]
    by_number: Mapping[int, PairView[Any]]

    def of(self, number: int) -> PairView[Any]:
        """Return the view of the pair with that number. Raises `Contestant.DoesNotExist`."""
        if number not in self.by_number:
            raise Contestant.DoesNotExist(f"there is no pair number {number}")
        return self.by_number[number]


_scores: SharedReads[StageScores[Any]] = SharedReads()
_standings: SharedReads[StandingsView[Any]] = SharedReads()
_pairs: SharedReads[SharedPairs] = SharedReads()


def shared_scores(stage: Stage, published: str) -> StageScores[Any]:
    """Return the published scores; 6 queries for the first caller.

    `published` is the version of what is published (`core.live.public_version`), read beforehand.
    """
    return _scores.get((stage.pk, published), lambda: stage_scores(stage))


def shared_standings(stage: Stage, published: str) -> StandingsView[Any]:
    """Return the current standings as `standings_with_ranks` does; cached like `shared_scores`."""
    return _ranked(stage, published, lambda: shared_scores(stage, published))


def _ranked(
    stage: Stage, published: str, scores: Callable[[], StageScores[Any]]
) -> StandingsView[Any]:
    # They say in words which rule split a tie.
    key = (stage.pk, published, get_language())
    return _standings.get(key, lambda: view_with_ranks(scores()))


def shared_pairs(stage: Stage, published: str) -> SharedPairs:
    """Return the views of all pairs by number, as `pair_view` gives them, with their ranks after
    each round; cached like `shared_scores`."""

    def make() -> SharedPairs:
        scores = shared_scores(stage, published)
        pairs = scores.pairs(_ranked(stage, published, lambda: scores))
        return SharedPairs(scores.contestants, {one.contestant.number: one for one in pairs})

    return _pairs.get((stage.pk, published, get_language()), make)
