"""Whether somebody else has changed meanwhile what a person is changing.

A form carries the version of what it showed; the service compares it with what stands by then.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def version_of_values(stored: Mapping[str, Any]) -> str:
    """A short text that is another one as soon as any of these JSON values is."""
    return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()[:16]
