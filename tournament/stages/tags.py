"""What templates ask of a format."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from tournament.models import Stage
from tournament.stages.formats import any_deals

register = template.Library()


@register.filter
def plays_deals(stages: Stage | Iterable[Stage]) -> bool:
    """Whether a stage, or any of several, plays hands that were dealt beforehand."""
    return any_deals((stages,) if isinstance(stages, Stage) else stages)
