"""Rows of a stage in the fold of a record, for its rankings (`standings.stage_rows`).

Contestants and stages have their numbers for ids, and nobody has a name: the standings need none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from tournament.integrity.fold import Fold, Named
from tournament.models import (
    AuditEvent,
    Championship,
    Contestant,
    Entrant,
    GroupMember,
    Match,
    MatchSeat,
    Outcome,
    Result,
    Round,
    RoundDeal,
    RoundStatus,
    Ruling,
    Stage,
    settings_of,
)
from tournament.models.recorder import RecordedModel
from tournament.models.schedule import in_order
from tournament.stages.formats import FORMATS, format_of
from tournament.standings.contestants import (
    IN_PLAY,
    ContestantRef,
    chosen_of,
    fates_after,
    with_groups,
)
from tournament.standings.rulings import RulingsInForce, rulings_of
from tournament.standings.stage_rows import (
    ABSENCES,
    Cell,
    RoundStates,
    SeatedTable,
    StageRows,
    absences_of,
)


class FoldedRows(StageRows):
    """Rows of the stage with the given number after some events, taken from their `fold`.

    Raises `LookupError`, `TypeError` or `ValueError` for impossible rows.
    """

    def __init__(self, fold: Fold, events: Sequence[AuditEvent], number: int) -> None:
        self._fold, self._events = fold, events
        self.stage = _stage(fold, number)

    @cached_property
    def states(self) -> RoundStates:
        rounds = self._rounds
        closed = tuple(
            number for number, one in rounds.items() if one["status"] == RoundStatus.CLOSED
        )
        ended = self._fold.row(Championship)["ended_at"] is not None
        return RoundStates(closed, len(rounds), {}, min(rounds, default=1), ended)

    @cached_property
    def next_round(self) -> int | None:
        rounds, own = self._fold.rows(Round), self.stage.number
        return min((one["number"] for one in rounds if one["stage__number"] > own), default=None)

    @property
    def begins(self) -> int:
        """Return the number of the stage's first round, which follows the stages before it."""
        rounds, own = self._fold.rows(Round), self.stage.number
        return 1 + max((one["number"] for one in rounds if one["stage__number"] < own), default=0)

    @cached_property
    def absences(self) -> Collection[Cell]:
        told = (one for one in self._events if one.action in ABSENCES)
        return absences_of((one.round, one.action, one.after) for one in told)

    def contestants(self) -> dict[int, ContestantRef]:
        fates = self._fates() if format_of(self.stage).knocks_out else {}
        alone = FORMATS[self._fold.row(Stage, 1)["kind"]].alone
        contestants = {}
        for one in sorted(self._fold.rows(Contestant), key=lambda one: one["number"]):
            number, fate = one["number"], fates.get(one["number"], IN_PLAY)
            contestants[number] = ContestantRef(
                id=number,
                number=number,
                name="",
                players=(),
                substitutes=(),
                club="",
                joined_round=one["joined_round"],
                withdrawn_from=one["withdrawn_from"],
                asked_rests=frozenset(one["asked_rests"]),
                out_in=fate.out_in,
                again_from=fate.again_from,
                alone=alone,
            )
        if self.stage.best is not None:
            brought = ("seed", "carried", "carried_hands")
            entrants = {
                one["contestant__number"]: Entrant(**{name: one[name] for name in brought})
                for one in self._own(Entrant)
            }
            contestants = chosen_of(contestants, entrants)
        if self.stage.has_groups:
            members = {one["contestant__number"]: one["group"] for one in self._own(GroupMember)}
            contestants = with_groups(contestants, self.stage, members, [*self._rounds])
        return contestants

    def rulings(self) -> RulingsInForce:
        rounds = {one["number"]: one["round__number"] for one in self._fold.rows(RoundDeal)}
        rulings = [
            SimpleNamespace(
                **one,
                round_number=rounds.get(one["deal"]),
                stage_id=one["stage__number"],
                contestant_id=one["contestant__number"],
            )
            for one in sorted(self._fold.rows(Ruling), key=lambda one: one["number"])
            if one["withdrawn_at"] is None
        ]
        return rulings_of(rulings, self.stage)

    def tables(self, rounds: Collection[int]) -> list[SeatedTable]:
        seated = [one for one in self._matches.values() if one.round in rounds]
        return sorted(seated, key=lambda one: (one.round, one.number))

    def results(
        self, rounds: Collection[int], kind: Result.Kind, columns: Sequence[str]
    ) -> Iterable[tuple[Any, ...]]:
        for one in self._fold.rows(Result):
            match = self._matches.get((one["match__round__number"], one["match__number"]))
            counts = one["is_current"] and one["kind"] == kind
            if counts and match is not None and match.round in rounds:
                yield (match.match, *(one[name] for name in columns))

    @cached_property
    def _rounds(self) -> Mapping[int, Named]:
        """Rounds of the stage by number, in order."""
        rounds = {one["number"]: one for one in self._own(Round)}
        return {number: rounds[number] for number in sorted(rounds)}

    @cached_property
    def _matches(self) -> Mapping[tuple[int, int], SeatedTable]:
        """Matches of the stage that were not cancelled, by round and number."""
        return {key: one for key, one in seated(self._fold) if one.round in self._rounds}

    def _fates(self) -> Mapping[int, Any]:
        closed = set(self.states.closed)
        columns = ("outcome", "game_ns", "game_ew", "given_to")
        tables = {one.match: one for one in self.tables(closed)}
        games = [
            (tables[match].round, *in_order(tables[match].held), *points)
            for match, outcome, *points in self.results(closed, Result.Kind.GAME, columns)
            if outcome == Outcome.PLAYED
        ]
        numbers = [*self._rounds] or [1]
        ties = sum(one["round__number"] == numbers[0] for one in self._fold.rows(Match))
        return fates_after(sorted(games), self.stage, numbers, ties)

    def _own(self, model: type[RecordedModel]) -> Iterator[Named]:
        """Yield the rows that belong to the stage."""
        return (one for one in self._fold.rows(model) if one["stage__number"] == self.stage.number)


def seated(fold: Fold) -> Iterator[tuple[tuple[int, int], SeatedTable]]:
    """Yield the matches that were not cancelled, each after a pair of its round and number."""
    held: dict[tuple[int, int], dict[str, int]] = {}
    for one in fold.rows(MatchSeat):
        key = (one["match__round__number"], one["match__number"])
        held.setdefault(key, {})[one["held"]] = one["contestant__number"]
    for place, one in enumerate(fold.rows(Match)):
        key = (one["round__number"], one["number"])
        if not one["cancelled"]:
            yield key, SeatedTable(place, key[0], one["table__number"], "", held[key])


def _stage(fold: Fold, number: int) -> Stage:
    told = fold.row(Stage, number)
    championship = Championship(ended_at=fold.row(Championship)["ended_at"])
    return Stage(
        pk=number,
        championship=championship,
        **{**told, "settings": settings_of(told["settings"])},
    )
