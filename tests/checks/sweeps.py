"""Which cases of a sweep a run leaves out.

A sweep is a test of many like cases, marked `sweep`, or one that walks through many like places and
asks `drawn` for them. Its cases are drawn from a seed: a run can be repeated, each of its workers
draws alike, and the next change has other cases tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import ceil
from typing import TypeVar

LEAST = 2
"""Cases that are tried of each sweep, however small the share."""
T = TypeVar("T")


@dataclass(slots=True)
class Drawing:
    """How much of each sweep a run tries, from 0 to 1, and the seed that draws it."""

    share: float = 1.0
    seed: str = ""


THIS_RUN = Drawing()


def left_out_of(
    sweeps: Mapping[str, str], *, share: float, seed: str, least: int = LEAST
) -> Iterator[str]:
    """Yield the cases to leave out, given the sweep that each case belongs to.

    Of each sweep `share` (0 to 1) of the cases are tried, rounded up, and at least `least`.
    """
    cases: dict[str, list[str]] = {}
    for case, sweep in sweeps.items():
        cases.setdefault(sweep, []).append(case)
    for own in cases.values():
        own.sort(key=lambda case: sha256(f"{seed} {case}".encode()).digest())
        yield from own[max(least, ceil(share * len(own))) :]


def how_many_of(cases: int) -> int:
    """Return how many of so many like cases within one test this run tries."""
    return max(min(LEAST, cases), ceil(THIS_RUN.share * cases))


def drawn(
    cases: Iterable[T], of: Callable[[T], str] = lambda _one: "", *, least: int = LEAST
) -> list[T]:
    """Return the cases that this run tries within one test, in their order; `of` tells what kind a
    case is, of which each is tried."""
    named = {repr(case): case for case in cases}
    left_out = set(
        left_out_of(
            {name: of(case) for name, case in named.items()},
            share=THIS_RUN.share,
            seed=THIS_RUN.seed,
            least=least,
        )
    )
    return [case for name, case in named.items() if name not in left_out]
