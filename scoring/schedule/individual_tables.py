"""Rounds of individuals: tables at which players meet as many others as can be.

Tables have four players, who stay together for a round (a set of three games in which each is the
partner of each, or hands of abarrotada). Where the number of players isn't divisible by four some
rest; each rests once before anybody rests twice. In abarrotada tables of three can take those that
would rest.

Players are numbered from 1. Where nobody rests and a quarter of the players is a prime power m,
from 4 on, the lines of a plane over the field of m elements give m rounds in which nobody meets
again: the players are the points (g, x) of four columns g, and table t of round r holds the points
(g, t + r·g). Where 4 divides m the columns themselves make one round more. (This is a transversal
design: C. Colbourn and J. Dinitz, "Handbook of Combinatorial Designs".) Otherwise the plan is made
by a search: it exchanges players of two tables as long as that leaves fewer meetings of players who
have met before. The search also makes the rounds that are left when somebody comes late or leaves,
from what was played until then.

The same numbers and seed always give the same plan.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from scoring.chance import Chance
from scoring.errors import ScheduleError, ScheduleFault, ScheduleFinding
from scoring.schedule.galois import add_digits, field_of_order

AT_A_TABLE = 4
LEAST_PLAYERS, MOST_PLAYERS = 4, 400
MOST_ROUNDS = 100
_EXCHANGES_A_PLAYER = 120
"""Number of exchanges to try in a round, for each player."""

Table = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IndividualRound:
    """A round, numbered from 1: the tables, whose players are in ascending order, and who rests."""

    number: int
    tables: tuple[Table, ...]
    resting: tuple[int, ...]


def table_sizes(players: int, *, threes: bool = False) -> tuple[int, ...]:
    """Return the sizes of tables: fours, and with `threes` the fewest tables of three that seat
    all.

    Five can't be seated so: one of them rests.
    """
    fours, left = divmod(players, AT_A_TABLE)
    missing = -players % AT_A_TABLE
    if not threes or not left or fours + 1 < missing:
        return (AT_A_TABLE,) * fours
    return (AT_A_TABLE,) * (fours + 1 - missing) + (AT_A_TABLE - 1,) * missing


def individual_rounds(
    players: int,
    rounds: int,
    *,
    threes: bool = False,
    seed: int = 0,
    sat: Iterable[Iterable[int]] = (),
    rested: Mapping[int, int] = MappingProxyType({}),
) -> tuple[IndividualRound, ...]:
    """Return the rounds for the players 1 … `players`, 4 to 400; from 1 to 100 rounds.

    `threes`: three may sit at a table, so that nobody rests (with three players, one table of
    three). `sat` are tables at which some of them have sat together before, and `rested` says how
    often each has rested. Raises `ScheduleError`.
    """
    _check(players, rounds, least=AT_A_TABLE - 1 if threes else LEAST_PLAYERS)
    sizes = table_sizes(players, threes=threes)
    chance = Chance(seed)
    met = Counter(two for table in sat for two in combinations(sorted(table), 2))
    if not met and players % AT_A_TABLE == 0:
        lines = _lines(players // AT_A_TABLE)
        if rounds <= len(lines):
            return _numbered(lines[:rounds], _shuffled(range(1, players + 1), chance))
    rests = Counter(rested)
    planned = []
    for number in range(1, rounds + 1):
        fewest = sorted(range(1, players + 1), key=lambda player: (rests[player], player))
        resting = set(fewest[: players - sum(sizes)])
        rests.update(resting)
        playing = [player for player in range(1, players + 1) if player not in resting]
        tables = _Seating(playing, sizes, met, chance).best()
        met.update(two for table in tables for two in combinations(table, 2))
        planned.append(IndividualRound(number, tables, tuple(sorted(resting))))
    return tuple(planned)


def repeated_meetings(rounds: Sequence[IndividualRound]) -> int:
    """Return the number of meetings at a table of players who have met before, pair by pair."""
    met = Counter(two for one in rounds for table in one.tables for two in combinations(table, 2))
    return sum(times - 1 for times in met.values())


def _check(players: int, rounds: int, *, least: int) -> None:
    faults = []
    if not least <= players <= MOST_PLAYERS:
        text = f"{players} players: expected {least} to {MOST_PLAYERS}"
        faults.append(ScheduleFinding(ScheduleFault.CONTESTANTS, text))
    if not 1 <= rounds <= MOST_ROUNDS:
        text = f"{rounds} rounds: expected 1 to {MOST_ROUNDS}"
        faults.append(ScheduleFinding(ScheduleFault.ROUNDS, text))
    if faults:
        raise ScheduleError(*faults)


def _shuffled(players: Iterable[int], chance: Chance) -> list[int]:
    shuffled = list(players)
    for last in range(len(shuffled) - 1, 0, -1):
        other = chance.below(last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled


def _lines(order: int) -> list[list[Table]]:
    """Return rounds of 4 × `order` points, from 0, in which no two meet twice; [] if unknown."""
    field = field_of_order(order) if order >= AT_A_TABLE else None
    if field is None:
        return []
    logarithms = field.logarithms

    def point(column: int, line: int, slope: int) -> int:
        turn = 0
        if column and slope:
            exponent = logarithms[column] + logarithms[slope]
            turn = field.powers[exponent % (order - 1)]
        return column * order + add_digits(line, turn, field.bases)

    columns = range(AT_A_TABLE)
    rounds = [
        [tuple(point(column, line, slope) for column in columns) for line in range(order)]
        for slope in range(order)
    ]
    if order % AT_A_TABLE == 0:
        points = range(AT_A_TABLE * order)
        rounds.append([tuple(points[at : at + AT_A_TABLE]) for at in points[::AT_A_TABLE]])
    return rounds


def _numbered(
    rounds: Sequence[Sequence[Table]], players: Sequence[int]
) -> tuple[IndividualRound, ...]:
    """Return the rounds with these players for the points."""
    return tuple(
        IndividualRound(
            number,
            tuple(sorted(tuple(sorted(players[point] for point in table)) for table in tables)),
            (),
        )
        for number, tables in enumerate(rounds, start=1)
    )


class _Seating:
    """A round's tables, improved by exchanging two players at a time."""

    def __init__(
        self,
        playing: Sequence[int],
        sizes: Sequence[int],
        met: Counter[tuple[int, int]],
        chance: Chance,
    ) -> None:
        self.met = met
        self.chance = chance
        shuffled = _shuffled(playing, chance)
        self.tables: list[list[int]] = []
        for size in sizes:
            self.tables.append(shuffled[:size])
            shuffled = shuffled[size:]

    def best(self) -> tuple[Table, ...]:
        """Return the tables when all meetings are new, or no more exchanges are tried."""
        tries = _EXCHANGES_A_PLAYER * sum(map(len, self.tables))
        costs = [self._cost_of_table(table) for table in self.tables]
        while tries and len(self.tables) > 1 and any(costs):
            tries -= 1
            self._try_an_exchange(costs)
        return tuple(sorted(tuple(sorted(table)) for table in self.tables))

    def _try_an_exchange(self, costs: list[int]) -> None:
        """Exchange a player of a table that costs something and one of another table, unless that
        makes more players meet again."""
        costly = [place for place, cost in enumerate(costs) if cost]
        here = costly[self.chance.below(len(costly))]
        there = (here + 1 + self.chance.below(len(self.tables) - 1)) % len(self.tables)
        one, other = self.tables[here], self.tables[there]
        mine, yours = self.chance.below(len(one)), self.chance.below(len(other))
        one[mine], other[yours] = other[yours], one[mine]
        after = self._cost_of_table(one), self._cost_of_table(other)
        if sum(after) <= costs[here] + costs[there]:
            costs[here], costs[there] = after
        else:
            one[mine], other[yours] = other[yours], one[mine]

    def _cost_of_table(self, table: Sequence[int]) -> int:
        """Return the cost of these players' meetings: more the more often they have met."""
        met = (self.met[min(two), max(two)] for two in combinations(table, 2))
        return sum((times + 1) ** 2 - 1 for times in met)
