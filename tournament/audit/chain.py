"""Chain of a record: each event carries the hash of its content and of the event before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from enum import Enum
from fractions import Fraction
from typing import Any

from scoring.settings import StageSettings

INSTALLATION = 0
"""Number that stands for the installation in the hashes of its log, as a championship's does."""


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def recorded(value: Any) -> Any:
    """Return a value as the record holds it, as JSON.

    Days and times become ISO 8601, exact numbers "7/2", enum members their values.
    """
    match value:
        case Enum():
            return value.value
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case StageSettings():
            return value.plain()
        case Fraction():
            return str(value)
        case Mapping():
            return {name: recorded(one) for name, one in value.items()}
        case list() | tuple():
            return [recorded(one) for one in value]
        case _:
            return value


def sealed_content(
    *, championship_id: int, previous_hash: str, at: datetime, **columns: Any
) -> dict[str, Any]:
    """Return the content that an event's hash covers, as JSON values: its `SEALED` columns, its
    time, its championship and the hash before it.

    `at` enters as `recorded` has it. The first event's `previous_hash` is "".
    """
    return {
        "championship": championship_id,
        "at": recorded(at),
        "previous": previous_hash,
        **columns,
    }


def canonical(content: dict[str, Any]) -> str:
    """Return canonical JSON: sorted keys, no spaces, letters as themselves."""
    return _CANONICAL.encode(content)


def event_hash(**event: Any) -> str:
    """Return SHA-256 of the event's `sealed_content` as canonical JSON in UTF-8, lower-case hex."""
    return hashlib.sha256(canonical(sealed_content(**event)).encode()).hexdigest()
