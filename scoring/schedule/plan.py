"""A plan: who meets whom in each round, which way they sit, and how balanced that is.

All tables of a round play the same deals, so a contestant is compared with the contestants that sit
in its direction. For two contestants i and j, c(i, j) counts the rounds in which they sit the same
way, less the rounds, other than their own match, in which they sit opposite ways; rounds in which
one of them doesn't play don't count. In a perfectly balanced plan every c is 0: each contestant is
compared with each other contestant exactly as much as the two hold opposite cards.

A contestant's directions are kept as the bits of two integers, a bit a round, which makes c(i, j) a
few operations on whole numbers however many rounds there are.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.errors import ScheduleError, ScheduleFault, ScheduleFinding
from scoring.game.seats import Seat, Sides

LEAST_CONTESTANTS, MOST_CONTESTANTS = 3, 200


def full_length(contestants: int) -> int:
    """Return the number of rounds in which all contestants meet each other once."""
    return contestants - 1 + contestants % 2


def check_size(contestants: int, rounds: int) -> None:
    """Raise ScheduleError unless there are 3 to 200 contestants, and 1 to all rounds."""
    if faults := _faults_of_size(contestants):
        raise ScheduleError(*faults)
    full = full_length(contestants)
    if not 1 <= rounds <= full:
        text = f"{rounds} rounds: expected 1 to {full} for {contestants} contestants"
        raise ScheduleError(ScheduleFinding(ScheduleFault.ROUNDS, text))


def _faults_of_size(contestants: int) -> list[ScheduleFinding]:
    if LEAST_CONTESTANTS <= contestants <= MOST_CONTESTANTS:
        return []
    text = f"{contestants} contestants: expected {LEAST_CONTESTANTS} to {MOST_CONTESTANTS}"
    return [ScheduleFinding(ScheduleFault.CONTESTANTS, text)]


@dataclass(frozen=True, slots=True)
class Pairing(Sides[int]):
    """A match of one round: the contestants (numbered from 1) that sit N–S and E–W."""


@dataclass(frozen=True, slots=True)
class TableOfPlayers:
    """A match of one round in which everybody holds a seat: the players, numbered from 1, from
    North on round the table. Of three nobody sits East."""

    players: tuple[int, ...]

    def __iter__(self) -> Iterator[int]:
        return iter(self.players)

    def items(self) -> Iterator[tuple[Seat, int]]:
        """Return each seat with its player, from North on."""
        return zip(Seat, self.players)


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round (numbered from 1): its matches in the order of the tables, and who rests, if any.

    Where contestants are players and not pairs, its matches are `tables`.
    """

    number: int
    pairings: tuple[Pairing, ...]
    rest: int | None = None
    tables: tuple[TableOfPlayers, ...] = ()

    @property
    def matches(self) -> tuple[Pairing | TableOfPlayers, ...]:
        """Return the round's pairings, or its tables of players."""
        return (*self.pairings, *self.tables)


@dataclass(frozen=True, slots=True)
class Balance:
    """Balance of a plan.

    `max` is the largest |c|, `zero_pairs` the number of pairs of contestants with c = 0 among all
    `pairs`, `sum_of_squares` the sum of c² over them.

    c(i, j) adds up one sign for each round that counts for the two, so it can be 0 only where their
    number is even, and is 1 at least where it is odd. `possible_zero_pairs` have an even number:
    whatever the directions are, no more can be at 0. In 5 rounds of 14 contestants those are the 35
    pairs that meet, of 91.
    """

    max: int
    zero_pairs: int
    possible_zero_pairs: int
    pairs: int
    sum_of_squares: int

    @property
    def least_sum_of_squares(self) -> int:
        """No directions can make Σ c² smaller than that."""
        return self.pairs - self.possible_zero_pairs


