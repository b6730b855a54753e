"""Stage's matches in the terms of `scoring`, with pairs numbered from 1 in their order.

Cancelled matches are left out, so a withdrawn pair plays no more and its opponents rest. A format's
input, and the digest of matches in the record, are made here too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import chain
from typing import Any

from scoring.schedule.plan import TableOfPlayers
from scoring.schedule.round_robin import Pairing, RoundPlan, Schedule
from tournament.models import PAIR_IDS, Match, Stage, bracket_of
from tournament.models.schedule import in_order
from tournament.stages.format import Planning, Scores
from tournament.stages.formats import format_of
from tournament.standings.columns import StandingsColumn
from tournament.standings.contestants import stage_contestants
from tournament.standings.queries.scores import rounds_until, score_rounds
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.rankings import ranking_of
from tournament.standings.stage_rows import StageRows

Meeting = tuple[int, ...]
"""Round, then the numbers of the pairs that sit N–S and E–W, or of the players from North on."""


def digest_of_matches(meetings: Iterable[Meeting]) -> str:
    """Return the digest of a schedule's matches: 64 hex digits that differ if any match differs.

    SHA-256 of a line for each, sorted as numbers: "3 12 7". Tables are left out: planned rounds may
    be placed anew.
    """
    lines = "\n".join(" ".join(map(str, meeting)) for meeting in sorted(meetings))
    return sha256(lines.encode()).hexdigest()


def _played(number: int, met: Iterable[tuple[int, ...]]) -> RoundPlan:
    """Return a round as it stands: two numbers are pairs that met, three or four are players."""
    met = tuple(met)
    return RoundPlan(
        number,
        tuple(Pairing(*two) for two in met if len(two) == 2),
        tables=tuple(TableOfPlayers(one) for one in met if len(one) > 2),
    )


def read_scores(rows: StageRows, *, first: int, rounds: range) -> Scores:
    """Return the scores that pair round `first`; 6 queries at most.

    Empty in the first of the stage's `rounds`, and for a format that doesn't pair by scores.
    """
    stage = rows.stage
    if not format_of(stage).by_score or first == rounds[0]:
        return {}
    view = view_of(score_rounds(rows, rounds_until(rows, first - 1)))
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
    """Return the scores from their recorded text: the reverse of `scores_as_recorded`."""
    return {int(number): tuple(map(Fraction, keys.split())) for number, keys in told.items()}


def read_planning(
    rows: StageRows, *, first: int, rounds: range, scores: Scores, last: int | None = None
) -> Planning:
    """Return the data from which a format plans round `first`, or the rounds up to `last`.

    `rounds` are those of the stage; `scores`, by number, rank the contestants. 3 queries, 1 more
    where some were chosen for the stage, and 2 more where it has groups.
    """
    stage, tables = rows.stage, rows.tables(range(rounds[0], first))
    by_id = rows.contestants()
    contestants = sorted(by_id.values(), key=lambda one: one.order)
    met: dict[int, list[tuple[int, ...]]] = {number: [] for number in rounds if number < first}
    for table in tables:
        met[table.round].append(tuple(by_id[one].number for one in in_order(table.held)))
    playing = {number: set(chain.from_iterable(own)) for number, own in met.items()}
    present = [
        one
        for one in contestants
        if one.is_there_in(first)
        and one.is_there_in(last or first)
        and first not in one.asked_rests
    ]
    return Planning(
        first=first,
        rounds=len(rounds),
        present=tuple(one.number for one in present),
        played=tuple(_played(number, own) for number, own in met.items()),
        resting=tuple(
            tuple(
                one.number
                for one in present
                if one.plays_in(number) and one.number not in playing[number]
            )
            for number in met
        ),
        seed=stage.pairing_seed,
        seeded=stage.seeded,
        scores=scores,
        entrants=tuple(one.number for one in contestants if one.joined_round <= rounds[0]),
        bracket=bracket_of(stage.settings),
        groups={one.number: one.group for one in by_id.values() if one.group is not None},
    )


@dataclass(frozen=True, slots=True)
class StagePlan:
    """Schedule of `scoring`, and the pairs that its numbers stand for."""

    contestant_ids: tuple[int, ...]
    """Ids of pairs; pair t (from 1) is at t − 1."""
    schedule: Schedule
    """Rounds; `rest` is set where exactly one pair rests."""
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
