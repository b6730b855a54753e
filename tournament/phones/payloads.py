"""What a phone sends, read strictly from JSON: invalid data are refused, never guessed at.

The phone's script is ours, so whatever fails here is an old page, a broken connection or a forgery.
The error only asks to reload the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from scoring.duplicate.scores import POINTS_IN_A_HAND
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side
from tournament.core.errors import UserError
from tournament.models import Outcome
from tournament.results.entry import ResultInput

LONGEST = 4096
"""Bytes; what is meant takes some 250."""
_KEY = re.compile(r"[0-9a-f]{32}")
_LARGEST_ID = 2**63 - 1
_LARGEST_SMALL = 32767
"""As the columns of hands and versions allow."""
_CONTENT = ("points", "trump", "double")


class Unreadable(UserError):
    """No page of ours sends this."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What everything that a phone sends has in common: its key, the hand, and the pair.

    `version` is the version of the result that it is about, 0 for none.
    """

    key: str
    match_id: int
    deal: int
    side: Side
    version: int


@dataclass(frozen=True, slots=True)
class Entry(Statement):
    """A pair enters a result.

    `asked`: the table was asked to check it, and says that it is right. `late`: it waited for a
    network, so nobody is there to be asked.
    """

    content: ResultInput
    asked: bool
    late: bool


@dataclass(frozen=True, slots=True)
class Objection(Statement):
    """A pair says that the result is wrong, and perhaps what it should be."""

    content: ResultInput | None


def read_entry(body: bytes) -> Entry:
    """What stands in the body of a request. Raises `Unreadable`, as the other two do."""
    given = _fields(body, "key", "match", "hand", "side", "based_on", *_CONTENT, "asked", "late")
    return Entry(
        *_statement(given, "based_on"),
        content=_content(given),
        asked=_flag(given, "asked"),
        late=_flag(given, "late"),
    )


def read_confirmation(body: bytes) -> Statement:
    """A pair says that a version of a result is right."""
    given = _fields(body, "key", "match", "hand", "side", "version")
    return Statement(*_statement(given, "version"))


def read_objection(body: bytes) -> Objection:
    """A pair says that a version of a result is wrong."""
    given = _fields(body, "key", "match", "hand", "side", "version", "entry")
    entry = given["entry"]
    if entry is not None:
        entry = _content(_exactly(entry, _CONTENT))
    return Objection(*_statement(given, "version"), content=entry)


def _refuse() -> NoReturn:
    raise Unreadable(_("This can't be read. Reload the page."))


def _fields(body: bytes, *names: str) -> Mapping[str, Any]:
    if len(body) > LONGEST:
        _refuse()
    try:
        given = json.loads(body.decode(), object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError):
        _refuse()
    return _exactly(given, names)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        _refuse()
    return found


def _exactly(given: Any, names: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(given, dict) or given.keys() != set(names):
        _refuse()
    return given


def _statement(given: Mapping[str, Any], version: str) -> tuple[str, int, int, Side, int]:
    key = given["key"]
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        _refuse()
    return (
        key,
        _number(given, "match", 1, _LARGEST_ID),
        _number(given, "hand", 1, _LARGEST_SMALL),
        Side(_one_of(given, "side", [one.value for one in Side])),
        _number(given, version, 0, _LARGEST_SMALL),
    )


def _content(given: Mapping[str, Any]) -> ResultInput:
    trump = _one_of(given, "trump", ["", *(one.value for one in Denomination)])
    return ResultInput(
        outcome=Outcome.PLAYED,
        ns_points=_number(given, "points", 0, POINTS_IN_A_HAND),
        announcement=Announcement(
            Denomination(trump) if trump else None,
            Double(_one_of(given, "double", [one.value for one in Double])),
        ),
    )


def _number(given: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = given[name]
    if type(value) is not int or not least <= value <= most:  # True is an int, too
        _refuse()
    return value


def _one_of(given: Mapping[str, Any], name: str, known: list[str]) -> str:
    value = given[name]
    if not isinstance(value, str) or value not in known:
        _refuse()
    return value


def _flag(given: Mapping[str, Any], name: str) -> bool:
    value = given[name]
    if not isinstance(value, bool):
        _refuse()
    return value
