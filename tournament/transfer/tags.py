"""Template tag about deleting a championship."""

from __future__ import annotations

from django import template

from tournament.models import Championship
from tournament.transfer.deletion import why_deletable

register = template.Library()


@register.simple_tag
def may_be_deleted(championship: Championship) -> bool:
    """Return whether to offer deletion: `{% may_be_deleted access.championship as deletable %}`."""
    return why_deletable(championship) is not None
