"""The message to the hall on pages that hang on a wall: `{% load wall %}`."""

from __future__ import annotations

from django import template

from tournament.core.permissions import Access
from tournament.wall import queries

register = template.Library()


@register.simple_tag
def hall_message(access: Access) -> queries.HallMessage | None:
    """`{% hall_message access as message %}`: what the hall is told now."""
    return queries.hall_message(access.championship)
