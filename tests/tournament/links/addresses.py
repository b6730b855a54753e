"""Where the link of a place leads, whatever its renewal number."""

from __future__ import annotations

from django.urls import reverse

from tournament.links.tokens import Place, code_of, secret_of
from tournament.models import Championship


def link_address(championship: Championship, place: Place) -> str:
    """The path that opens a place's page: "/t/7-3-<token>/", or "/p/…" for a pair."""
    code = code_of(secret_of(championship), championship.pk, place)
    return reverse(f"links:{place.kind.name.lower()}", args=[str(code)])
