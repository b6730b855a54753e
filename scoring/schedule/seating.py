"""Changes to a plan that a day brings: a contestant that comes late, a contestant that must not
move.

Both keep the plan as it is as far as they can: a late contestant takes the place of the rest, and a
match leaves its table only for a contestant that has a fixed one, or to make room for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.errors import ScheduleError, ScheduleFault, ScheduleFinding
from scoring.schedule.balance_search import Workbench
from scoring.schedule.plan import Pairing, RoundPlan, Schedule

MOST_TRIED = 800
"""Greatest number of changes of a late contestant's directions to weigh."""


def seat_late_contestant(
    schedule: Schedule,
    *,
    contestant: int,
    from_round: int,
    meets: Mapping[int, int] | None = None,
) -> Schedule:
    """Return the schedule with one more contestant, which from a round on plays those that would
    rest.

    `contestant` is the next number, `schedule.contestants` + 1. It sits N–S as often as E–W, or
    once more or less; its matches come last in their rounds. `meets` gives its opponents by the
    numbers of the rounds; without it, it meets contestants that rest alone, and nobody twice. A
    second match against somebody is turned round. It rests in a round without a match. Raises
    ScheduleError if it has none at all.
    """
    if contestant != schedule.contestants + 1:
        text = f"contestant {contestant}: expected {schedule.contestants + 1}, the next number"
        raise ScheduleError(
            ScheduleFinding(ScheduleFault.UNKNOWN_CONTESTANT, text, contestants=(contestant,))
        )
    rests = {plan.number: plan.rest for plan in schedule.rounds} if meets is None else meets
    opponents: dict[int, int] = {}
    again: dict[int, int] = {}
    first: dict[int, int] = {}
    for index, plan in enumerate(schedule.rounds):
        rest = rests.get(plan.number)
        if rest is None or plan.number < from_round:
            continue
        if rest not in first:
            opponents[index] = rest
            first[rest] = index
        elif meets is not None:
            again[index] = first.pop(rest)
    if not opponents:
        text = (
            f"nobody rests from round {from_round} on, so there is no place for a late contestant"
        )
        raise ScheduleError(ScheduleFinding(ScheduleFault.NO_REST, text, from_round, (contestant,)))
    directions = _directions_of_late_contestant(schedule, opponents)
    for index, before in again.items():
        directions[index] = Pairing(directions[before].ew, directions[before].ns)
    rounds = tuple(
        _with_late(plan, directions.get(index), contestant, from_round)
        for index, plan in enumerate(schedule.rounds)
    )
    return Schedule(contestant, rounds, (*schedule.joined, (contestant, from_round)))


def _with_late(plan: RoundPlan, late: Pairing | None, contestant: int, begins: int) -> RoundPlan:
    """Return a round with the match of a late contestant, or with its rest."""
    if late is None:
        rests = plan.number >= begins and plan.rest is None
        return replace(plan, rest=contestant) if rests else plan
    rest = plan.rest if plan.rest is not None and plan.rest not in late else None
    return replace(plan, pairings=(*plan.pairings, late), rest=rest)


def _directions_of_late_contestant(
    schedule: Schedule, opponents: Mapping[int, int]
) -> dict[int, Pairing]:
    """Return the late contestant's match in each round, turned so that it sits N–S as often as E–W,
    or once more or less; then with the smallest sum of the squares of all contestants' surpluses of
    N–S, then the smallest Σ c², as far as turning one or two matches at a time leads."""
    late = schedule.contestants
    rounds = [[(match.ns - 1, match.ew - 1) for match in plan.pairings] for plan in schedule.rounds]
    for turn, (index, opponent) in enumerate(opponents.items()):
        rounds[index].append((late, opponent - 1) if turn % 2 else (opponent - 1, late))
    bench = Workbench(late + 1, rounds)
    surplus = [0] * (late + 1)
    for matches in rounds:
        for ns, ew in matches:
            surplus[ns] += 1
            surplus[ew] -= 1
    _turn_evenly(bench, surplus, {index: bench.rounds[index][-1] for index in opponents})
    return {index: Pairing(*(one + 1 for one in bench.rounds[index][-1])) for index in opponents}


