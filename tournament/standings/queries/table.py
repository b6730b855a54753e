"""The standings: every pair's rank, what it is ranked by, and which rule split a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.utils import timezone

from scoring.duplicate.settings import RankBy, Settings
from scoring.duplicate.standings import TieSplit
from tournament.models import Result, Stage
from tournament.standings.queries.contestants import ContestantRef
from tournament.standings.queries.rulings import Deduction
from tournament.standings.queries.scores import StageScores, round_states, score_rounds
from tournament.standings.queries.ties import tie_texts


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A pair in the standings.

    `hands` have a final score, whose exact sum less the `deduction` (the sum of `deductions`) is
    the `total`; `mean` is that per hand, None without hands. `by_round` has every shown round, None
    where the pair has no scored hand in it; `rests` are those in which it took part and sat at no
    table. `tie_text` says in the language in force how a tie was split or that it stands, "" where
    there was none.
    """

    rank: int
    shared: bool
    contestant: ContestantRef
    hands: int
    total: Fraction
    mean: Fraction | None
    deduction: Fraction
    deductions: tuple[Deduction, ...]
    by_round: Mapping[int, Fraction | None]
    rests: tuple[int, ...]
    hand_score_sum: int
    best_results: int
    infractions: int
    splits: tuple[TieSplit, ...]
    tie_text: str


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The standings after some rounds, best first.

    `rounds` are those that count; `after_round` is the last of them where they are not all that
    are closed. `final`: the championship has ended and nothing is left out. `unranked` are the
    pairs without a hand that counts that withdrew or are still to come. `ranked_by` is TOTAL or
    MEAN, as really used. `corrections_until` is the moment after which none of the rounds that
    count can be corrected on a pair's request; None where that is so already.
    """

    championship_name: str
    lines: tuple[StandingsLine, ...]
    unranked: tuple[ContestantRef, ...]
    rounds: tuple[int, ...]
    closed_rounds: tuple[int, ...]
    planned_rounds: int
    final: bool
    ranked_by: RankBy
    settings: Settings
    after_round: int | None
    corrections_until: datetime | None
    made_at: datetime

    @property
    def settled(self) -> bool:
        """Whether no round is still to come, so that who has fewer hands keeps fewer."""
        return self.final or len(self.closed_rounds) == self.planned_rounds


def standings_view(
    stage: Stage,
    *,
    after_round: int | None = None,
    draft: Result | None = None,
) -> StandingsView:
    """The published standings, or as they were after a round (0 or more); 6 queries.

    With the results as they are today: a corrected one counts as corrected. So that a page can show
    what an entry would do, `draft`, an unsaved result (its match with round and table), stands in
    for that match's current one.
    """
    states = round_states(stage)
    rounds = [number for number in states.closed if after_round is None or number <= after_round]
    return view_of(score_rounds(stage, states, rounds, draft=draft))


def view_of(scores: StageScores) -> StandingsView:
    """Scores as the standings that people read."""
    championship = scores.stage.championship
    rows = scores.standings.rows
    by_round, sat = _round_totals(scores)
    texts = tie_texts(scores.standings, scores.contestants)
    sharing = Counter(row.rank for row in rows)
    ranked = {row.contestant for row in rows}
    last = max(scores.rounds, default=0)
    now = timezone.now()
    return StandingsView(
        championship_name=championship.shown_name,
        lines=tuple(
            StandingsLine(
                rank=row.rank,
                shared=sharing[row.rank] > 1,
                contestant=scores.contestants[row.contestant],
                hands=row.hands,
                total=row.total,
                mean=row.mean,
                deduction=row.deduction,
                deductions=scores.deductions.get(row.contestant, ()),
                by_round={
                    number: by_round.get((row.contestant, number)) for number in scores.rounds
                },
                rests=tuple(
                    number
                    for number in scores.rounds
                    if (row.contestant, number) not in sat
                    and scores.contestants[row.contestant].plays_in(number)
                ),
                hand_score_sum=row.hand_score_sum,
                best_results=row.best_results,
                infractions=row.infractions,
                splits=row.splits,
                tie_text=texts.get(row.contestant, ""),
            )
            for row in rows
        ),
        unranked=tuple(
            contestant for contestant in scores.contestants.values() if contestant.id not in ranked
        ),
        rounds=scores.rounds,
        closed_rounds=scores.states.closed,
        planned_rounds=scores.states.planned,
        final=championship.ended_at is not None and scores.rounds == scores.states.closed,
        ranked_by=scores.standings.ranked_by,
        settings=scores.stage.scoring_settings(),
        after_round=None if scores.rounds == scores.states.closed else last,
        corrections_until=_corrections_until(scores, now),
        made_at=now,
    )


def _corrections_until(scores: StageScores, now: datetime) -> datetime | None:
    """When the last of the rounds can't be corrected any more; None if that is so already."""
    if scores.stage.championship.ended_at is not None:
        return None
    ends = (scores.states.corrections.get(number) for number in scores.rounds)
    return max((end for end in ends if end is not None and end > now), default=None)


Cell = tuple[int, int]
"""A pair's id and a round's number."""


def _round_totals(scores: StageScores) -> tuple[dict[Cell, Fraction], set[Cell]]:
    """What each pair scored in each round, and who sat at a table in which round."""
    totals: dict[Cell, Fraction] = {}
    sat: set[Cell] = set()
    for sheet in scores.sheets.values():
        for entry in sheet.entries:
            for own in entry.sides:
                cell = (own.contestant.id, sheet.round)
                sat.add(cell)
                if own.final is not None:
                    totals[cell] = totals[cell] + own.final if cell in totals else own.final
    return totals, sat