def balance_of(rounds: Sequence[RoundPlan], contestants: int) -> Balance:
    """Return the balance between the contestants 1 … `contestants` in these rounds."""
    sits_ns, plays, meetings = _direction_bits(rounds, contestants)
    largest = zeros = even = squares = 0
    for i, j in combinations(range(1, contestants + 1), 2):
        both = plays[i] & plays[j]
        c = both.bit_count() - 2 * ((sits_ns[i] ^ sits_ns[j]) & both).bit_count()
        c += meetings.get((i, j), 0)
        even += c % 2 == 0
        if c:
            largest = max(largest, abs(c))
            squares += c * c
        else:
            zeros += 1
    return Balance(largest, zeros, even, contestants * (contestants - 1) // 2, squares)


def _direction_bits(
    rounds: Sequence[RoundPlan], contestants: int
) -> tuple[list[int], list[int], dict[tuple[int, int], int]]:
    """Return each contestant's rounds N–S, its rounds with a match, and how often two meet."""
    sits_ns, plays = [0] * (contestants + 1), [0] * (contestants + 1)
    meetings: dict[tuple[int, int], int] = {}
    for index, plan in enumerate(rounds):
        bit = 1 << index
        for match in plan.pairings:
            sits_ns[match.ns] |= bit
            plays[match.ns] |= bit
            plays[match.ew] |= bit
            pair = (min(match), max(match))
            meetings[pair] = meetings.get(pair, 0) + 1
    return sits_ns, plays, meetings


@dataclass(frozen=True, slots=True)
class Schedule:
    """A plan for the contestants 1 … `contestants`. Each property is worked out when it is asked
    for.

    `joined` has the contestants that came late, each with the first round it can play in.
    """

    contestants: int
    rounds: tuple[RoundPlan, ...]
    joined: tuple[tuple[int, int], ...] = ()

    @property
    def balance(self) -> Balance:
        """The balance of what is planned; some 10 ms for 200 contestants."""
        return balance_of(self.rounds, self.contestants)

    @property
    def ns_counts(self) -> Mapping[int, int]:
        """Number of rounds in which each contestant sits N–S."""
        counts = Counter(match.ns for plan in self.rounds for match in plan.pairings)
        return {contestant: counts[contestant] for contestant in range(1, self.contestants + 1)}

    def validate(self) -> None:
        """Raise a ScheduleError that lists all faults, if there are any.

        Rounds have to be numbered from 1; each contestant has to play or rest just once in each
        round (a late one from its first round on), and no two contestants may meet twice.
        """
        if faults := [
            *_faults_of_size(self.contestants),
            *self._faults_of_rounds(),
            *self._repeated_matches(),
        ]:
            raise ScheduleError(*faults)

    def _faults_of_rounds(self) -> Iterator[ScheduleFinding]:
        arrivals = dict(self.joined)
        for number, plan in enumerate(self.rounds, start=1):
            if plan.number != number:
                text = f"round {plan.number} stands where round {number} is expected"
                yield ScheduleFinding(ScheduleFault.ROUND_NUMBER, text, plan.number)
            placed = Counter(contestant for match in plan.pairings for contestant in match)
            placed.update([] if plan.rest is None else [plan.rest])
            for contestant in sorted(placed.keys() | range(1, self.contestants + 1)):
                if not 1 <= contestant <= self.contestants:
                    fault, text = (
                        ScheduleFault.UNKNOWN_CONTESTANT,
                        "is not a contestant of the schedule",
                    )
                elif placed[contestant] > 1:
                    fault, text = ScheduleFault.CONTESTANT_TWICE, "is placed more than once"
                elif not placed[contestant] and number >= arrivals.get(contestant, 1):
                    fault, text = ScheduleFault.CONTESTANT_MISSING, "neither plays nor rests"
                else:
                    continue
                yield ScheduleFinding(
                    fault, f"round {number}: {contestant} {text}", number, (contestant,)
                )

    def _repeated_matches(self) -> Iterator[ScheduleFinding]:
        first: dict[frozenset[int], int] = {}
        for number, plan in enumerate(self.rounds, start=1):
            for match in plan.pairings:
                before = first.setdefault(frozenset(match), number)
                if before != number:
                    text = f"round {number}: {match.ns} and {match.ew} have met in round {before}"
                    yield ScheduleFinding(ScheduleFault.MET_TWICE, text, number, tuple(match))
