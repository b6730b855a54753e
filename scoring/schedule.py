"""Round robins: who meets whom, in which direction, as balanced as can be.

A full round robin comes from a construction (see `rotations`, `starters`, `stored_starters`). A
plan of the first rounds only begins with the first rounds of that construction and is then
searched for something more balanced (see `balancing`); it is a plan of its own, not the beginning
of a longer one. Last, whole rounds are turned so that teams sit N–S about as often as E–W, which
doesn't touch the balance. `plan` has the shapes, `seating` places late teams and fixed tables.
"""

from scoring.balancing import even_out_directions, improve_balance
from scoring.errors import ScheduleError, ScheduleFault, ScheduleFinding
from scoring.plan import (
    LEAST_TEAMS,
    MOST_TEAMS,
    Balance,
    Pairing,
    RoundPlan,
    Schedule,
    balance_of,
)
from scoring.rotations import full_rounds
from scoring.seating import TableConflict, TablePlan, place_at_tables, seat_late_team
from scoring.starters import Match

MOST_SEARCHED = 60 * 59 // 2
"""Plans with more matches than a full round robin of 60 teams are taken as they are made."""

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
    "seat_late_team",
]


def full_length(teams: int) -> int:
    """The number of rounds in which all teams meet each other once."""
    return teams - 1 + teams % 2


def round_robin(teams: int, rounds: int | None = None) -> Schedule:
    """A schedule for 3 to 200 teams, in which every two teams meet just once.

    With `rounds`, from 1 to the full number, only so many are planned, and no two teams meet
    twice. The same numbers always give the same schedule. Raises ScheduleError.
    """
    if not LEAST_TEAMS <= teams <= MOST_TEAMS:
        text = f"{teams} teams: expected {LEAST_TEAMS} to {MOST_TEAMS}"
        raise ScheduleError(ScheduleFinding(ScheduleFault.TEAMS, text))
    full = full_length(teams)
    if rounds is not None and not 1 <= rounds <= full:
        text = f"{rounds} rounds: expected 1 to {full} for {teams} teams"
        raise ScheduleError(ScheduleFinding(ScheduleFault.ROUNDS, text))
    planned = full_rounds(teams)[:rounds]
    if len(planned) < full and sum(map(len, planned)) <= MOST_SEARCHED:
        planned = improve_balance(teams, planned)
    planned = even_out_directions(teams, planned)
    return Schedule(
        teams, tuple(_round_plan(teams, r, played) for r, played in enumerate(planned, start=1))
    )


def _round_plan(teams: int, number: int, played: list[Match]) -> RoundPlan:
    """A round of points from 0 as a round of teams from 1."""
    resting = set(range(teams)).difference(*played) if teams % 2 else ()
    return RoundPlan(
        number,
        tuple(Pairing(ns + 1, ew + 1) for ns, ew in played),
        next((point + 1 for point in resting), None),
    )
