"""What a format of a stage is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise

from scoring.duplicate.settings import Settings
from scoring.schedule.plan import RoundPlan


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
    """Those that can play in the first round to be planned, by number."""
    played: tuple[RoundPlan, ...] = ()
    resting: tuple[tuple[int, ...], ...] = ()
    seed: str = ""
    """What lots come from; "" in a format that draws none."""


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
    defaults: Settings
    """What a new stage of it is scored by."""
    hands_per_match: int
    results: str
    """Of what kind the results of its matches are: a value of `Result.Kind`."""
    ranking: str
    """By what it is ranked: the key of a ranking (`standings.rankings.rankings`)."""
    usual_rounds: Callable[[int], int]
    """How many rounds so many contestants play where nobody says how many."""
    most_rounds: Callable[[int], int]
    """How many they can play."""
    plan: Callable[[Planning], tuple[RoundPlan, ...]]
    """Who meets whom: in all rounds at once, or in the next one alone."""
    round_by_round: bool = False
    """Each round is paired when the one before it is being played."""
    by_lot: bool = False
    """Pairings come from lots: they take a seed, and the same one always gives the same."""
