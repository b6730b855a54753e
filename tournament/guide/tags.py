"""A template tag that gives the help of the page that is shown."""

from __future__ import annotations

from urllib.parse import quote

from django import template
from django.http import HttpRequest
from django.urls import reverse

from tournament.guide.pages import help_of

register = template.Library()


@register.simple_tag(takes_context=True)
def help_address(context: template.Context) -> str:
    """`{% help_address as help_url %}`: the address of this page's help; "" where there is none.

    Error pages have no view, and no help.
    """
    request: HttpRequest | None = context.get("request")
    match = request.resolver_match if request else None
    if match is None or not help_of(match.view_name):
        return ""
    return reverse("guide:page", args=[quote(match.view_name, safe=":")])
