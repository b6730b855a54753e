"""Versions that tell whether somebody else has changed what a form showed.

A form carries the version of what it showed; the service compares it with the current one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def version_of_values(stored: Mapping[str, Any]) -> str:
    """A short text that differs as soon as any of these JSON values does."""
    return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()[:16]
