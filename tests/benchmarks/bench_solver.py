"""How fast deals are solved. Prints figures and asserts nothing about time."""

import sys
from collections.abc import Callable, Iterable
from functools import partial
from statistics import quantiles
from time import perf_counter

from scoring.dealing import make_deal
from scoring.seats import dealer_of
from scoring.settings import PlayVariant
from scoring.solver import is_available, new_solver

KEY = bytes(range(32))
DEALS = 60


def solve_all(variant: PlayVariant) -> None:
    """All deals by all denominations; what a deal takes is told on standard error."""
    solver = new_solver(variant)
    solver.makers_points(make_deal(KEY, "", DEALS + 1), dealer_of(1))
    seconds, intervals = [], 0
    for index in range(1, DEALS + 1):
        start = perf_counter()
        points = solver.makers_points(make_deal(KEY, "", index), dealer_of(index))
        seconds.append(perf_counter() - start)
        intervals += sum(not value.is_exact for value in points.values())
    parts = quantiles(seconds, n=100, method="inclusive")
    print(
        f"{variant}: a deal in all denominations, seconds: median {parts[49]:.3f}, "
        f"p90 {parts[89]:.3f}, p99 {parts[98]:.3f}, max {max(seconds):.3f}; "
        f"{intervals} values given up{_memory()}",
        file=sys.stderr,
        flush=True,
    )


def _memory() -> str:
    """The most memory this process ever had, where the system tells."""
    if sys.platform != "linux":
        return ""
    from resource import RUSAGE_SELF, getrusage

    return f"; at most {getrusage(RUSAGE_SELF).ru_maxrss // 1024} MB in memory"


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    if is_available():
        for variant in PlayVariant:
            yield f"deals solved, {variant}", partial(solve_all, variant), DEALS
