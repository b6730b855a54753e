"""Reading the groups of a stage: their pairs, how they were drawn, and what can be changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from django.utils.translation import gettext as _

from scoring.pairing.groups import GroupsBy
from tournament.core.locks import version_of_values
from tournament.core.names import plain
from tournament.models import Action, Stage
from tournament.schedule.queries import has_schedule, rounds_before
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef, stage_contestants


def in_order(stage: Stage) -> list[ContestantRef]:
    """Return the contestants of a stage, the strongest first where known, without those that
    withdrew before its first round. As many queries as `stage_contestants`, and 1 more."""
    first = rounds_before(stage) + 1
    found = (one for one in stage_contestants(stage).values() if one.is_there_in(first))
    return sorted(found, key=lambda one: one.order)


def clubs_of(contestants: Sequence[ContestantRef]) -> list[list[int]]:
    """Return the numbers of the pairs of each club that has several, however it was spelled."""
    clubs: dict[str, list[int]] = {}
    for one in contestants:
        if one.club:
            clubs.setdefault(plain(one.club), []).append(one.number)
    return [sorted(members) for _name, members in sorted(clubs.items()) if len(members) > 1]


def default_names(count: int) -> list[str]:
    """Return A, B, C, …; numbers where there are more groups than letters."""
    if count > len(ascii_uppercase):
        return [str(number) for number in range(1, count + 1)]
    return list(ascii_uppercase[:count])


def most_groups(stage: Stage, contestants: int) -> int:
    """Return the largest number of groups, each as large as the format takes at least."""
    return contestants // format_of(stage).least


def why_no_groups(stage: Stage) -> str:
    """Return why a stage can't have groups, in words; "" if it can."""
    if not format_of(stage).has_groups:
        return _("A stage of this format (%(format)s) can't be divided into groups.") % {
            "format": format_of(stage).label
        }
    return ""


def why_not_changed(stage: Stage) -> str:
    """Return why the groups stay as they are, in words; "" if they can be changed. 1 query."""
    if has_schedule(stage):
        return _("The schedule is made: remove it first to change the groups.")
    return ""


@dataclass(frozen=True, slots=True)
class GroupOfStage:
    """Group by its number, from 1, with its pairs, the strongest first where known."""

    number: int
    name: str
    members: tuple[ContestantRef, ...]

    @property
    def same_club(self) -> tuple[str, ...]:
        """Names of clubs with several pairs in the group, as they are written."""
        known: dict[str, list[str]] = {}
        for one in self.members:
            if one.club:
                known.setdefault(plain(one.club), []).append(one.club)
        return tuple(clubs[0] for clubs in known.values() if len(clubs) > 1)


@dataclass(frozen=True, slots=True)
class GroupsOfStage:
    """Groups of a stage.

    `by` and `seed` say how they were drawn last, and `by_hand` whether pairs were moved since.
    """

    groups: tuple[GroupOfStage, ...]
    without: tuple[ContestantRef, ...]
    """Pairs that are in none."""
    by: GroupsBy | None
    seed: str
    by_hand: bool
    version: str
    """Text that changes whenever a group does."""

    @property
    def contestants(self) -> tuple[ContestantRef, ...]:
        """All pairs, group by group, then those in none."""
        return (*(one for group in self.groups for one in group.members), *self.without)


def groups_of(stage: Stage) -> GroupsOfStage:
    """Return the groups of a stage that has some; 7 queries at most."""
    contestants = in_order(stage)
    acts = (Action.GROUPS_DRAWN, Action.GROUPS_CHANGED)
    events = stage.championship.events.filter(action__in=acts, after__stage=stage.number)
    drawn: dict[str, Any] = {}
    by_hand = False
    for event in events.order_by("sequence"):
        by_hand = event.action == Action.GROUPS_CHANGED
        if not by_hand:
            drawn = event.after or {}
    return GroupsOfStage(
        groups=tuple(
            GroupOfStage(number, name, tuple(one for one in contestants if one.group == number))
            for number, name in enumerate(stage.group_names, start=1)
        ),
        without=tuple(one for one in contestants if one.group is None),
        by=GroupsBy(drawn["groups_by"]) if drawn else None,
        seed=drawn.get("seed", ""),
        by_hand=by_hand,
        version=groups_version(stage, contestants),
    )


def groups_version(stage: Stage, contestants: Sequence[ContestantRef]) -> str:
    """Return a text that changes with every change of the groups, or of the stage's contestants."""
    return version_of_values(
        {
            "names": stage.group_names,
            "compared_with": stage.compared_with,
            "groups": [[one.number, one.group] for one in contestants],
        }
    )
