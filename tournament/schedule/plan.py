"""A stage's matches in the terms of `scoring`: teams numbered from 1 in the order of their numbers.

Cancelled matches are left out, so a withdrawn pair simply plays no more, and its opponents rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.schedule import Pairing, RoundPlan, Schedule
from tournament.models import Match, Stage, Team


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A schedule of `scoring` and whom its teams stand for."""

    team_ids: tuple[int, ...]
    """The id of team t (from 1) is at t − 1."""
    schedule: Schedule
    """`rest` is set where exactly one pair rests."""
    resting: Mapping[int, tuple[int, ...]]
    """By round, the teams that could play in it and don't."""


def plays_in(team: Team, round_number: int) -> bool:
    """Whether the pair takes part in that round, be it with a rest."""
    return team.joined_round <= round_number and (
        team.withdrawn_from is None or round_number < team.withdrawn_from
    )


def read_plan(stage: Stage) -> StagePlan:
    """The stage's schedule as it stands, rounds without any match included; 3 queries."""
    teams = list(stage.championship.teams.order_by("number"))
    index = {team.pk: place for place, team in enumerate(teams, start=1)}
    pairings: dict[int, list[Pairing]] = defaultdict(list)
    matches = Match.objects.filter(round__stage=stage, cancelled=False).order_by("table__number")
    for number, ns, ew in matches.values_list("round__number", "ns_id", "ew_id"):
        pairings[number].append(Pairing(index[ns], index[ew]))
    rounds, resting = [], {}
    for number in stage.rounds.order_by("number").values_list("number", flat=True):
        playing = {one for pairing in pairings[number] for one in (pairing.ns, pairing.ew)}
        resting[number] = tuple(
            index[team.pk]
            for team in teams
            if index[team.pk] not in playing and plays_in(team, number)
        )
        rest = resting[number][0] if len(resting[number]) == 1 else None
        rounds.append(RoundPlan(number, tuple(pairings[number]), rest))
    return StagePlan(tuple(index), Schedule(len(teams), tuple(rounds)), resting)
