"""A stage's matches in the terms of `scoring`, with pairs numbered from 1 in their order.

Cancelled matches are left out, so a withdrawn pair plays no more and its opponents rest. A format's
input, and the digest of matches in the record, are made here too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from scoring.pairing.knockout import BracketRules
from scoring.schedule.plan import TableOfPlayers
from scoring.schedule.round_robin import Pairing, RoundPlan, Schedule
from tournament.models import PAIR_IDS, Match, Stage, bracket_of
from tournament.models.schedule import in_order
from tournament.stages.format import Planning, Scores
from tournament.stages.formats import format_of
from tournament.standings.columns import StandingsColumn
from tournament.standings.contestants import ContestantRef, stage_contestants
from tournament.standings.queries.table import standings_view
from tournament.standings.rankings.rankings import ranking_of

Meeting = tuple[int, ...]
"""Round, then the numbers of the pairs that sit N–S and E–W, or of the players from North on."""


def digest_of_matches(meetings: Iterable[Meeting]) -> str:
    """Return the digest of a schedule's matches: 64 hex digits that differ if any match differs.

    SHA-256 of a line for each, sorted as numbers: "3 12 7". Tables are left out: planned rounds may
    be placed anew.
    """
    lines = "\n".join(" ".join(map(str, meeting)) for meeting in sorted(meetings))
    return sha256(lines.encode()).hexdigest()


def planning_after(
    meetings: Collection[Meeting],
    contestants: Iterable[ContestantRef],
    *,
    first: int,
    rounds: range,
    seed: str,
    seeded: bool,
    scores: Scores,
    entrants: tuple[int, ...],
    bracket: BracketRules,
    groups: Mapping[int, int],
) -> Planning:
    """Return the input from which a format plans round `first` of a stage that has these `rounds`.

    `meetings` are the stored matches of the rounds before it, `contestants` those that take part in
    it, and `scores`, by number, what ranked them by then. `entrants`, `bracket` and `groups` are as
    in `Planning`.
    """
    contestants = tuple(sorted(contestants, key=lambda one: one.order))
    by_round: dict[int, list[Meeting]] = {number: [] for number in rounds if number < first}
    playing: dict[int, set[int]] = defaultdict(set)
    for number, *met in meetings:
        by_round[number].append(tuple(met))
        playing[number].update(met)
    return Planning(
        first=first,
        rounds=len(rounds),
        present=tuple(one.number for one in contestants),
        played=tuple(_played(number, met) for number, met in by_round.items()),
        resting=tuple(
            tuple(
                one.number
                for one in contestants
                if one.plays_in(number) and one.number not in playing[number]
            )
            for number in by_round
        ),
        seed=seed,
        seeded=seeded,
        scores=scores,
        entrants=entrants,
        bracket=bracket,
        groups=groups,
    )


def _played(number: int, met: Iterable[tuple[int, ...]]) -> RoundPlan:
    """Return a round as it stands: two met as pairs, three or four as players."""
    met = tuple(met)
    return RoundPlan(
        number,
        tuple(Pairing(*two) for two in met if len(two) == 2),
        tables=tuple(TableOfPlayers(one) for one in met if len(one) > 2),
    )


def entrants_of(contestants: Iterable[ContestantRef], rounds: range) -> tuple[int, ...]:
    """Return the numbers of the contestants with which a stage that has these rounds began, also of
    those that left; the strongest first where that is known."""
    began = (one for one in contestants if one.joined_round <= rounds[0])
    return tuple(one.number for one in sorted(began, key=lambda one: one.order))


def read_scores(stage: Stage, *, first: int, rounds: range) -> Scores:
    """Return the scores that pair round `first`, where scores decide its pairings.

    Empty in the first of the stage's `rounds`; 6 queries at most.
    """
    if not format_of(stage).by_score or first == rounds[0]:
        return {}
    view = standings_view(stage, after_round=first - 1)
    keys = score_columns(stage) or (view.main,)
    found = {line.contestant.number: [one.value(line) for one in keys] for line in view.lines}
    return {
        number: tuple(Fraction(value) for value in values if value is not None)
        for number, values in found.items()
        if None not in values
    }


def score_columns(stage: Stage) -> tuple[StandingsColumn[Any], ...]:
    """Return the columns that a stage's format pairs by; none for the one that ranks."""
    known = {one.key: one for one in ranking_of(stage).columns}
    return tuple(known[key] for key in format_of(stage).score_keys)


