"""Tags of the guide: marked sentences, and the help of the page that is shown."""

from __future__ import annotations

from urllib.parse import quote

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from tournament.guide.elements import spans
from tournament.guide.pages import help_of

register = template.Library()


@register.filter
def marked(text: object) -> SafeString:
    """`{{ part.text|marked }}`: a sentence of the guide, the names of buttons standing out."""
    return format_html_join(
        "", "{}{}{}", (_marks(piece, is_name=is_name) for piece, is_name in spans(str(text)))
    )


def _marks(piece: str, *, is_name: bool) -> tuple[object, str, object]:
    return (SafeString("<b>"), piece, SafeString("</b>")) if is_name else ("", piece, "")


@register.simple_tag(takes_context=True)
def help_address(context: template.Context) -> str:
    """`{% help_address as help_url %}`: where the help of this page is; "" where there is none.

    What answers a failure has no view, and no help.
    """
    request: HttpRequest | None = context.get("request")
    match = request.resolver_match if request else None
    if match is None or help_of(match.view_name) is None:
        return ""
    return reverse("guide:page", args=[quote(match.view_name, safe=":")])
