"""The chain of a record: each event carries the hash of its content and of the event before it."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Any


def event_hash(
    *,
    championship_id: int,
    sequence: int,
    at: datetime,
    actor: str,
    action: str,
    target: str,
    before: Any,
    after: Any,
    reason: str,
    previous_hash: str,
) -> str:
    """SHA-256 over the event as canonical JSON (sorted keys, no spaces, UTF-8), lower-case hex.

    `at` enters as ISO 8601 in UTC with microseconds. The first event's `previous_hash` is "".
    """
    content = {
        "championship": championship_id,
        "sequence": sequence,
        "at": at.astimezone(UTC).isoformat(timespec="microseconds"),
        "actor": actor,
        "action": action,
        "target": target,
        "before": before,
        "after": after,
        "reason": reason,
        "previous": previous_hash,
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
