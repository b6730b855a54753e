"""Which phone it is: a random number that its session keeps and nobody is told."""

from __future__ import annotations

import secrets

from django.http import HttpRequest

SESSION_KEY = "phone"
_BYTES = 16


def phone_of(request: HttpRequest) -> str:
    """Return the phone's number; "" for one that has not said anything yet."""
    return str(request.session.get(SESSION_KEY, ""))


def phone_made(request: HttpRequest) -> str:
    """Return the phone's number, drawn now if it has none."""
    if not phone_of(request):
        keep_phone(request, new_phone())
    return phone_of(request)


def new_phone() -> str:
    """A number for a phone that has none, not kept yet."""
    return secrets.token_hex(_BYTES)


def keep_phone(request: HttpRequest, phone: str) -> None:
    """Let the session keep the phone's number; one that has it already is left alone."""
    if phone_of(request) != phone:
        request.session[SESSION_KEY] = phone
