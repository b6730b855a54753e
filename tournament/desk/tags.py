"""The line about the day on the pages of those who run it: `{% load desk %}`."""

from __future__ import annotations

from typing import Any

from django import template

from tournament.core.database_trouble import LITTLE_ROOM, free_room
from tournament.core.live import version_of
from tournament.core.permissions import Access
from tournament.desk.queries.rounds import day_now

register = template.Library()


@register.inclusion_tag("desk/_now.html")
def day_line(access: Access) -> dict[str, Any]:
    """`{% day_line access %}`: the round, its results and what waits; it refreshes itself."""
    return now_context(access, now_version(access))


def now_version(access: Access) -> str:
    """Return a text that changes with what the line says; 1 query."""
    return f"{version_of(access.championship)}{'-full' if free_room() < LITTLE_ROOM else ''}"


def now_context(access: Access, version: str) -> dict[str, Any]:
    """Return the context of the line; `version` is `now_version`, asked for before."""
    now, room = day_now(access.championship, access.stages), free_room()
    left = room >> 20 if room < LITTLE_ROOM else None
    return {"access": access, "now": now, "version": version, "megabytes_left": left}
