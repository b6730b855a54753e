"""The commit that is tried, which draws what a run tries of sweeps and random days."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
UNKNOWN = "no commit"


def commit() -> str:
    """Return the first 12 letters of the commit's hash, or UNKNOWN outside a checkout."""
    try:
        told = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, encoding="utf-8"
        )
    except OSError:
        return UNKNOWN
    return told.stdout.strip()[:12] if told.returncode == 0 else UNKNOWN
