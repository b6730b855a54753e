"""The routes of the site's URL conf, as texts. Runs inside the site (`Site.run`)."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLResolver, get_resolver


def main() -> list[str]:
    """Return the routes of the site, such as "c/<slug:slug>/standings/"."""
    return sorted(set(_routes(get_resolver(), "")))


def _routes(resolver: URLResolver, before: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(one, route)
        else:
            yield route
