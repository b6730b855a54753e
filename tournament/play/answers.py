"""How what a seat sends is read and answered, whoever keeps the table."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException

from tournament.core.errors import Conflict, NotNow, UserError
from tournament.play.payloads import Unreadable, refuse
from tournament.play.services.seats import SeatLost

WITH_PAGE = "page"
"""?page=1: the answer has the part of our own page, too."""


def body_of(request: HttpRequest) -> bytes:
    """What was sent. Raises `Unreadable` where it was sent as a form."""
    try:
        return request.body
    except RawPostDataException:
        refuse()


def lost(error: SeatLost) -> JsonResponse:
    """403: the phone doesn't hold the seat."""
    return JsonResponse({"error": str(error)}, status=403)


def answered(act: Callable[[], None], told: Callable[[], HttpResponse]) -> HttpResponse:
    """Act, and answer with what is told then, or else with the sentence of a refusal."""
    try:
        act()
    except SeatLost as error:
        return lost(error)
    except UserError as error:
        return _refusal_of(error)
    return told()


def _refusal_of(error: UserError) -> JsonResponse:
    """The sentence of a refusal: 400 unreadable, 409 not (any more), 422 else."""
    status = 422
    if isinstance(error, Unreadable):
        status = 400
    elif isinstance(error, Conflict | NotNow):
        status = 409
    return JsonResponse({"error": str(error)}, status=status)
