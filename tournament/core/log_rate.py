"""Keep the log short while the same thing goes wrong again and again."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter

AT_MOST, SECONDS = 20, 60.0
"""Greatest number of lines of one kind that are written within so long a time, in seconds."""
_KINDS = 500
"""Kinds that are counted at a time."""


class AtMost(logging.Filter):
    """A log filter that lets some lines of each kind through, and then counts.

    A kind is what one place of the program says at one level, whatever it puts in. The first line
    after the pause tells how many were left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._seen: Counter[tuple[str, int, str]] = Counter()
        self._since = time.monotonic()
        self._left_out: dict[tuple[str, int, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind = (record.name, record.levelno, str(record.msg)[:100])
        with self._lock:
            now = time.monotonic()
            if now - self._since > SECONDS or len(self._seen) > _KINDS:
                self._left_out = {
                    one: count - AT_MOST for one, count in self._seen.items() if count > AT_MOST
                }
                self._seen.clear()
                self._since = now
            self._seen[kind] += 1
            if self._seen[kind] > AT_MOST:
                return False
            left_out = self._left_out.pop(kind, 0)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} more lines)", ()
        return True
