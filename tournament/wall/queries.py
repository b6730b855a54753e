"""How a championship's wall is steered, and what its hall is told now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournament.core.live import public_version
from tournament.models import Championship, Wall
from tournament.models.wall import usually_shown


@dataclass(frozen=True, slots=True)
class HallMessage:
    """A sentence for everybody in the hall, until its time is over."""

    text: str
    until: datetime


@dataclass(frozen=True, slots=True)
class WallState:
    """What the desk has chosen; the columns of `Wall` say what each part means."""

    shows: tuple[Wall.Shows, ...]
    held: str
    paused: bool
    steps: int
    message: HallMessage | None
    """None where there is none, or its time is over."""


def wall_state(championship: Championship) -> WallState:
    """How the wall is steered; 1 query."""
    wall = Wall.objects.filter(championship=championship).first() or Wall()
    message = None
    if wall.message_until is not None and wall.message_until > timezone.now():
        message = HallMessage(wall.message, wall.message_until)
    return WallState(
        # One that this program doesn't know comes from another version of it.
        shows=tuple(one for one in Wall.Shows if one.value in (wall.shows or usually_shown())),
        held=wall.held,
        paused=wall.paused,
        steps=wall.steps,
        message=message,
    )


def hall_message(championship: Championship) -> HallMessage | None:
    """What the hall is told now; 1 query."""
    return wall_state(championship).message


def wall_version(championship: Championship) -> str:
    """A text that changes when the wall may show something else; 3 queries.

    That a message was put up or taken down is an act, which the public version counts.
    """
    steps = Wall.objects.filter(championship=championship).values_list("steps", flat=True).first()
    return f"{public_version(championship)}-{steps or 0}"
