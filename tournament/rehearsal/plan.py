"""The parameters of a rehearsal, and the source of its randomness.

Every random choice has a stream of its own, named by its purpose, and does not depend on earlier
choices. So a rehearsal that is stopped and continued goes on as if it had not been stopped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from scoring.chance import Chance
from scoring.pairing.groups import group_sizes
from scoring.pairing.knockout import MOST_LEGS, KnockoutSettings
from tournament.contestants.rows import MAX_CONTESTANTS
from tournament.core.errors import UserError
from tournament.schedule.services.refusals import why_not_so_many
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.format import Format
from tournament.stages.formats import format_by
from tournament.stages.presets import PRESETS, Beginning

LARGEST_SEED = 2**53 - 1
"""Greatest integer that every program reading JSON keeps exact."""
LONGEST_ROUND = 600
"""Minutes."""
LEAST_FOR_EVENTS = 4
"""Pairs: with one of them gone there is still a championship."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The preset (`format`), the numbers of pairs and rounds, the seed, and how much goes wrong.

    `mistakes` is the share of hands whose entry goes wrong in some way. With `minutes` rounds have
    a countdown, and some tables run out of time. With `events` a pair withdraws and another comes
    late. In a knock-out `legs` games decide who goes on. Raises `UserError`, its field named after
    the option, for impossible values.
    """

    contestants: int = 12
    rounds: int = 11
    format: str = ALL_PLAY_ALL.kind
    seed: int = 1
    mistakes: Fraction = Fraction(0)
    minutes: int | None = None
    events: bool = False
    legs: int = 1

    def __post_init__(self) -> None:
        begins = self.begins
        format = format_by(begins.format, begins.settings)
        if not format.least <= self.contestants <= format.most:
            text = _("A rehearsal has %(least)d to %(most)d pairs.")
            if format.of_players:
                text = _("A rehearsal of this format has %(least)d to %(most)d players.")
            raise UserError(
                text % {"least": format.least, "most": format.most}, field="contestants"
            )
        if refusal := why_not_so_many(format, self.largest_group, self.rounds):
            raise UserError(refusal, field="rounds")
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
        if not 1 <= self.legs <= MOST_LEGS or (self.legs > 1 and not format.knocks_out):
            raise UserError(_("Two games against the same pair are for a knock-out."), field="legs")
        if self.events:
            self._refuse_events(format)

    def _refuse_events(self, format: Format) -> None:
        """Raise an error if contestants are to go or come where nobody can."""
        if self.contestants < LEAST_FOR_EVENTS or self.rounds < 2:
            text = _("A late pair and a withdrawal need at least %(least)d pairs and 2 rounds.")
            if format.of_players:
                text = _(
                    "A late player and a withdrawal need at least %(least)d players and 2 rounds."
                )
            raise UserError(text % {"least": LEAST_FOR_EVENTS}, field="events")
        if self.contestants >= MAX_CONTESTANTS:  # the late one has no room
            text = _("A championship has at most %(max)d pairs.")
            if format.of_players:
                text = _("A championship has at most %(max)d players.")
            raise UserError(text % {"max": MAX_CONTESTANTS}, field="events")

    @property
    def begins(self) -> Beginning:
        """The settings with which the championship is made, as its preset says."""
        begins = PRESETS[self.format].begins
        if self.legs == 1 or not isinstance(begins.settings, KnockoutSettings):
            return begins
        return replace(begins, settings=replace(begins.settings, legs=self.legs))

    @property
    def groups(self) -> int:
        """The number of groups of the pairs; 1 where they all play together."""
        return self.begins.intent.groups_for(self.begins.format, self.contestants)

    @property
    def largest_group(self) -> int:
        """The number of pairs that play together, in the largest group where there are some."""
        return max(group_sizes(self.contestants, self.groups))

    def chance(self, *what: object) -> Chance:
        """Return the stream of numbers for `what`, whatever else was drawn."""
        return Chance(int.from_bytes(self._digest("chance", *what)[:8], "big"))

    @property
    def key(self) -> bytes:
        """The key of the hands. Whoever knows the seed can compute it."""
        return self._digest("key")

    def later_key(self, stage: int) -> bytes:
        """Return the key of the hands made for a later stage, where those there are run out."""
        return self._digest("key", stage)

    @property
    def pairing_seed(self) -> str:
        """The seed of lots, where opponents are drawn."""
        return str(self.seed)

    @property
    def salt(self) -> str:
        return f"botifarra {self.seed}"

    def _digest(self, *what: object) -> bytes:
        named = " ".join(map(str, ("botifarra-rehearsal-v1", self.seed, *what)))
        return hashlib.sha256(named.encode()).digest()


def as_recorded(plan: Plan) -> dict[str, Any]:
    """Return the plan as the first event of a rehearsal's record tells it."""
    return {
        "seed": plan.seed,
        "mistakes": str(plan.mistakes),
        "pairs": plan.contestants,
        "rounds": plan.rounds,
        "format": plan.format,
        "round_minutes": plan.minutes,
        **({"legs": plan.legs} if plan.legs > 1 else {}),
    }


def from_record(recorded: Mapping[str, Any]) -> Plan:
    """Return the plan behind what a record says; its events are past, so it has none."""
    return Plan(
        contestants=recorded["pairs"],
        rounds=recorded["rounds"],
        format=recorded["format"],
        seed=recorded["seed"],
        mistakes=Fraction(recorded["mistakes"]),
        minutes=recorded["round_minutes"],
        legs=recorded.get("legs", 1),
    )
