"""How fast everybody in all venues of an event is ranked together, and how the files of it grow."""

from collections.abc import Callable, Iterable
from functools import partial

from tests.benchmarks.large import HANDS, large_event
from tournament.exports.event_files import EVENT_FILES, made_event_file
from tournament.simultaneous.queries.overall import overall_standings

VENUES, PAIRS, ROUNDS = 60, 20, 6
FILES_OF = (5, 20, 60)
"""Venues of the events whose files are made."""


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """The standings of a large event, then its files and those of smaller ones."""
    for venues in FILES_OF:
        event = large_event(venues, PAIRS, ROUNDS)
        results = venues * PAIRS // 2 * ROUNDS * HANDS
        if venues == VENUES:
            yield (
                f"event: rank {venues} venues, {venues * PAIRS} pairs, {results} results",
                partial(overall_standings, event),
                1,
            )
        for name in EVENT_FILES:
            # The standings are kept: this is the file alone.
            yield (
                f"event: {name} of {venues * PAIRS} pairs",
                partial(made_event_file, name, event),
                1,
            )
