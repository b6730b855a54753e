"""The standings: every pair's rank, what it is ranked by, and which rule split a tie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from scoring.settings import RankBy, Settings
from scoring.standings import TieSplit
from tournament.models import Stage
from tournament.standings.queries.teams import TeamRef


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A pair in the standings.

    `hands` have a final score, whose exact sum less the `deduction` is the `total`; `mean` is that
    per hand, None without hands. `by_round` has every shown round, None where the pair has no
    scored hand in it; `rests` are the rounds in which it sat at no table. `tie_text` says in the
    language in force how a tie was split or that it stands, "" where there was none.
    """

    rank: int
    shared: bool
    team: TeamRef
    hands: int
    total: Fraction
    mean: Fraction | None
    deduction: Fraction
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

    `rounds` are those that count; `after_round` is set where the reader asked for an earlier
    state. `final`: the championship has ended and nothing is left out. `unranked` are the pairs
    that withdrew without a hand that counts. `ranked_by` is TOTAL or MEAN, as really used.
    """

    championship_name: str
    lines: tuple[StandingsLine, ...]
    unranked: tuple[TeamRef, ...]
    rounds: tuple[int, ...]
    closed_rounds: tuple[int, ...]
    planned_rounds: int
    final: bool
    ranked_by: RankBy
    settings: Settings
    after_round: int | None
    made_at: datetime


def standings_view(stage: Stage, *, after_round: int | None = None) -> StandingsView:
    """The published standings, or as they were after a round (0 or more); 4 queries.

    With the results as they are today: a corrected one counts as corrected.
    """
    raise NotImplementedError
