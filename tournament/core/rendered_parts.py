"""Small parts of pages that look alike whenever they show the same: a card, a seat at the table.

Four phones ask for their table after each card, and nearly all that they are sent was sent before:
rendered again for each of them it would be most of the work. A part gets nothing but the values by
which it is kept, no request and nobody's cookie, so nothing can stand in it that isn't asked for.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

MOST = 8192
"""Parts, of a few hundred bytes each; the least recently used go first."""


def part(template: str, **values: Hashable) -> SafeString:
    """Return a template with these values and nothing else, in the language of now."""
    return _rendered(template, get_language(), tuple(values.items()))


def forget_parts() -> None:
    """Forget everything."""
    _rendered.cache_clear()


@lru_cache(maxsize=MOST)
def _rendered(
    template: str, _language: str | None, values: tuple[tuple[str, Hashable], ...]
) -> SafeString:
    return mark_safe(get_template(template).render(dict(values)))
