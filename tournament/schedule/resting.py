"""Pairs that rest in one round and could meet instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from scoring.game.seats import Sides
from scoring.pairing.late_rests import meetings_of_resting
from tournament.core.stages import stages_of
from tournament.models import Championship, Stage
from tournament.schedule.plan import read_plan
from tournament.schedule.remaining import first_round_not_begun
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef, stage_contestants


@dataclass(frozen=True, slots=True)
class RestingMeeting:
    """Two pairs that rest in a round, as they would sit: the one that sits N–S less often does."""

    round: int
    pairs: Sides[ContestantRef]

    @property
    def choice(self) -> str:
        """Value of the meeting in a form: "3:4:7"."""
        return f"{self.round}:{self.pairs.ns.number}:{self.pairs.ew.number}"


def resting_meetings(championship: Championship) -> tuple[RestingMeeting, ...]:
    """Return meetings of resting pairs in rounds that have not begun, with as many pairs as
    possible; 2 queries and 5 for each stage.

    The pairs are in one group and meet less often in the stage's other rounds than the most
    frequent opponents. Empty for formats that pair round by round, whose round is paired anew
    instead, and for a venue of an event: its centre knows of no such match.
    """
    if championship.tie is not None:
        return ()
    first = first_round_not_begun(championship)
    stages = stages_of(championship)
    planned = (
        one for one in stages if not (format_of(one).round_by_round or format_of(one).of_players)
    )
    return tuple(meeting for stage in planned for meeting in _of_stage(stage, first))


def _of_stage(stage: Stage, first: int) -> Iterator[RestingMeeting]:
    plan = read_plan(stage)
    contestants = stage_contestants(stage)
    there = {index: contestants[pk] for index, pk in enumerate(plan.contestant_ids, start=1)}
    most = plan.most_met
    met = {two for two, times in plan.met.items() if times == most}
    met |= {
        frozenset(two)
        for two in combinations(there, 2)
        if there[two[0]].group != there[two[1]].group
    }
    resting = {number: ones for number, ones in plan.resting.items() if number >= first}
    often = plan.schedule.ns_counts
    for number, meetings in meetings_of_resting(resting, met).items():
        for two in meetings:
            ns, ew = sorted(two, key=lambda one: (often[one], one))
            yield RestingMeeting(number, Sides(there[ns], there[ew]))
