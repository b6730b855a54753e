"""Which cases of a sweep a run leaves out.

A sweep is a test of many like cases, marked `sweep`. Its cases are drawn from a seed: a run can be
repeated, each of its workers draws alike, and the next change has other cases tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from math import ceil

LEAST = 2
"""Cases that are tried of each sweep, however small the share."""


def left_out_of(sweeps: Mapping[str, str], *, share: float, seed: str) -> Iterator[str]:
    """Yield the cases to leave out, given the sweep that each case belongs to.

    Of each sweep `share` (0 to 1) of the cases are tried, rounded up, and at least LEAST.
    """
    cases: dict[str, list[str]] = {}
    for case, sweep in sweeps.items():
        cases.setdefault(sweep, []).append(case)
    for own in cases.values():
        own.sort(key=lambda case: sha256(f"{seed} {case}".encode()).digest())
        yield from own[max(LEAST, ceil(share * len(own))) :]
