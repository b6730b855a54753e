"""Round robins: opponents and directions of every round, as balanced as can be.

A full round robin comes from a construction (see `starters`, `stored_starters`). A plan of the
first rounds only begins with the first rounds of that construction and is then searched for
something more balanced (see `balance_search`); it is a plan of its own, not the beginning of a
longer one. Last, whole rounds are turned so that contestants sit N–S about as often as E–W, which
doesn't touch the balance. `plan` has the shapes, `seating` places late contestants and fixed
tables.

Perfectly balanced (every c = 0) are 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60
contestants and above that each q + 1 with q a prime power ≡ 3 (mod 4); each odd prime power except
5; and 15, 39, 51 and 55. With 6, 10, 14 … 58 contestants (2 more than a multiple of 4) perfect
balance is impossible and Σ c² is the least there is, as it is for each q + 1 with q ≡ 1 (mod 4)
above that; 5, 21, 33, 35, 45 and 57 come near. Every other number above 60 gets the patterned
starter, with alternating directions. All of it is computed or looked up; nothing here searches for
long.
"""

from collections.abc import Iterator
from functools import lru_cache

from scoring.chance import Chance
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
from scoring.schedule.seating import TableConflict, TablePlan, place_at_tables, seat_late_contestant
from scoring.schedule.starters import Match, Starter, coset_starter
from scoring.schedule.stored_starters import STARTERS

TRIALS = 1500
"""Sign patterns that `patterned_starter` looks at: about 0.1 s for 200 contestants."""


def full_rounds(contestants: int) -> list[list[Match]]:
    """Return all rounds for at least 3 contestants, numbered from 0; of an odd number one rests."""
    starter = STARTERS.get(contestants)
    if starter is None:
        moving = contestants - 1 if contestants % 2 == 0 else contestants
        starter = coset_starter(moving) or patterned_starter(moving)
        if moving < contestants:
            starter = Starter(starter.bases, (((moving, 0), *starter.rounds[0]),))
    return list(starter.develop(contestants))


def least_sum_of_squares(contestants: int) -> int:
    """Return a lower bound of Σ c² over all full round robins of `contestants`.

    It is 2 (T - 1) (T - 2) for T ≡ 2 (mod 4), else 0. Write +1 and -1 for the directions. Summed
    over all pairs of contestants, the squares of (c - 1 for a pair that has met, else c) and the
    squares of the products of all pairs of rounds differ only by a constant; in a full round
    robin of an even number of contestants this comes to Σ c² = Σ K², where K is the sum over the
    contestants of the product of their directions in two rounds. Half of the contestants sit N–S in
    each round, so K ≡ T (mod 4). For T ≡ 2 that leaves |K| ≥ 2 for each of the (T - 1) (T - 2) / 2
    pairs.
    """
    return 2 * (contestants - 1) * (contestants - 2) if contestants % 4 == 2 else 0


@lru_cache(maxsize=2)  # an even number of contestants has that of the odd one below it
def patterned_starter(order: int) -> Starter:
    """Return the starter of the pairs x and -x modulo an odd number, with alternating directions.

    Which of x and -x sits N–S is chosen so that all c are small, by turning single pairs as long
    as that helps, from several beginnings. Every contestant of an odd number of contestants sits
    N–S in half of its rounds.
    """
    chance = Chance(order)
    best, least, trials = 0, -1, 0
    while trials < TRIALS:
        north = sum(1 << (x if chance.below(2) else order - x) for x in _half(order))
        cost, misses, x = _pattern_cost(north, order), 0, 0
        while misses < order // 2:
            x = x % (order // 2) + 1
            turned = north ^ (1 << x | 1 << order - x)
            turned_cost = _pattern_cost(turned, order)
            trials += 1
            if turned_cost < cost:
                north, cost, misses = turned, turned_cost, 0
            else:
                misses += 1
        if least < 0 or cost < least:
            best, least = north, cost
    pairs = ((x, order - x) if best >> x & 1 else (order - x, x) for x in _half(order))
    return Starter((order,), (tuple(pairs),))


def _half(order: int) -> Iterator[int]:
    return iter(range(1, order // 2 + 1))


def _pattern_cost(north: int, order: int) -> int:
    """Return Σ c² over the distances 1 … order // 2 of the plan in which these elements sit N–S."""
    everything, cost = (1 << order) - 1, 0
    for distance in range(1, order // 2 + 1):
        shifted = (north << distance | north >> order - distance) & everything
        opposite = ((north ^ shifted) & ~(1 | 1 << distance)).bit_count()
        cost += (order - 1 - 2 * opposite) ** 2
    return cost


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
    """Return a schedule for 3 to 200 contestants, in which every two contestants meet just once.

    With `rounds`, from 1 to the full number, only these are planned, and no two contestants meet
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
    """Return a round of points from 0 as a round of contestants from 1."""
    resting = set(range(contestants)).difference(*played) if contestants % 2 else ()
    return RoundPlan(
        number,
        tuple(Pairing(ns + 1, ew + 1) for ns, ew in played),
        next((point + 1 for point in resting), None),
    )
