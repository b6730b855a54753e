"""Intentions for a stage, from the day its championship is made.

They bind nobody: pages fill their forms in with them, and bots follow them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise

from scoring.carry import Carry
from tournament.models import Stage
from tournament.stages.format import Format
from tournament.stages.formats import FORMATS, format_by


@dataclass(frozen=True, slots=True)
class Following:
    """Stage that is to follow: its format by its kind, its name, and who goes on into it."""

    kind: str
    name: str | Promise
    each: int
    """Number that goes on from each group; without groups, from all."""
    carry: Carry = Carry.NOTHING
    hands: int | None = None
    """Hands of a match; None for the format's own number."""
    second_chance: bool = False
    """True where, in a knock-out, the losers of the first round have a bracket of their own."""

    @property
    def settings(self) -> dict[str, Any]:
        """Return the settings of the following stage that are not its format's own, by the names of
        a stage's columns."""
        return {"second_chance": True} if self.second_chance else {}

    @property
    def format(self) -> Format:
        """Return the format of the following stage, as its settings change it."""
        format = FORMATS[self.kind]
        return format_by(format, replace(format.defaults, **self.settings))


@dataclass(frozen=True, slots=True)
class Intent:
    """Intended number of rounds, largest size of a group, and stage that follows.

    None for the format's own number of rounds, no groups, and no other stage.
    """

    rounds: int | None = None
    group_size: int | None = None
    then: Following | None = None

    def rounds_for(self, format: Format, size: int) -> int:
        """Return the number of rounds for `size` pairs, those of the largest group."""
        usual = self.rounds or format.usual_rounds(size)
        return max(format.least_rounds(size), min(usual, format.most_rounds(size)))

    def groups_for(self, format: Format, contestants: int) -> int:
        """Return the number of groups for `contestants` pairs; 1 where they all play together."""
        if not self.group_size:
            return 1
        return max(1, min(-(-contestants // self.group_size), contestants // format.least))


NO_INTENT = Intent()


def to_follow(stages: Sequence[Stage]) -> str:
    """Return the name of the stage that was planned to follow the last of these; "" for none."""
    then = intent_of(stages[-1]).then
    return "" if then is None else str(then.name)


def intent_of(stage: Stage) -> Intent:
    """Return the intentions for a stage."""
    told: Mapping[str, Any] = stage.intended
    then = told["then"]
    return Intent(
        told["rounds"],
        told["group_size"],
        None if then is None else Following(**{**then, "carry": Carry(then["carry"])}),
    )


def intent_as_stored(intent: Intent) -> dict[str, Any]:
    """Return an intent as JSON values."""
    then = intent.then
    return {
        "rounds": intent.rounds,
        "group_size": intent.group_size,
        "then": None
        if then is None
        else {
            "kind": then.kind,
            "name": str(then.name),
            "each": then.each,
            "carry": then.carry.value,
            "hands": then.hands,
            "second_chance": then.second_chance,
        },
    }
