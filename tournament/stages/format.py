"""Declaration of a format of a stage."""

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
"""Keys by which opponents are chosen, by number, from the most to the least important; nothing for
a contestant without a score."""


@dataclass(frozen=True, slots=True)
class Planning:
    """Input of a format: contestants by their numbers, rounds by those of the championship.

    `played` are the stored rounds of the stage before the planned ones, and `resting` the
    contestants that took part in each of them and had no match.
    """

    first: int
    """Number of the first round to be planned."""
    rounds: int
    """Number of rounds that the stage has in all."""
    present: tuple[int, ...]
    """Contestants that can play in the first round to be planned: by number, or the strongest first
    where that is known."""
    played: tuple[RoundPlan, ...] = ()
    resting: tuple[tuple[int, ...], ...] = ()
    seed: str = ""
    """Seed of lots; "" in a format that draws none."""
    seeded: bool = False
    """True where the first round goes by the order of `present`, if the format can do that."""
    scores: Scores = field(default_factory=dict)
    """Scores after the played rounds; none in a format that pairs without."""
    entrants: tuple[int, ...] = ()
    """Contestants with which the stage began, by number, also those that left."""
    bracket: BracketRules = SINGLE_GAMES
    """Rules of a knock-out: extra matches beside the bracket, and the number of games."""
    groups: Mapping[int, int] = field(default_factory=dict)
    """Group of each contestant, from 1, by number; empty where everybody can meet everybody."""


@dataclass(frozen=True, slots=True)
class Format:
    """Declaration of how a stage is planned and played. All functions are pure."""

    kind: str
    """Value of `Stage.Kind`."""
    label: Promise
    description: Promise
    """One sentence for people who choose."""
    least: int
    most: int
    """Largest number of contestants."""
    defaults: AnySettings
    """Settings with which a new stage is scored and ranked."""
    hands_per_match: int
    minutes_per_match: int
    """Approximate minutes of a match with the change of tables, for estimates only."""
    results: str
    """Kind of the results of its matches: a value of `Result.Kind`."""
    ranking: str
    """Key of its ranking (`standings.rankings.rankings`)."""
    usual_rounds: Callable[[int], int]
    """Function from a number of contestants to the usual number of rounds."""
    most_rounds: Callable[[int], int]
    """Function from a number of contestants to the largest number of rounds."""
    plan: Callable[[Planning], tuple[RoundPlan, ...]]
    """Function that plans the pairings of all rounds at once, or of the next one alone."""
    round_by_round: bool = False
    """True where each round is paired when the one before it is being played."""
    least_rounds: Callable[[int], int] = lambda _contestants: 1
    """Function from a number of contestants to the smallest number of rounds."""
    most_tables: Callable[[int], int] = lambda contestants: contestants // 2
    """Function from a number of contestants to the number of tables."""
    byes: Callable[[int], int] = lambda _contestants: 0
    """Function from a number of contestants to the byes of the first round."""
    by_lot: bool = False
    """True where pairings come from lots: they take a seed, and equal seeds give equal pairings."""
    deals: bool = True
    """True where all tables play hands that were dealt beforehand."""
    by_score: bool = False
    """True where the results of a round decide the pairings of the next one."""
    by_hand: bool = False
    """True where organisers enter the pairings; planned ones are a proposal."""
    has_groups: bool = False
    """True where the contestants can be divided into groups, each of which plays by itself."""
    of_players: bool = False
    """True where the contestants are single players, four or three at a table, and not pairs."""
    alone: bool = False
    """True where everybody at a table plays against everybody, without a partner."""
    resting: Callable[[int], int] = lambda contestants: contestants % 2
    """Function from a number of contestants to the number that rests in each round."""
    games_in_a_set: int = 1
    """Rounds in a row that the players of a table stay together; only whole sets are planned."""
    has_days: bool = False
    """True where rounds are played on days of their own, one of each match at home: a calendar."""
    rests_on_request: bool = False
    """True where contestants can ask for a rest in a round before it is paired."""
    knocks_out: bool = False
    """True where losers are out: somebody has to win each match, and nobody comes late."""
    score_keys: tuple[str, ...] = ()
    """Keys of the ranking's columns by which opponents are chosen, from the most to the least
    important; () for the column that ranks."""
    by_settings: Callable[[Any], Format] | None = None
    """Function from some settings to the format with other numbers of rounds and tables. None where
    settings change nothing."""
    swiss_field: Callable[[Planning], SwissField[int]] | None = None
    """Function that gives the scores, meetings and rests by which opponents are chosen, to explain
    each pairing; None where there is no choice."""
