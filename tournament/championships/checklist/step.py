"""A step of the day, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournament.core.permissions import Level


class State(StrEnum):
    DONE = "done"
    NEXT = "next"
    LATER = "later"
    OPTIONAL = "optional"
    """Not done, need not be, but still can be."""
    SKIPPED = "skipped"
    """Not done while it was time for it."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the day in words, how far it is, and where it is done (a view of the site)."""

    key: str
    title: str
    detail: str
    action: str
    view: str
    done: bool
    can_be_skipped: bool = False
    possible_now: bool = True
    still_possible: bool = True
    """Whether there is still time for the step; an optional one is skipped from then on."""
    level: Level = Level.ORGANISER
    state: State = State.LATER
    """Set by `checklist`, which knows the steps before this one."""
