"""The line about the day on the pages of those who run it: `{% load desk %}`."""

from __future__ import annotations

from typing import Any

from django import template

from tournament.core.live import version_of
from tournament.core.permissions import Access
from tournament.desk.queries import day_now

register = template.Library()


@register.inclusion_tag("desk/_now.html")
def day_line(access: Access) -> dict[str, Any]:
    """`{% day_line access %}`: the round, its results and what waits; it refreshes itself."""
    return now_context(access, version_of(access.championship))


def now_context(access: Access, version: str) -> dict[str, Any]:
    """What the line shows; `version` is that of the championship, asked for before."""
    now = day_now(access.championship, access.stages)
    return {"access": access, "now": now, "version": version}
