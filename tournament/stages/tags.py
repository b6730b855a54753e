"""Template tags about formats, and the navigation, which depends on them."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from tournament.core import navigation
from tournament.models import Stage
from tournament.stages.formats import any_deals, format_of

register = template.Library()


@register.filter
def plays_deals(stages: Stage | Iterable[Stage]) -> bool:
    """Return whether a stage, or any of several, plays hands that were dealt beforehand."""
    return any_deals((stages,) if isinstance(stages, Stage) else stages)


@register.filter
def of_deals(stages: Iterable[Stage]) -> list[Stage]:
    """Return the stages that play hands that were dealt beforehand: only they have some pages."""
    return [one for one in stages if format_of(one).deals]


@register.filter
def with_days(stages: Iterable[Stage]) -> list[Stage]:
    """Return the stages that have a calendar."""
    return [one for one in stages if format_of(one).has_days]


@register.simple_tag(takes_context=True)
def public_links(context: template.Context) -> tuple[navigation.Link, ...]:
    """Return the pages for everybody that this visitor may see: `{% public_links as links %}`."""
    access = context["access"]
    deals = any_deals(access.stages)
    request = context["request"]
    return tuple(navigation.links(navigation.PUBLIC_ENTRIES, access, request, deals=deals))


@register.simple_tag(takes_context=True)
def manage_menus(context: template.Context) -> list[navigation.Menu]:
    """Return the pages for organisers and referees, in groups: `{% manage_menus as menus %}`."""
    access = context["access"]
    return navigation.menus(access, context["request"], deals=any_deals(access.stages))
