"""Leaving out acts of a day that went wrong, as long as the same still goes wrong."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tests.random_days.acts import Act
from tests.random_days.crawl import Fault
from tests.random_days.days import Form, play_again


def shrunk(
    seed: str, acts: Sequence[Act], wrong: Fault, form: Form, *, seconds: float
) -> list[Act]:
    """The fewest of the acts that were found in that time to go wrong in the same way."""
    until = time.monotonic() + seconds

    def still(several: Sequence[Act]) -> bool:
        found = play_again(seed, several, form, wrong=wrong).faults
        return any(one.sort == wrong.sort for one in found)

    left = list(acts)
    if not still(left):
        return left
    size = max(1, len(left) // 2)
    while time.monotonic() < until:
        at = 1  # the championship begins in any case
        before = len(left)
        while at < len(left) and time.monotonic() < until:
            fewer = [*left[:at], *left[at + size :]]
            if still(fewer):
                left = fewer
            else:
                at += size
        if size == 1 and len(left) == before:
            break
        size = max(1, size // 2)
    return left
