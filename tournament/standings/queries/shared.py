"""Scores that many pages need in the same second, computed once for what is published.

When a round is closed, each pair's page is a page of its own, but all of them come from the same
scores: computing those for each would make two hundred pairs wait for half a minute.
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
    """All pairs of a stage by themselves, by their numbers, and who they are, by their ids."""

    contestants: Mapping[int, ContestantRef]
    by_number: Mapping[int, PairView[Any]]

    def of(self, number: int) -> PairView[Any]:
        """The pair with that number. Raises `Contestant.DoesNotExist`."""
        if number not in self.by_number:
            raise Contestant.DoesNotExist(f"there is no pair number {number}")
        return self.by_number[number]


_scores: SharedReads[StageScores[Any]] = SharedReads()
_standings: SharedReads[StandingsView[Any]] = SharedReads()
_pairs: SharedReads[SharedPairs] = SharedReads()


def shared_scores(stage: Stage, published: str) -> StageScores[Any]:
    """The published scores; 6 queries for the first who asks.

    `published` is the version of what is published (`core.live.public_version`), asked for before.
    """
    return _scores.get((stage.pk, published), lambda: stage_scores(stage))


def shared_standings(stage: Stage, published: str) -> StandingsView[Any]:
    """What `standings_with_ranks` gives for now; as `shared_scores`."""
    return _ranked(stage, published, lambda: shared_scores(stage, published))


def _ranked(
    stage: Stage, published: str, scores: Callable[[], StageScores[Any]]
) -> StandingsView[Any]:
    # They say in words which rule split a tie.
    key = (stage.pk, published, get_language())
    return _standings.get(key, lambda: view_with_ranks(scores()))


def shared_pairs(stage: Stage, published: str) -> SharedPairs:
    """What `pair_view` gives, for all pairs, by their numbers, with their ranks after each round;
    as `shared_scores`."""

    def make() -> SharedPairs:
        scores = shared_scores(stage, published)
        pairs = scores.pairs(_ranked(stage, published, lambda: scores))
        return SharedPairs(scores.contestants, {one.contestant.number: one for one in pairs})

    return _pairs.get((stage.pk, published, get_language()), make)
