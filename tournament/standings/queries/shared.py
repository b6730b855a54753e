"""Scores that many pages need in the same second, computed once for what is published.

When a round is closed, each pair's page is a page of its own, but all of them come from the same
scores: computing those for each would make two hundred pairs wait for half a minute.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import get_language

from tournament.core.page_cache import SharedReads
from tournament.models import Contestant, Stage
from tournament.standings.queries.contestants import ContestantRef
from tournament.standings.queries.pair_sheet import PairSheet, sheets_of_all
from tournament.standings.queries.scores import StageScores, stage_scores


@dataclass(frozen=True, slots=True)
class PairSheets:
    """The sheets of all pairs of a stage by their numbers, and the pairs by their ids."""

    contestants: Mapping[int, ContestantRef]
    by_number: Mapping[int, PairSheet]

    def of(self, number: int) -> PairSheet:
        """The sheet of the pair with that number. Raises `Contestant.DoesNotExist`."""
        if number not in self.by_number:
            raise Contestant.DoesNotExist(f"there is no pair number {number}")
        return self.by_number[number]


_scores: SharedReads[StageScores] = SharedReads()
_sheets: SharedReads[PairSheets] = SharedReads()


def shared_scores(stage: Stage, published: str) -> StageScores:
    """The published scores; 6 queries for the first who asks.

    `published` is the version of what is published (`core.live.public_version`), asked for before.
    """
    return _scores.get((stage.pk, published), lambda: stage_scores(stage))


def shared_pair_sheets(stage: Stage, published: str) -> PairSheets:
    """What `pair_sheet` gives, for all pairs, by their numbers; as `shared_scores`."""

    def make() -> PairSheets:
        scores = shared_scores(stage, published)
        sheets = sheets_of_all(scores)
        return PairSheets(scores.contestants, {one.contestant.number: one for one in sheets})

    # Sheets say in words which rule split a tie.
    return _sheets.get((stage.pk, published, get_language()), make)
