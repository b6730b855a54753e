"""Requests of a table's phones, read strictly from JSON: invalid data are refused, never guessed
at.

The phone's script is ours, so invalid data come from an old page, a broken connection or a forgery.
The error only asks to reload the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from scoring.game.seats import Party, party_named
from tournament.core.errors import UserError
from tournament.models.schedule import HELD
from tournament.results.kinds.kind import Content, ResultKind

LONGEST = 4096
"""Bytes; a proper request takes some 250."""
_KEY = re.compile(r"[0-9a-f]{32}")
_LARGEST_ID = 2**63 - 1
_LARGEST_SMALL = 32767
"""Largest number that the columns of hands and versions hold."""

KindOf = Callable[[int], ResultKind[Any]]
"""Function from the id of a match to the kind of its results; any kind for an unknown match."""


class Unreadable(UserError):
    """Request that no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Common part of all statements about a hand: the key, the hand, and the party.

    `version` is the version of the result that it is about, 0 for none.
    """

    key: str
    match_id: int
    deal: int
    side: Party
    version: int


@dataclass(frozen=True, slots=True)
class Entry(Statement):
    """A pair enters a result.

    `asked`: the table was asked to check it, and says that it is right. `late`: it waited for a
    network, so nobody is there to be asked.
    """

    content: Content
    asked: bool
    late: bool


@dataclass(frozen=True, slots=True)
class Objection(Statement):
    """A pair says that the result is wrong, and perhaps gives the right one."""

    content: Content | None


def read_entry(body: bytes, kind_of: KindOf) -> Entry:
    """Return the entry in the body of a request. Raises `Unreadable`."""
    given = _object(body)
    kind = _kind(given, kind_of)
    own = ("key", "match", "hand", "side", "based_on", "asked", "late")
    _exactly(given, (*own, *kind.table_fields))
    return Entry(
        *_statement(given, "based_on"),
        content=_content(given, kind),
        asked=_flag(given, "asked"),
        late=_flag(given, "late"),
    )


def read_confirmation(body: bytes) -> Statement:
    """Return the confirmation of a version. Raises as `read_entry`."""
    given = _exactly(_object(body), ("key", "match", "hand", "side", "version"))
    return Statement(*_statement(given, "version"))


def read_objection(body: bytes, kind_of: KindOf) -> Objection:
    """Return the objection to a version of a result. Raises as `read_entry`."""
    given = _exactly(_object(body), ("key", "match", "hand", "side", "version", "entry"))
    entry = given["entry"]
    if entry is not None:
        kind = _kind(given, kind_of)
        entry = _content(_exactly(entry, kind.table_fields), kind)
    return Objection(*_statement(given, "version"), content=entry)


def read_caller(body: bytes) -> tuple[int, Party]:
    """Return the match and the side or seat that calls the referee, or takes its call back."""
    given = _exactly(_object(body), ("match", "side"))
    return _number(given, "match", 1, _LARGEST_ID), _side(given)


def refuse() -> NoReturn:
    """Raise `Unreadable` with advice for the user."""
    raise Unreadable(_("This can't be read. Reload the page."))


def _object(body: bytes) -> Any:
    if len(body) > LONGEST:
        refuse()
    try:
        return json.loads(body.decode(), object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError):
        refuse()


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        refuse()
    return found


def _exactly(given: Any, names: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(given, dict) or given.keys() != set(names):
        refuse()
    return given


def _statement(given: Mapping[str, Any], version: str) -> tuple[str, int, int, Party, int]:
    key = given["key"]
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        refuse()
    return (
        key,
        _number(given, "match", 1, _LARGEST_ID),
        _number(given, "hand", 1, _LARGEST_SMALL),
        _side(given),
        _number(given, version, 0, _LARGEST_SMALL),
    )


def _side(given: Mapping[str, Any]) -> Party:
    return party_named(_one_of(given, "side", [one.value for one in HELD]))


def _kind(given: Any, kind_of: KindOf) -> ResultKind[Any]:
    if not isinstance(given, dict) or "match" not in given:
        refuse()
    return kind_of(_number(given, "match", 1, _LARGEST_ID))


def _content(given: Mapping[str, Any], kind: ResultKind[Any]) -> Content:
    try:
        content: Content = kind.from_table(given)
    except ValueError:
        refuse()
    return content


def _number(given: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = given[name]
    if type(value) is not int or not least <= value <= most:  # True is an int, too
        refuse()
    return value


def _one_of(given: Mapping[str, Any], name: str, known: list[str]) -> str:
    value = given[name]
    if not isinstance(value, str) or value not in known:
        refuse()
    return value


def _flag(given: Mapping[str, Any], name: str) -> bool:
    value = given[name]
    if not isinstance(value, bool):
        refuse()
    return value
