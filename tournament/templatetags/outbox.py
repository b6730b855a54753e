"""The entries that wait unsent on a phone, for the pages that a phone comes back to."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static

from tournament.core.phone_messages import texts_of_the_outbox

register = template.Library()


@register.simple_tag
def outbox_of(championship: str = "") -> dict[str, Any]:
    """`{% outbox_of slug as outbox %}`: what the script of the page is told.

    Without a championship it shows what waits for any, which only the phone itself knows.
    """
    return {
        "championship": championship,
        "texts": texts_of_the_outbox(),
        "suits": static("tournament/suits.svg"),
    }
