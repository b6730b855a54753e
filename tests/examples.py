"""How many examples a property is tried with, and which.

Where a change is judged (`CI`) the examples are the same each time; on a developer's machine they
are new. BOTIFARRA_NEW_EXAMPLES=3 draws new ones everywhere, and three times as many.
"""

from __future__ import annotations

import os

_TIMES = int(os.environ.get("BOTIFARRA_NEW_EXAMPLES", "0"))
ALWAYS_THE_SAME = "CI" in os.environ and not _TIMES


def examples(usual: int = 100) -> int:
    """How many examples to try where `usual` are enough for one run."""
    return usual * max(1, _TIMES)
