"""What a format of a stage is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise

from scoring.pairing.knockout import SINGLE_GAMES, BracketRules
from scoring.pairing.swiss_field import SwissField
from scoring.schedule.plan import RoundPlan
from tournament.models import AnySettings

Scores = Mapping[int, tuple[Fraction, ...]]
"""By number, what opponents are chosen by, from the most to the least important; nothing for who
has no score."""


@dataclass(frozen=True, slots=True)
class Planning:
    """What a format plans from: contestants by their numbers, rounds by those of the championship.

    `played` are the rounds of the stage before the one to be planned, as they stand, and `resting`
    the contestants that took part in each of them and had no match.
    """

    first: int
    """The number of the first round to be planned."""
    rounds: int
    """How many rounds the stage has in all."""
    present: tuple[int, ...]
    """The contestants that can play in the first round to be planned: by number, or the strongest
    first where that is known."""
    played: tuple[RoundPlan, ...] = ()
    resting: tuple[tuple[int, ...], ...] = ()
    seed: str = ""
    """What lots come from; "" in a format that draws none."""
    seeded: bool = False
    """The first round goes by the order of those present, where the format can do that."""
    scores: Scores = field(default_factory=dict)
    """The scores after the rounds played; none in a format that pairs without."""
    entrants: tuple[int, ...] = ()
    """The contestants with which the stage began, by number, whatever became of them."""
    bracket: BracketRules = SINGLE_GAMES
    """What is played in a knock-out beside the bracket, and in how many games."""
    groups: Mapping[int, int] = field(default_factory=dict)
    """By number, the group of each, from 1; none where everybody can meet everybody."""


@dataclass(frozen=True, slots=True)
class Format:
    """How a stage is planned and played. All functions are pure."""

    kind: str
    """What stages of it bear: a value of `Stage.Kind`."""
    label: Promise
    description: Promise
    """One sentence for whoever chooses."""
    least: int
    most: int
    """How many contestants there can be."""
    defaults: AnySettings
    """What a new stage of it is scored and ranked by."""
    hands_per_match: int
    minutes_per_match: int
    """About how long one takes, with the change of tables; for estimates alone."""
    results: str
    """The kind of the results of its matches: a value of `Result.Kind`."""
    ranking: str
    """By what it is ranked: the key of a ranking (`standings.rankings.rankings`)."""
    usual_rounds: Callable[[int], int]
    """How many rounds so many contestants play where nobody says how many."""
    most_rounds: Callable[[int], int]
    """How many rounds so many contestants can play."""
    plan: Callable[[Planning], tuple[RoundPlan, ...]]
    """Who meets whom: in all rounds at once, or in the next one alone."""
    round_by_round: bool = False
    """Each round is paired when the one before it is being played."""
    least_rounds: Callable[[int], int] = lambda _contestants: 1
    """How many rounds so many contestants play at least."""
    most_tables: Callable[[int], int] = lambda contestants: contestants // 2
    """How many tables so many contestants need."""
    byes: Callable[[int], int] = lambda _contestants: 0
    """How many of so many contestants go on without a match in the first round."""
    by_lot: bool = False
    """Pairings come from lots: they take a seed, and the same one always gives the same."""
    deals: bool = True
    """All tables play hands that were dealt beforehand."""
    by_score: bool = False
    """The results of a round decide who meets whom in the next one."""
    by_hand: bool = False
    """Organisers enter who meets whom; what it plans is a proposal."""
    has_groups: bool = False
    """The contestants can be divided into groups, each of which plays by itself."""
    of_players: bool = False
    """The contestants are single players, four or three at a table, and not pairs."""
    alone: bool = False
    """Everybody at a table plays against everybody: nobody has a partner."""
    resting: Callable[[int], int] = lambda contestants: contestants % 2
    """How many of so many contestants rest in each round."""
    games_in_a_set: int = 1
    """How many rounds in a row the same players sit at a table; only whole sets are planned."""
    has_days: bool = False
    """The rounds are played on days of their own, one of each match at home: a calendar."""
    rests_on_request: bool = False
    """Contestants can ask for a rest in a round before it is paired."""
    knocks_out: bool = False
    """Who loses is out: somebody has to win each match, and nobody comes late."""
    score_keys: tuple[str, ...] = ()
    """What opponents are chosen by: columns of its ranking by their keys, from the most to the
    least important; () for the one that ranks."""
    by_settings: Callable[[Any], Format] | None = None
    """The format as some settings change it: how many rounds and tables it takes. None where they
    change nothing."""
    swiss_field: Callable[[Planning], SwissField[int]] | None = None
    """The scores, meetings and rests that opponents are chosen by, which explain each pairing; None
    where there is no choice."""
