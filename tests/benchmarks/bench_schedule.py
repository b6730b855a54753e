"""How fast schedules are made. Prints figures and asserts nothing about time."""

from collections.abc import Callable, Iterable
from functools import partial

from scoring.schedule.round_robin import (
    balance_of,
    place_at_tables,
    round_robin,
    seat_late_contestant,
)

FULL = (12, 40, 60, 100, 200)
FIRST_ROUNDS = ((12, 5), (40, 7), (60, 30), (200, 7))
SWEEP = range(3, 61)


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    for contestants in FULL:
        yield f"schedule, {contestants} contestants", partial(round_robin, contestants), 1
    for contestants, rounds in FIRST_ROUNDS:
        name = f"schedule, {contestants} contestants, first {rounds} rounds"
        yield name, partial(round_robin, contestants, rounds), 1
    yield (
        f"schedules, {SWEEP[0]} to {SWEEP[-1]} contestants",
        lambda: [round_robin(contestants) for contestants in SWEEP],
        len(SWEEP),
    )
    large, odd = round_robin(200), round_robin(199)
    yield "balance, 200 contestants", partial(balance_of, large.rounds, 200), 1
    yield (
        "late contestant, 199 contestants",
        partial(seat_late_contestant, odd, contestant=200, from_round=3),
        1,
    )
    yield "tables, 200 contestants", partial(place_at_tables, large.rounds, 100, {7: 1, 8: 50}), 1
