"""The state of a championship's wall, and the message to its hall."""

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
    """The desk's choices; the columns of `Wall` say what each part means."""

    shows: tuple[Wall.Shows, ...]
    held: str
    paused: bool
    steps: int
    message: HallMessage | None
    """None where there is no message, or its time is over."""


def wall_state(championship: Championship) -> WallState:
    """Return the state of the wall; 1 query."""
    wall = Wall.objects.filter(championship=championship).first() or Wall()
    message = None
    if wall.message_until is not None and wall.message_until > timezone.now():
        message = HallMessage(wall.message, wall.message_until)
    return WallState(
        # Another version of this program may have stored a kind that this one doesn't know.
        shows=tuple(one for one in Wall.Shows if one.value in (wall.shows or usually_shown())),
        held=wall.held,
        paused=wall.paused,
        steps=wall.steps,
        message=message,
    )


def hall_message(championship: Championship) -> HallMessage | None:
    """Return the current message to the hall; 1 query."""
    return wall_state(championship).message


def wall_version(championship: Championship) -> str:
    """Return a text that changes when the wall may show something else; 3 queries.

    Messages put up or taken down are acts, which the public version counts.
    """
    steps = Wall.objects.filter(championship=championship).values_list("steps", flat=True).first()
    return f"{public_version(championship)}-{steps or 0}"
