"""Disclosures: the values for which a record has digests, outside of what its hashes cover.

A name, a reason or a note in an event is replaced by a digest, `#` and the SHA-256 in hex of 16
random bytes and the value as canonical JSON. Its disclosure is those bytes and the value. The chain
covers the digests alone, so a value can be taken out of a record one day, and the chain stays
whole. (The word is that of selective disclosure, RFC 9901.)

    {"actor": ["9f86…", "Anna Puig"], "after/players/0": ["60b7…", "Bru Roca"]}

are the disclosures of an event, by the places of its digests: columns, then the names and numbers
of the parts of their JSON.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.apps import apps

from tournament.models.recorder import RecordedModel, Shape

Disclosures = dict[str, list[Any]]
SALT_BYTES = 16
TEXTS = ("actor", "public_actor", "target", "reason")
"""Columns of an event that people are named in, or that they wrote."""
FREE = ("before", "after")
PARTS = {
    *("club", "message", "name", "names", "note", "numbers", "organiser", "pairs", "player"),
    *("players", "reason", "substitutes", "text", "username", "why", "words", "N", "W", "S", "E"),
}
"""Parts of what an act tells that hold what people wrote, or who they are, however deep below. So
does a text that has a number for its name."""
_DIGEST = re.compile(r"#[0-9a-f]{64}")
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(salt: str, value: Any) -> str:
    """Return the digest that stands for a value; `salt` are its bytes in hex."""
    content = bytes.fromhex(salt) + _CANONICAL.encode(value).encode()
    return f"#{hashlib.sha256(content).hexdigest()}"


def is_digest(value: Any) -> bool:
    """Return whether a digest stands there, and not a value."""
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def seal(columns: Mapping[str, Any]) -> tuple[dict[str, Any], Disclosures]:
    """Return the columns of an event with digests for what people wrote, and the disclosures.

    All values are JSON. What is empty stays as it is.
    """
    found: Disclosures = {}
    for place, value in _written(columns):
        found[place] = [secrets.token_bytes(SALT_BYTES).hex(), value]
    digests = {place: digest_of(*told) for place, told in found.items()}
    return put(columns, digests), found


def disclosed_in(
    columns: Mapping[str, Any], disclosed: Any
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the digests in columns that are those of their disclosures, and the values of these,
    by their places."""
    digests: dict[str, str] = {}
    values: dict[str, str] = {}
    for place, told in disclosed.items() if isinstance(disclosed, dict) else ():
        try:
            salt, value = told
            digest = digest_of(salt, value)
        except (TypeError, ValueError):
            continue
        fits = isinstance(value, str) and found_at(columns, place) == digest
        if fits:
            digests[place], values[place] = digest, value
    return digests, values


def found_at(columns: Mapping[str, Any], place: str) -> Any:
    """Return what stands at a place in columns; None where there is no such place."""
    here: Any = columns
    try:
        for part in place.split("/"):
            here = here[int(part) if isinstance(here, list) else part]
    except (LookupError, TypeError, ValueError):
        return None
    return here


def put(columns: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    """Return columns with other values at these places, which there are; what is changed is copied
    first."""
    made, copied = dict(columns), set()
    for place, value in values.items():
        *way, last = place.split("/")
        here: Any = made
        for depth, part in enumerate(way, start=1):
            key = int(part) if isinstance(here, list) else part
            at = (*way[:depth],)
            if at not in copied:
                copied.add(at)
                here[key] = here[key].copy()
            here = here[key]
        here[int(last) if isinstance(here, list) else last] = value
    return made


def undisclosed(value: Any) -> bool:
    """Return whether a digest is left somewhere in columns, or in a part of them."""
    kind = type(value)  # `verify` looks at a hundred thousand of them
    if kind is str:
        return value[:1] == "#" and is_digest(value)
    if kind is dict:
        value = value.values()
    elif kind is not list:
        return False
    return any(map(undisclosed, value))


def _written(columns: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The places of what people wrote, with the text."""
    for name in TEXTS:
        if columns.get(name):
            yield name, columns[name]
    for name in FREE:
        yield from _in_parts(columns.get(name), name, is_personal=False)
    for kind, by_model in columns.get("rows", {}).items():
        for model, rows in by_model.items():
            at = personal_columns(model)
            for number, row in enumerate(rows):
                place = f"rows/{kind}/{model}/{number}"
                if kind == "moved":
                    for which, key in enumerate(row):
                        yield from _in_row(key, at, f"{place}/{which}")
                else:
                    yield from _in_row(row, at, place)


def _in_row(row: list[Any], personal: Collection[int], place: str) -> Iterator[tuple[str, str]]:
    for number, value in enumerate(row):
        yield from _in_parts(value, f"{place}/{number}", is_personal=number in personal)


def _in_parts(value: Any, place: str, *, is_personal: bool) -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for name, one in value.items():
                is_named = name.isdigit() and isinstance(one, str)
                own = is_personal or name in PARTS or is_named
                yield from _in_parts(one, f"{place}/{name}", is_personal=own)
        case list():
            for number, one in enumerate(value):
                yield from _in_parts(one, f"{place}/{number}", is_personal=is_personal)
        case str() if value and is_personal:
            yield place, value


_personal: dict[str, frozenset[int]] = {}


def personal_columns(model: str) -> frozenset[int]:
    """Return the places of the personal columns in the images of a model, by its name."""
    if model not in _personal:
        found = apps.get_model("tournament", model)
        assert issubclass(found, RecordedModel)
        places = Shape.of(found).places
        _personal[model] = frozenset(
            number
            for name in found.record.personal
            for number in range(places[name].start, places[name].stop)
        )
    return _personal[model]
