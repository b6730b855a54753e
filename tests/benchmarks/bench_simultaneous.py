"""How fast everybody in all venues of an event is ranked together."""

from collections.abc import Callable, Iterable
from functools import partial

from tests.benchmarks.large import HANDS, large_event
from tournament.simultaneous.queries import overall_standings

VENUES, PAIRS, ROUNDS = 60, 20, 6


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """The standings of a large event."""
    event = large_event(VENUES, PAIRS, ROUNDS)
    results = VENUES * PAIRS // 2 * ROUNDS * HANDS
    yield (
        f"event: rank {VENUES} venues, {VENUES * PAIRS} pairs, {results} results",
        partial(overall_standings, event),
        1,
    )
