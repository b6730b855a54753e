"""The rows of a stage as a record leads to them, for its rankings (`standings.stage_rows`).

Contestants and stages have their numbers for ids, and nobody has a name: the standings need none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from tournament.audit.images import Row
from tournament.integrity.fold import Table
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
from tournament.models.recorder import RecordedModel, Shape
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

Named = Mapping[str, Any]
"""A row by the names of its columns."""


class FoldedRows(StageRows):
    """The rows of the stage of a number. `tables` have those of all, by model and key, after the
    `events`. Raises `LookupError`, `TypeError` or `ValueError` for rows that can't be."""

    def __init__(
        self, tables: Mapping[str, Table], events: Sequence[AuditEvent], number: int
    ) -> None:
        self._tables, self._events = tables, events
        self.stage = _stage(tables, number)

    @cached_property
    def states(self) -> RoundStates:
        rounds = self._rounds
        closed = tuple(
            number for number, one in rounds.items() if one["status"] == RoundStatus.CLOSED
        )
        (championship,) = self._of(Championship)
        ended = championship["ended_at"] is not None
        return RoundStates(closed, len(rounds), {}, min(rounds, default=1), ended)

    @cached_property
    def next_round(self) -> int | None:
        later = (
            one["number"] for one in self._of(Round) if one["stage__number"] > self.stage.number
        )
        return min(later, default=None)

    @cached_property
    def absences(self) -> Collection[Cell]:
        told = (one for one in self._events if one.action in ABSENCES)
        return absences_of((one.round, one.action, one.after) for one in told)

    def contestants(self) -> dict[int, ContestantRef]:
        fates = self._fates() if format_of(self.stage).knocks_out else {}
        alone = FORMATS[_stage(self._tables, 1).kind].alone
        contestants = {}
        for one in sorted(self._of(Contestant), key=lambda one: one["number"]):
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
        rounds = {one["number"]: one["round__number"] for one in self._of(RoundDeal)}
        rulings = [
            SimpleNamespace(
                **one,
                round_number=rounds.get(one["deal"]),
                stage_id=one["stage__number"],
                contestant_id=one["contestant__number"],
            )
            for one in sorted(self._of(Ruling), key=lambda one: one["number"])
            if one["withdrawn_at"] is None
        ]
        return rulings_of(rulings, self.stage)

    def tables(self, rounds: Collection[int]) -> list[SeatedTable]:
        seated = [one for one in self._matches.values() if one.round in rounds]
        return sorted(seated, key=lambda one: (one.round, one.number))

    def results(
        self, rounds: Collection[int], kind: Result.Kind, columns: Sequence[str]
    ) -> Iterable[tuple[Any, ...]]:
        for one in self._of(Result):
            match = self._matches.get((one["match__round__number"], one["match__number"]))
            counts = one["is_current"] and one["kind"] == kind
            if counts and match is not None and match.round in rounds:
                yield (match.match, *(one[name] for name in columns))

    def meetings(self, rounds: Collection[int]) -> set[tuple[int, ...]]:
        """Return who meets in some rounds: the round, then the numbers in the order of the
        seats."""
        return {(one.round, *in_order(one.held)) for one in self.tables(rounds)}

    @cached_property
    def _rounds(self) -> Mapping[int, Named]:
        """Its rounds by number, in order."""
        rounds = {one["number"]: one for one in self._own(Round)}
        return {number: rounds[number] for number in sorted(rounds)}

    @cached_property
    def _matches(self) -> Mapping[tuple[int, int], SeatedTable]:
        """Its matches that were not cancelled, by round and number."""
        held: dict[tuple[int, int], dict[str, int]] = {}
        for one in self._of(MatchSeat):
            key = (one["match__round__number"], one["match__number"])
            held.setdefault(key, {})[one["held"]] = one["contestant__number"]
        matches = {}
        for place, one in enumerate(self._of(Match)):
            key = (one["round__number"], one["number"])
            if key[0] in self._rounds and not one["cancelled"]:
                matches[key] = SeatedTable(place, key[0], one["table__number"], "", held[key])
        return matches

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
        ties = sum(one["round__number"] == numbers[0] for one in self._of(Match))
        return fates_after(sorted(games), self.stage, numbers, ties)

    def _of(self, model: type[RecordedModel]) -> Iterator[Named]:
        columns = Shape.of(model).columns
        for row in self._tables[model.__name__].values():
            yield _named(columns, row)

    def _own(self, model: type[RecordedModel]) -> Iterator[Named]:
        """Yield the rows that belong to the stage."""
        return (one for one in self._of(model) if one["stage__number"] == self.stage.number)


def _named(columns: Sequence[str], row: Row) -> Named:
    return dict(zip(columns, row, strict=True))


def _stage(tables: Mapping[str, Table], number: int) -> Stage:
    told = _named(Shape.of(Stage).columns, tables[Stage.__name__][(number,)])
    return Stage(pk=number, **{**told, "settings": settings_of(told["settings"])})