def _turn_evenly(bench: Workbench, surplus: list[int], matches: Mapping[int, list[int]]) -> None:
    """Turn these matches of the last contestant while that makes something better."""
    late = len(surplus) - 1
    tries, improved = MOST_TRIED, True
    while improved:
        improved = False
        for change in (*combinations(matches, 1), *combinations(matches, 2)):
            turned: dict[int, int] = {}
            for index in change:
                for one, step in zip(matches[index], (-2, 2)):
                    turned[one] = turned.get(one, surplus[one]) + step
            if abs(turned[late]) > 1:
                continue
            worse = sum(now * now - surplus[one] ** 2 for one, now in turned.items())
            tries -= worse <= 0
            if tries < 0:
                return
            if worse <= 0 and (worse, _turned(bench, matches, change)) < (0, 0):
                for one, now in turned.items():
                    surplus[one] = now
                improved = True
            else:
                for index in change if worse <= 0 else ():
                    bench.turn(index, matches[index])  # back


def _turned(bench: Workbench, matches: Mapping[int, list[int]], change: Sequence[int]) -> int:
    """Turn these matches; by how much Σ c² has grown."""
    grown = 0
    for index in change:
        grown += bench.turning(index, matches[index])
        bench.turn(index, matches[index])
    return grown


@dataclass(frozen=True, slots=True)
class TableConflict:
    """Two contestants with fixed tables meet: `stays` keeps `table`, `moves` comes to it."""

    round: int
    table: int
    stays: int
    moves: int


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The table of each match, round by round in the order of the matches, and all conflicts."""

    rounds: tuple[tuple[int, ...], ...]
    conflicts: tuple[TableConflict, ...]


def place_at_tables(
    rounds: Sequence[RoundPlan], tables: int, fixed: Mapping[int, int]
) -> TablePlan:
    """Return the table of each match, if some contestants have a fixed one (`fixed`: contestant →
    table).

    Tables are numbered from 1. A match of a contestant with a fixed table is played there; where
    two such contestants meet, at the lower of their tables, and the conflict is listed. All other
    matches stay at the table of their place in the round, if it is free, or take the lowest one
    that is. Raises ScheduleError if a fixed table doesn't exist or has two contestants, or if a
    round has more matches than there are tables.
    """
    faults = [*_faults_of_fixed(tables, fixed), *_crowded_rounds(rounds, tables)]
    if faults:
        raise ScheduleError(*faults)
    placed, conflicts = [], []
    for plan in rounds:
        placed.append(_tables_of_round(plan, tables, fixed))
        for match, table in zip(plan.matches, placed[-1], strict=True):
            first, *others = sorted(fixed.keys() & set(match), key=fixed.__getitem__) or [0]
            conflicts += [TableConflict(plan.number, table, first, other) for other in others]
    return TablePlan(tuple(placed), tuple(conflicts))


def _tables_of_round(plan: RoundPlan, tables: int, fixed: Mapping[int, int]) -> tuple[int, ...]:
    places: dict[int, int] = {}
    for place, match in enumerate(plan.matches):
        wanted = [fixed[contestant] for contestant in match if contestant in fixed]
        if wanted:
            places[place] = min(wanted)
    free = set(range(1, tables + 1)).difference(places.values())
    waiting = [place for place in range(len(plan.matches)) if place not in places]
    for place in waiting:
        if place + 1 in free:
            places[place] = place + 1
            free.remove(place + 1)
    vacant = iter(sorted(free))
    return tuple(
        places[place] if place in places else next(vacant) for place in range(len(plan.matches))
    )


def _faults_of_fixed(tables: int, fixed: Mapping[int, int]) -> list[ScheduleFinding]:
    faults = []
    holders: dict[int, list[int]] = {}
    for contestant, table in sorted(fixed.items()):
        holders.setdefault(table, []).append(contestant)
        if not 1 <= table <= tables:
            text = f"contestant {contestant}: table {table} doesn't exist, expected 1 to {tables}"
            faults.append(
                ScheduleFinding(
                    ScheduleFault.UNKNOWN_TABLE, text, contestants=(contestant,), table=table
                )
            )
    for table, contestants in sorted(holders.items()):
        if len(contestants) > 1:
            numbers = ", ".join(map(str, contestants))
            text = f"table {table} is fixed for more than one contestant: {numbers}"
            faults.append(
                ScheduleFinding(
                    ScheduleFault.SHARED_TABLE, text, contestants=tuple(contestants), table=table
                )
            )
    return faults


def _crowded_rounds(rounds: Sequence[RoundPlan], tables: int) -> list[ScheduleFinding]:
    return [
        ScheduleFinding(
            ScheduleFault.TABLES,
            f"round {plan.number}: {len(plan.matches)} matches, but {tables} tables",
            plan.number,
        )
        for plan in rounds
        if len(plan.matches) > tables
    ]
