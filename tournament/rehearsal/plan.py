"""What a rehearsal is played from, and the chance that everything in it comes from.

What is drawn for one thing never depends on what was drawn before: each has a stream of its own,
named by what it is for. So a rehearsal that is stopped and continued goes on as if it had not been.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from scoring.chance import Chance
from scoring.plan import LEAST_TEAMS
from scoring.schedule import full_length
from tournament.core.errors import UserError
from tournament.teams.rows import MAX_TEAMS

LARGEST_SEED = 2**53 - 1
"""As every program that reads JSON can keep."""
LONGEST_ROUND = 600
"""Minutes."""
LEAST_FOR_EVENTS = 4
"""Pairs: with one of them gone there is still a championship."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: so many pairs and rounds, from that seed, and how much goes wrong.

    `mistakes` is the share of hands with whose entry something goes wrong. With `minutes` rounds
    have a countdown, and at some tables the time runs out. With `events` a pair withdraws and
    another comes late. Raises `UserError`, its field named after the option, for what can't be.
    """

    teams: int = 12
    rounds: int = 11
    seed: int = 1
    mistakes: Fraction = Fraction(0)
    minutes: int | None = None
    events: bool = False

    def __post_init__(self) -> None:
        if not LEAST_TEAMS <= self.teams <= MAX_TEAMS:
            raise UserError(
                _("A rehearsal has %(least)d to %(most)d pairs.")
                % {"least": LEAST_TEAMS, "most": MAX_TEAMS},
                field="teams",
            )
        full = full_length(self.teams)
        if not 1 <= self.rounds <= full:
            raise UserError(
                _("With %(teams)d pairs there are 1 to %(full)d rounds.")
                % {"teams": self.teams, "full": full},
                field="rounds",
            )
        if not 0 <= self.seed <= LARGEST_SEED:
            raise UserError(
                _("A seed is a whole number from 0 to %(most)d.") % {"most": LARGEST_SEED},
                field="seed",
            )
        if not 0 <= self.mistakes <= 1:
            raise UserError(
                _("The share of mistakes is from 0 to 1, such as 0.05."), field="mistakes"
            )
        if self.minutes is not None and not 1 <= self.minutes <= LONGEST_ROUND:
            raise UserError(
                _("A round lasts 1 to %(most)d minutes.") % {"most": LONGEST_ROUND},
                field="minutes",
            )
        if self.events and (self.teams < LEAST_FOR_EVENTS or self.rounds < 2):
            raise UserError(
                _("For a late pair and a withdrawal it takes %(pairs)d pairs and 2 rounds.")
                % {"pairs": LEAST_FOR_EVENTS},
                field="events",
            )

    def chance(self, *what: object) -> Chance:
        """The stream of numbers for `what`, whatever else was drawn."""
        return Chance(int.from_bytes(self._digest("chance", *what)[:8], "big"))

    @property
    def key(self) -> bytes:
        """The key of the hands. Whoever knows the seed can compute it."""
        return self._digest("key")

    @property
    def salt(self) -> str:
        return f"botifarra {self.seed}"

    def _digest(self, *what: object) -> bytes:
        named = " ".join(map(str, ("botifarra-rehearsal-v1", self.seed, *what)))
        return hashlib.sha256(named.encode()).digest()


def as_recorded(plan: Plan) -> dict[str, Any]:
    """What the first event of a rehearsal's record says of its plan."""
    return {
        "seed": plan.seed,
        "mistakes": str(plan.mistakes),
        "pairs": plan.teams,
        "rounds": plan.rounds,
        "round_minutes": plan.minutes,
    }


def from_record(recorded: Mapping[str, Any]) -> Plan:
    """The plan behind what a record says; its events are past, so it has none."""
    return Plan(
        teams=recorded["pairs"],
        rounds=recorded["rounds"],
        seed=recorded["seed"],
        mistakes=Fraction(recorded["mistakes"]),
        minutes=recorded["round_minutes"],
    )
