"""The phone's identity: a random number that its session stores and nobody is told."""

from __future__ import annotations

import secrets

from django.http import HttpRequest

SESSION_KEY = "phone"
_BYTES = 16


def phone_of(request: HttpRequest) -> str:
    """Return the phone's number; "" for a phone that has sent nothing yet."""
    return str(request.session.get(SESSION_KEY, ""))


def phone_made(request: HttpRequest) -> str:
    """Return the phone's number, drawn now if it has none."""
    if not phone_of(request):
        keep_phone(request, new_phone())
    return phone_of(request)


def new_phone() -> str:
    """Return a new number, not stored yet."""
    return secrets.token_hex(_BYTES)


def keep_phone(request: HttpRequest, phone: str) -> None:
    """Store the phone's number in its session, unless it is there already."""
    if phone_of(request) != phone:
        request.session[SESSION_KEY] = phone
