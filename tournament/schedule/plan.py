"""A stage's matches in the terms of `scoring`: teams numbered from 1 in the order of their numbers.

Cancelled matches are left out, so a withdrawn pair simply plays no more, and its opponents rest.
Here too is the short text that stands for all matches of a schedule in the record.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from scoring.schedule import Pairing, RoundPlan, Schedule
from tournament.models import Match, Stage
from tournament.standings.queries import team_refs


def digest_of_matches(meetings: Iterable[tuple[int, int, int]]) -> str:
    """What stands for the matches of a schedule: 64 hex digits that differ if any of them differs.

    A meeting is a round and the numbers of the pairs that sit N–S and E–W. SHA-256 of a line for
    each, sorted as numbers: "3 12 7". Tables are left out: planned rounds may be placed anew.
    """
    lines = "\n".join(" ".join(map(str, meeting)) for meeting in sorted(meetings))
    return sha256(lines.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A schedule of `scoring` and whom its teams stand for."""

    team_ids: tuple[int, ...]
    """The id of team t (from 1) is at t − 1."""
    schedule: Schedule
    """`rest` is set where exactly one pair rests."""
    resting: Mapping[int, tuple[int, ...]]
    """By round, the teams that could play in it and don't."""


def read_plan(stage: Stage) -> StagePlan:
    """The stage's schedule as it stands, rounds without any match included; 4 queries."""
    matches = Match.objects.filter(round__stage=stage, cancelled=False).order_by("table__number")
    seated = list(matches.values_list("round__number", "ns_id", "ew_id"))
    teams = team_refs(stage.championship)
    index = {team_id: place for place, team_id in enumerate(teams, start=1)}
    pairings: dict[int, list[Pairing]] = defaultdict(list)
    for number, ns, ew in seated:
        pairings[number].append(Pairing(index[ns], index[ew]))
    rounds, resting = [], {}
    for number in stage.rounds.order_by("number").values_list("number", flat=True):
        playing = {one for pairing in pairings[number] for one in (pairing.ns, pairing.ew)}
        resting[number] = tuple(
            index[team.id]
            for team in teams.values()
            if index[team.id] not in playing and team.plays_in(number)
        )
        rest = resting[number][0] if len(resting[number]) == 1 else None
        rounds.append(RoundPlan(number, tuple(pairings[number]), rest))
    return StagePlan(tuple(index), Schedule(len(teams), tuple(rounds)), resting)
