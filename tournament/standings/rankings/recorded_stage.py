"""A stage as the record tells it, for its standings to be worked out from nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from scoring.carry import Carried
from scoring.game.seats import Sides
from scoring.participation import in_turn
from tournament.models import Stage
from tournament.models.places import HandPlace
from tournament.models.schedule import in_order, sides_of
from tournament.stages.formats import format_of

Cell = tuple[int, int]
"""A contestant's id and a round's number."""


@dataclass(frozen=True, slots=True)
class RecordedStage:
    """What the record says of a stage, for its standings to be worked out from nothing else.

    `stage` has the recorded settings; it is not the stored one. `results` are what the newest
    versions say, by the columns of their kind, of `rounds`: those that are closed, of `planned`.
    By the ids of those who play in it: `withdrawn` (from which round), `joined` (in which),
    `asked_rests` (the rounds in which they asked not to play),
    `deductions`, what they `carried` into the stage, the `seeds` of those chosen for it, and their
    `groups`, empty where there are none. `last_rounds` are by group. `numbers` has everybody's
    number, and `held` says who sat at which table (round, table), by what each held.
    `ended`: the championship has.
    """

    stage: Stage
    numbers: Mapping[int, int]
    held: Mapping[tuple[int, int], Mapping[str, int]]
    rounds: tuple[int, ...]
    planned: range
    results: Mapping[HandPlace, Mapping[str, Any]]
    cancelled_deals: Collection[int]
    withdrawn: Mapping[int, int]
    asked_rests: Mapping[int, Collection[int]]
    joined: Mapping[int, int]
    deductions: Mapping[int, Fraction]
    carried: Mapping[int, Carried]
    seeds: Mapping[int, int]
    groups: Mapping[int, int]
    last_rounds: Mapping[int, int]
    ended: bool
    absences: Collection[Cell]
    """Who had not come to a table that was planned, in which round."""

    @property
    def in_order(self) -> list[int]:
        """Who plays in the stage, the strongest first as far as anybody knows."""
        return sorted(self.joined, key=lambda one: self.seeds.get(one, self.numbers[one]))

    @property
    def matches(self) -> Mapping[tuple[int, int], Sides[tuple[int, ...]]]:
        """Who sat on which side, by round and table."""
        return {place: sides_of(held) for place, held in self.held.items()}

    @property
    def seated(self) -> Mapping[tuple[int, int], tuple[int, ...]]:
        """Return who sat at each table in the order of the seats, by round and table."""
        return {place: in_order(held) for place, held in self.held.items()}

    @property
    def sat(self) -> set[Cell]:
        """Who sat at a table in which round."""
        return {
            (one, number) for (number, _table), held in self.held.items() for one in held.values()
        }

    def left(self, out_in: Mapping[int, int] = MappingProxyType({})) -> frozenset[int]:
        """Who withdrew before its last round of the stage, and plays none after those that are
        closed; `out_in` has the last round of those who are out of a knock-out."""
        after = max(self.rounds, default=self.planned.start - 1)
        return frozenset(
            one
            for one, left in self.withdrawn.items()
            if left <= min(after + 1, self._last_round(one), out_in.get(one, left))
        )

    @property
    def annulled(self) -> frozenset[int]:
        """Who withdrew from the stage, not only from a later one."""
        return frozenset(one for one, left in self.withdrawn.items() if left < self.planned.stop)

    @property
    def is_complete(self) -> bool:
        """Whether no round is still to come."""
        return self.ended or len(self.rounds) == len(self.planned)

    def _last_round(self, contestant: int) -> int:
        last = self.planned.stop - 1
        return self.last_rounds.get(self.groups.get(contestant, 0), last)

    @property
    def rests(self) -> list[Cell]:
        """The rounds in which somebody took part, had no match and had not asked for that; where
        organisers pair by hand, as far as rests are given in turn."""
        sat = self.sat
        rests = [
            (one, number)
            for one in self.joined
            for number in self.rounds
            if self.is_there_in(one, number)
            and (one, number) not in sat
            and number not in self.asked_rests.get(one, ())
        ]
        if not format_of(self.stage).by_hand:
            return rests
        regulars = (
            one
            for one in self.joined
            if all(self.is_there_in(one, number) for number in self.rounds)
        )
        return in_turn(rests, [*regulars])

    def is_there_in(self, contestant: int, number: int) -> bool:
        """Whether a pair had come by that round and not withdrawn."""
        left = self.withdrawn.get(contestant)
        last = self.last_rounds.get(self.groups.get(contestant, 0), number)
        return self.joined[contestant] <= number <= last and (left is None or number < left)

    def ranked(self, having: Collection[int]) -> list[int]:
        """Who stands in the standings where those `having` a result do."""
        last = max(self.rounds, default=0)
        return [
            contestant
            for contestant, joined in self.joined.items()
            if contestant in having or (contestant not in self.withdrawn and joined <= last)
        ]
