"""Which phone it is: a random number that its session keeps and nobody is told."""

from __future__ import annotations

import secrets

from django.http import HttpRequest

SESSION_KEY = "phone"
_BYTES = 16


def phone_of(request: HttpRequest) -> str:
    """The phone's number; "" if it has never taken a seat."""
    return str(request.session.get(SESSION_KEY, ""))


def phone_made(request: HttpRequest) -> str:
    """The phone's number, drawn now if it has none."""
    if not phone_of(request):
        request.session[SESSION_KEY] = secrets.token_hex(_BYTES)
    return phone_of(request)