def scores_as_recorded(scores: Scores) -> dict[str, str]:
    """Return exact fractions as text, the keys of a score separated by a space: {"4": "7/2 57"}."""
    return {str(number): " ".join(map(str, keys)) for number, keys in sorted(scores.items())}


def recorded_scores(told: Mapping[str, str]) -> Scores:
    """Return the reverse of `scores_as_recorded`."""
    return {int(number): tuple(map(Fraction, keys.split())) for number, keys in told.items()}


def read_planning(
    stage: Stage, *, first: int, rounds: range, scores: Scores, last: int | None = None
) -> Planning:
    """Return the input from which a format plans round `first` of this stage, or the rounds from
    that one to the `last`; 3 queries, 1 more where some were chosen for it, and 2 more where it has
    groups."""
    played = Match.objects.filter(round__stage=stage, round__number__lt=first, cancelled=False)
    seated = played.seated("round__number", by="contestant__number")
    meetings = [(number, *in_order(held)) for number, held in seated]
    contestants = tuple(stage_contestants(stage).values())
    return planning_after(
        meetings,
        (
            one
            for one in contestants
            if one.is_there_in(first)
            and one.is_there_in(last or first)
            and first not in one.asked_rests
        ),
        first=first,
        rounds=rounds,
        seed=stage.pairing_seed,
        seeded=stage.seeded,
        scores=scores,
        entrants=entrants_of(contestants, rounds),
        bracket=bracket_of(stage.settings),
        groups={one.number: one.group for one in contestants if one.group is not None},
    )


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A schedule of `scoring`, and the pairs that its numbers stand for."""

    contestant_ids: tuple[int, ...]
    """Ids of pairs; pair t (from 1) is at t − 1."""
    schedule: Schedule
    """Schedule; `rest` is set where exactly one pair rests."""
    resting: Mapping[int, tuple[int, ...]]
    """Pairs that could play in a round and don't, by round, without those that asked to rest."""
    rested: Mapping[int, int]
    """Number of rests of each pair in all rounds, also of those that it asked for."""

    @property
    def met(self) -> Counter[frozenset[int]]:
        """Number of meetings of each two pairs in all rounds."""
        return Counter(frozenset(two) for one in self.schedule.rounds for two in one.pairings)

    @property
    def most_met(self) -> int:
        """Largest number of meetings of two pairs: 2 in a league at home and away."""
        return max(self.met.values(), default=1)


def read_plan(stage: Stage) -> StagePlan:
    """Return the stage's paired rounds; 4 queries, and 1 more where some were chosen for it."""
    matches = Match.objects.filter(round__stage=stage, cancelled=False).order_by("table__number")
    seated = list(matches.with_pair_columns().values_list("round__number", *PAIR_IDS))
    contestants = stage_contestants(stage)
    index = {contestant_id: place for place, contestant_id in enumerate(contestants, start=1)}
    pairings: dict[int, list[Pairing]] = defaultdict(list)
    for number, ns, ew in seated:
        pairings[number].append(Pairing(index[ns], index[ew]))
    rounds, resting, rested = [], {}, Counter[int]()
    paired = stage.rounds.filter(paired=True).order_by("number")
    for number in paired.values_list("number", flat=True):
        playing = {one for pairing in pairings[number] for one in pairing}
        idle = [
            contestant
            for contestant in contestants.values()
            if index[contestant.id] not in playing and contestant.plays_in(number)
        ]
        rested.update(index[contestant.id] for contestant in idle)
        resting[number] = tuple(
            index[contestant.id] for contestant in idle if not contestant.has_asked_to_rest(number)
        )
        rest = resting[number][0] if len(resting[number]) == 1 else None
        rounds.append(RoundPlan(number, tuple(pairings[number]), rest))
    return StagePlan(tuple(index), Schedule(len(contestants), tuple(rounds)), resting, rested)
