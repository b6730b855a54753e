"""Round robins: who meets whom, in which direction, as balanced as can be.

A full round robin comes from a construction (see `rotations`, `starters`, `stored_starters`). A
plan of the first rounds only begins with the first rounds of that construction and is then
searched for something more balanced (see `balancing`); it is a plan of its own, not the beginning
of a longer one. Last, whole rounds are turned so that contestants sit N–S about as often as E–W,
which doesn't touch the balance. `plan` has the shapes, `seating` places late contestants and fixed
tables.
"""

from functools import lru_cache

from scoring.schedule.balance_search import even_out_directions, improve_balance
from scoring.schedule.plan import (
    Balance,
    Pairing,
    RoundPlan,
    Schedule,
    balance_of,
    check_size,
    full_length,
)
from scoring.schedule.rotations import full_rounds
from scoring.schedule.seating import TableConflict, TablePlan, place_at_tables, seat_late_contestant
from scoring.schedule.starters import Match

MOST_SEARCHED = 60 * 59 // 2
"""Plans with more matches than a full round robin of 60 contestants are taken as they are made."""

__all__ = [
    "Balance",
    "Pairing",
    "RoundPlan",
    "Schedule",
    "TableConflict",
    "TablePlan",
    "balance_of",
    "full_length",
    "place_at_tables",
    "round_robin",
    "seat_late_contestant",
]


def round_robin(contestants: int, rounds: int | None = None) -> Schedule:
    """A schedule for 3 to 200 contestants, in which every two contestants meet just once.

    With `rounds`, from 1 to the full number, only so many are planned, and no two contestants meet
    twice. The same numbers always give the same schedule. Raises ScheduleError.
    """
    rounds = full_length(contestants) if rounds is None else rounds
    check_size(contestants, rounds)
    return _planned(contestants, rounds)


@lru_cache(maxsize=16)  # looked at before it is made, and made again after a change of the pairs
def _planned(contestants: int, rounds: int) -> Schedule:
    planned = full_rounds(contestants)[:rounds]
    if rounds < full_length(contestants) and sum(map(len, planned)) <= MOST_SEARCHED:
        planned = improve_balance(contestants, planned)
    planned = even_out_directions(contestants, planned)
    return Schedule(
        contestants,
        tuple(_round_plan(contestants, r, played) for r, played in enumerate(planned, start=1)),
    )


def _round_plan(contestants: int, number: int, played: list[Match]) -> RoundPlan:
    """A round of points from 0 as a round of contestants from 1."""
    resting = set(range(contestants)).difference(*played) if contestants % 2 else ()
    return RoundPlan(
        number,
        tuple(Pairing(ns + 1, ew + 1) for ns, ew in played),
        next((point + 1 for point in resting), None),
    )
