"""Requests of a phone at a seat, read strictly from JSON, and the answers to what they do.

Invalid data are refused, never guessed at.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.utils.translation import gettext as _

from scoring.errors import ActFormatError
from scoring.game.seats import Seat
from scoring.play.acts import SeatAct, parse_act
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.play.services.seats import SeatLost
from tournament.results.kinds.dealt_hand import DEALT_HAND, ResultInput

LONGEST = 1024
"""Bytes; an ordinary request takes about 70."""
_LARGEST_SMALL = 32767
"""Largest number that the columns of hands and acts can hold."""


class Unreadable(UserError):
    """Request that no page of ours sends."""


@dataclass(frozen=True, slots=True)
class SentAct:
    """Act of a seat, with its hand, and its number among the seat's acts in that hand, from 1."""

    deal: int
    own_number: int
    act: SeatAct


@dataclass(frozen=True, slots=True)
class SentAgreement:
    """Agreement of a side to the result of a hand."""

    deal: int
    content: ResultInput


def read_act(body: bytes, seat: Seat) -> SentAct:
    """Return the act in `{"hand": 3, "number": 5, "act": {"act": "card", "card": "9O"}}`. Raises
    `Unreadable`."""
    given = _object(body, ("hand", "number", "act"))
    said = given["act"]
    if not isinstance(said, dict) or "seat" in said:
        refuse()
    try:
        act = parse_act({**said, "seat": seat.value})
    except ActFormatError:
        refuse()
    if not isinstance(act, SeatAct):
        refuse()
    return SentAct(_number(given["hand"]), _number(given["number"]), act)


def read_agreement(body: bytes) -> SentAgreement:
    """Return the agreement in `{"hand": 3, "points": 40, "trump": "O", "double": ""}`. Raises
    `Unreadable`."""
    given = _object(body, ("hand", *DEALT_HAND.table_fields))
    try:
        content = DEALT_HAND.from_table(given)
    except ValueError:
        refuse()
    assert isinstance(content, ResultInput)
    return SentAgreement(_number(given["hand"]), content)


def read_numbers(body: bytes, names: tuple[str, ...], *, least: int = 1) -> tuple[int, ...]:
    """Return an object with whole numbers of these names and nothing else. Raises `Unreadable`."""
    given = _object(body, names)
    return tuple(_number(given[name], least) for name in names)


def refuse() -> NoReturn:
    """Raise `Unreadable` with advice for the user."""
    raise Unreadable(_("This can't be read. Reload the page."))


def _object(body: bytes, names: tuple[str, ...]) -> dict[str, Any]:
    if len(body) > LONGEST:
        refuse()
    try:
        given = json.loads(body.decode())
    except (ValueError, RecursionError):
        refuse()
    if not isinstance(given, dict) or given.keys() != set(names):
        refuse()
    return given


def _number(value: object, least: int = 1) -> int:
    if type(value) is not int or not least <= value <= _LARGEST_SMALL:  # True is an int, too
        refuse()
    return value


WITH_PAGE = "page"
"""Parameter by which (?page=1) the answer has the part of our own page, too."""


def body_of(request: HttpRequest) -> bytes:
    """Return the body of a request. Raises `Unreadable` for a form."""
    try:
        return request.body
    except RawPostDataException:
        refuse()


def lost(error: SeatLost) -> JsonResponse:
    """Answer 403: the phone doesn't hold the seat."""
    return JsonResponse({"error": str(error)}, status=403)


def answered(act: Callable[[], None], told: Callable[[], HttpResponse]) -> HttpResponse:
    """Act, and answer with `told()`, or else with the sentence of a refusal."""
    try:
        act()
    except SeatLost as error:
        return lost(error)
    except UserError as error:
        return _refusal_of(error)
    return told()


def _refusal_of(error: UserError) -> JsonResponse:
    """Return the sentence of a refusal: 400 unreadable, 409 not (any more), 422 else."""
    status = 422
    if isinstance(error, Unreadable):
        status = 400
    elif isinstance(error, Conflict | NotNow):
        status = 409
    return JsonResponse({"error": str(error)}, status=status)
