"""A plan: who meets whom in each round, which way they sit, and how balanced that is.

All tables of a round play the same deals, so a team is compared with the teams that sit in its
direction. For two teams i and j, c(i, j) counts the rounds in which they sit the same way, less
the rounds, other than their own match, in which they sit opposite ways; rounds in which one of
them doesn't play don't count. In a perfectly balanced plan every c is 0: each team is compared
with each other team exactly as much as the two hold opposite cards.

A team's directions are kept as the bits of two integers, a bit a round, which makes c(i, j) a
few operations on whole numbers however many rounds there are.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.errors import ScheduleError, ScheduleFault, ScheduleFinding

LEAST_TEAMS, MOST_TEAMS = 3, 200


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match of one round: the teams (numbered from 1) that sit N–S and E–W."""

    ns: int
    ew: int


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round (numbered from 1): its matches in the order of the tables, and who rests, if any."""

    number: int
    pairings: tuple[Pairing, ...]
    rest: int | None = None


@dataclass(frozen=True, slots=True)
class Balance:
    """How balanced a plan is.

    `max` is the largest |c|, `zero_pairs` the number of pairs of teams with c = 0 among all
    `pairs`, `sum_of_squares` the sum of c² over them.
    """

    max: int
    zero_pairs: int
    pairs: int
    sum_of_squares: int


def balance_of(rounds: Sequence[RoundPlan], teams: int) -> Balance:
    """The balance between the teams 1 … `teams` in the matches of these rounds."""
    sits_ns, plays, meetings = _direction_bits(rounds, teams)
    largest = zeros = squares = 0
    for i, j in combinations(range(1, teams + 1), 2):
        both = plays[i] & plays[j]
        c = both.bit_count() - 2 * ((sits_ns[i] ^ sits_ns[j]) & both).bit_count()
        c += meetings.get((i, j), 0)
        if c:
            largest = max(largest, abs(c))
            squares += c * c
        else:
            zeros += 1
    return Balance(largest, zeros, teams * (teams - 1) // 2, squares)


def _direction_bits(
    rounds: Sequence[RoundPlan], teams: int
) -> tuple[list[int], list[int], dict[tuple[int, int], int]]:
    """By team, the rounds in which it sits N–S and in which it plays; how often two teams meet."""
    sits_ns, plays = [0] * (teams + 1), [0] * (teams + 1)
    meetings: dict[tuple[int, int], int] = {}
    for index, plan in enumerate(rounds):
        bit = 1 << index
        for match in plan.pairings:
            sits_ns[match.ns] |= bit
            plays[match.ns] |= bit
            plays[match.ew] |= bit
            pair = (min(match.ns, match.ew), max(match.ns, match.ew))
            meetings[pair] = meetings.get(pair, 0) + 1
    return sits_ns, plays, meetings


@dataclass(frozen=True, slots=True)
class Schedule:
    """A plan for the teams 1 … `teams`. Each property is worked out when it is asked for.

    `joined` has the teams that came late, each with the first round it can play in.
    """

    teams: int
    rounds: tuple[RoundPlan, ...]
    joined: tuple[tuple[int, int], ...] = ()

    @property
    def balance(self) -> Balance:
        """The balance of what is planned; some 10 ms for 200 teams."""
        return balance_of(self.rounds, self.teams)

    @property
    def ns_counts(self) -> Mapping[int, int]:
        """How often each team sits N–S."""
        counts = Counter(match.ns for plan in self.rounds for match in plan.pairings)
        return {team: counts[team] for team in range(1, self.teams + 1)}

    def validate(self) -> None:
        """Raise a ScheduleError that lists all faults, if there are any.

        Rounds have to be numbered from 1; each team has to play or rest just once in each round
        (a late one from its first round on), and no two teams may meet twice.
        """
        faults = [*self._faults_of_rounds(), *self._repeated_matches()]
        if not LEAST_TEAMS <= self.teams <= MOST_TEAMS:
            text = f"{self.teams} teams: expected {LEAST_TEAMS} to {MOST_TEAMS}"
            faults.insert(0, ScheduleFinding(ScheduleFault.TEAMS, text))
        if faults:
            raise ScheduleError(*faults)

    def _faults_of_rounds(self) -> Iterator[ScheduleFinding]:
        arrivals = dict(self.joined)
        for number, plan in enumerate(self.rounds, start=1):
            if plan.number != number:
                text = f"round {plan.number} stands where round {number} is expected"
                yield ScheduleFinding(ScheduleFault.ROUND_NUMBER, text, plan.number)
            placed = Counter(team for match in plan.pairings for team in (match.ns, match.ew))
            placed.update([] if plan.rest is None else [plan.rest])
            for team in sorted(placed.keys() | range(1, self.teams + 1)):
                if not 1 <= team <= self.teams:
                    fault, text = ScheduleFault.UNKNOWN_TEAM, "is not a team of the schedule"
                elif placed[team] > 1:
                    fault, text = ScheduleFault.TEAM_TWICE, "is placed more than once"
                elif not placed[team] and number >= arrivals.get(team, 1):
                    fault, text = ScheduleFault.TEAM_MISSING, "neither plays nor rests"
                else:
                    continue
                yield ScheduleFinding(fault, f"round {number}: {team} {text}", number, (team,))

    def _repeated_matches(self) -> Iterator[ScheduleFinding]:
        first: dict[frozenset[int], int] = {}
        for number, plan in enumerate(self.rounds, start=1):
            for match in plan.pairings:
                before = first.setdefault(frozenset((match.ns, match.ew)), number)
                if before != number:
                    text = f"round {number}: {match.ns} and {match.ew} have met in round {before}"
                    teams = (match.ns, match.ew)
                    yield ScheduleFinding(ScheduleFault.MET_TWICE, text, number, teams)
