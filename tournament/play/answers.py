"""How what a seat sends is answered when it can't be done, and how its body is read."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.http.request import RawPostDataException

from tournament.core.errors import Conflict, NotNow, UserError
from tournament.play.payloads import Unreadable, refuse
from tournament.play.services import SeatLost


def body_of(request: HttpRequest) -> bytes:
    """What was sent. Raises `Unreadable` where it was sent as a form."""
    try:
        return request.body
    except RawPostDataException:
        refuse()


def lost(error: SeatLost) -> JsonResponse:
    """403: the phone doesn't hold the seat."""
    return JsonResponse({"error": str(error)}, status=403)


def refusal_of(error: UserError) -> JsonResponse:
    """The sentence of a refusal: 400 unreadable, 409 not (any more), 422 else."""
    status = 422
    if isinstance(error, Unreadable):
        status = 400
    elif isinstance(error, Conflict | NotNow):
        status = 409
    return JsonResponse({"error": str(error)}, status=status)
