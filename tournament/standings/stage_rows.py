"""Rows from which a stage is ranked, in one shape whatever their source.

Rankings read `StageRows` and nothing else. `StoredRows` reads them from the database tables;
`integrity/folded_rows.py` rebuilds them from the record, as of any event.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Min

from tournament.core.finality import last_end, late_ends
from tournament.models import Action, HandInPlay, Match, Result, RoundStatus, Stage
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef, stage_contestants
from tournament.standings.rulings import RulingsInForce, rulings_in_force

Cell = tuple[int, int]
"""Contestant's id and a round's number."""


@dataclass(frozen=True, slots=True)
class RoundStates:
    """Progress of a stage: the numbers of its closed rounds, and how many are planned in all.

    `first` is the number of its first round; `corrections` has the time until which the results of
    each closed round can be corrected, if they can.
    """

    closed: tuple[int, ...]
    planned: int
    corrections: Mapping[int, datetime]
    first: int = 1
    ended: bool = False
    """True if the championship has ended, even if rounds were left unplayed."""

    @property
    def last(self) -> int:
        """Return the number of its last round."""
        return self.first + self.planned - 1

    def are_all(self, rounds: Collection[int]) -> bool:
        """Return whether these are all rounds of the stage: none comes later, none is left out."""
        is_over = self.ended or len(self.closed) == self.planned
        return is_over and len(rounds) == len(self.closed)


class SeatedTable(NamedTuple):
    """Match that was not cancelled, with the ids of its contestants by side or seat."""

    match: int
    round: int
    number: int
    name: str
    held: Mapping[str, int]


class StageRows(ABC):
    """Rows of a stage. Ask for matches and results before contestants: a late contestant may join
    in between, and one that has matches is never removed."""

    stage: Stage

    @property
    @abstractmethod
    def states(self) -> RoundStates:
        """Return the states of the rounds."""

    @property
    @abstractmethod
    def next_round(self) -> int | None:
        """Return the number of the first round of later stages; None if there is none."""

    @property
    @abstractmethod
    def absences(self) -> Collection[Cell]:
        """Return the absences from planned tables: the player's number and the round."""

    @abstractmethod
    def contestants(self) -> dict[int, ContestantRef]:
        """Return the contestants of the stage, as `stage_contestants` does."""

    @abstractmethod
    def rulings(self) -> RulingsInForce:
        """Return the rulings in force."""

    @abstractmethod
    def tables(self, rounds: Collection[int]) -> list[SeatedTable]:
        """Return the matches of some rounds, by round and table."""

    @abstractmethod
    def results(
        self, rounds: Collection[int], kind: Result.Kind, columns: Sequence[str]
    ) -> Iterable[tuple[Any, ...]]:
        """Return the current results of a kind in some rounds, each as its match followed by these
        columns."""

    def on_phones(self, _rounds: Collection[int], /) -> Iterable[HandInPlay]:
        """Return the hands of some rounds that were played on phones but count otherwise: they
        appear on hand sheets, and change no score."""
        return ()


class StoredRows(StageRows):
    """Rows of a stage in the database; only those of one `deal`, whatever the rounds, if it is
    given.

    1 query for each method, except for contestants (`stage_contestants`), and 1 more for the states
    of the rounds if matches can be postponed. Properties are queried once.
    """

    def __init__(self, stage: Stage, *, deal: int | None = None) -> None:
        self.stage, self._deal = stage, deal

    @cached_property
    def states(self) -> RoundStates:
        championship = self.stage.championship
        rounds = list(
            self.stage.rounds.order_by("number").values_list(
                "number", "status", "corrections_until"
            )
        )
        late = late_ends(championship) if format_of(self.stage).has_days else {}
        closed = {
            number: last_end(until, late.get(number))
            for number, status, until in rounds
            if status == RoundStatus.CLOSED
        }
        corrections = {number: until for number, until in closed.items() if until is not None}
        first = rounds[0][0] if rounds else 1
        ended = championship.ended_at is not None
        return RoundStates(tuple(closed), len(rounds), corrections, first, ended)

    @cached_property
    def next_round(self) -> int | None:
        later = self.stage.championship.rounds.filter(stage__number__gt=self.stage.number)
        first: int | None = later.aggregate(first=Min("number"))["first"]
        return first

    @cached_property
    def absences(self) -> Collection[Cell]:
        told = self.stage.championship.events.filter(action__in=ABSENCES).order_by("sequence")
        return absences_of(told.values_list("round", "action", "after"))

    def contestants(self) -> dict[int, ContestantRef]:
        return stage_contestants(self.stage)

    def rulings(self) -> RulingsInForce:
        return rulings_in_force(self.stage)

    def tables(self, rounds: Collection[int]) -> list[SeatedTable]:
        which: dict[str, Any] = {"round__number__in": rounds}
        if self._deal is not None:
            which = {"round__round_deals__number": self._deal}
        matches = Match.objects.filter(round__stage=self.stage, cancelled=False, **which)
        seated = matches.order_by("round__number", "table__number").seated(
            "pk", "round__number", "table__number", "table__name"
        )
        return [SeatedTable(*one) for one in seated]

    def results(
        self, rounds: Collection[int], kind: Result.Kind, columns: Sequence[str]
    ) -> Iterable[tuple[Any, ...]]:
        current = Result.objects.filter(
            kind=kind, is_current=True, match__round__stage=self.stage, **self._hands(rounds)
        )
        return current.order_by().values_list("match_id", *columns)

    def on_phones(self, rounds: Collection[int], /) -> Iterable[HandInPlay]:
        return HandInPlay.objects.otherwise().filter(
            match__round__stage=self.stage, match__cancelled=False, **self._hands(rounds)
        )

    def _hands(self, rounds: Collection[int]) -> dict[str, Any]:
        return {"match__round__number__in": rounds} if self._deal is None else {"deal": self._deal}


ABSENCES = (Action.PLAYER_ABSENT, Action.PLAYER_CAME)
"""Actions of the events that `absences_of` reads."""


def absences_of(told: Iterable[tuple[int | None, str, Mapping[str, Any] | None]]) -> set[Cell]:
    """Return the absences from planned tables: the player's number and the round. `told` has the
    round, action and data of each event."""
    absences: set[Cell] = set()
    for number, action, after in told:
        assert number is not None, "somebody is missing at a table of a round"
        assert after is not None, "and the record says who"
        if action == Action.PLAYER_ABSENT:
            absences.add((after["absent"], number))
        else:
            absences.discard((after["came"], number))
    return absences
