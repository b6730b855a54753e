"""Making a plan more balanced, without changing how many matches it has.

`Workbench` holds a plan in a form in which a change costs little. Call K(r, s) the sum over the
contestants of the product of their directions (+1, -1, 0 for who rests) in the rounds r and s.
Summed over all pairs of contestants, (Σ of the products over the rounds)² and, summed over all
pairs of rounds, K² differ only by a constant, since both are the sum of the squares of a matrix
product. So

    Σ c²  =  constant  +  Σ K²  +  2 Σ over the pairs that meet of their product over the rounds

and turning a match changes one row of K, while exchanging opponents within a round, with all
directions kept, changes only the last sum. Either is weighed in the time of one row, or less.

`improve_balance` searches with these two moves by threshold accepting (G. Dueck and T. Scheuer,
"Threshold accepting", Journal of Computational Physics 90, 1990): a change is kept if it makes
Σ c² worse by no more than a limit that sinks to 0. Integers only, a number of steps fixed by the
size of the plan, a fixed seed: the same plan gives the same result everywhere.
"""

from collections.abc import Sequence
from operator import mul

from scoring.chance import Chance
from scoring.schedule.starters import Match

HEATS = (3, 6, 15, 30)
"""First limits of the attempts. Low ones keep the structure of the plan they begin with, which is
best for many rounds; high ones find more in short plans of few contestants."""

STEPS_A_MATCH, MOST_STEPS = 600, 90_000
"""Steps of one attempt for each match, and in all at most."""


class Workbench:
    """A plan under change: contestants, from 0, that sit N–S and E–W in each match of each
    round."""

    def __init__(self, contestants: int, rounds: Sequence[Sequence[Match]]) -> None:
        self.rounds = [[list(match) for match in matches] for matches in rounds]
        self._signs = [[0] * len(rounds) for _ in range(contestants)]
        self._met = [0] * contestants
        self._ns_rounds, self._played = [0] * contestants, [0] * contestants
        self._ns_contestants, self._seated = [0] * len(rounds), [0] * len(rounds)
        for r, matches in enumerate(rounds):
            for ns, ew in matches:
                self._signs[ns][r], self._signs[ew][r] = 1, -1
                self._met[ns] |= 1 << ew
                self._met[ew] |= 1 << ns
                self._ns_rounds[ns] |= 1 << r
                self._played[ns] |= 1 << r
                self._played[ew] |= 1 << r
                self._ns_contestants[r] |= 1 << ns
                self._seated[r] |= 1 << ns | 1 << ew
        columns = list(zip(*self._signs, strict=True))
        self._products = [
            [0 if r == s else sum(map(mul, columns[r], columns[s])) for s in range(len(rounds))]
            for r in range(len(rounds))
        ]

    def turning(self, r: int, match: list[int]) -> int:
        """Return by how much Σ c² grows if this match of round r is turned round."""
        ns, ew = match
        row = self._products[r]
        along: int = sum(map(mul, row, self._signs[ns])) - sum(map(mul, row, self._signs[ew]))
        played_ns, played_ew = self._played[ns], self._played[ew]
        differing = (self._ns_rounds[ns] ^ self._ns_rounds[ew]) & played_ns & played_ew
        across = 4 * differing.bit_count() - 4 + (played_ns ^ played_ew).bit_count()
        met_ns, met_ew, sitting = self._met[ns], self._met[ew], self._ns_contestants[r]
        met = 2 * ((met_ns & sitting).bit_count() - (met_ew & sitting).bit_count())
        met -= (met_ns & self._seated[r]).bit_count() - (met_ew & self._seated[r]).bit_count()
        return 4 * (across - along - met - 2)

    def turn(self, r: int, match: list[int]) -> None:
        """Turn this match of round r round."""
        ns, ew = match
        row = self._products[r]
        for s, (sign, other) in enumerate(zip(self._signs[ns], self._signs[ew], strict=True)):
            if sign != other and s != r:
                row[s] -= 2 * (sign - other)
                self._products[s][r] = row[s]
        self._signs[ns][r], self._signs[ew][r] = -1, 1
        self._ns_rounds[ns] ^= 1 << r
        self._ns_rounds[ew] ^= 1 << r
        self._ns_contestants[r] ^= 1 << ns | 1 << ew
        match[:] = ew, ns

    def exchanging(self, match: list[int], other: list[int]) -> int | None:
        """Return by how much Σ c² grows if two matches of a round exchange their E–W contestants.

        None if one of the two new pairs meets elsewhere in the plan.
        """
        (a, b), (c, d) = match, other
        if self._met[a] >> d & 1 or self._met[c] >> b & 1:
            return None
        return 2 * (self._alike(a, d) + self._alike(c, b) - self._alike(a, b) - self._alike(c, d))

    def exchange(self, match: list[int], other: list[int]) -> None:
        """Let two matches of a round exchange their E–W contestants."""
        (a, b), (c, d) = match, other
        for one, old, new in ((a, b, d), (c, d, b), (b, a, c), (d, c, a)):
            self._met[one] ^= 1 << old | 1 << new
        match[1], other[1] = d, b

    def _alike(self, i: int, j: int) -> int:
        both = self._played[i] & self._played[j]
        differing = (self._ns_rounds[i] ^ self._ns_rounds[j]) & both
        return both.bit_count() - 2 * differing.bit_count()

    def search(self, steps: int, heat: int) -> int:
        """Search, with limits from `heat` down to 0; the change of Σ c² that came of it."""
        chance, change = Chance(heat), 0
        places = [(r, match) for r, matches in enumerate(self.rounds) for match in matches]
        for left in range(steps, 0, -1):
            limit = heat * left * left // (steps * steps)
            choice = chance.below(2 * len(places))
            r, match = places[choice // 2]
            if choice % 2:
                cost = self.turning(r, match)
                if cost <= limit:
                    self.turn(r, match)
                    change += cost
                continue
            other = self.rounds[r][chance.below(len(self.rounds[r]))]
            worse = None if other is match else self.exchanging(match, other)
            if worse is not None and worse <= limit:
                self.exchange(match, other)
                change += worse
        return change


def improve_balance(contestants: int, rounds: Sequence[Sequence[Match]]) -> list[list[Match]]:
    """Return the plan with the smallest Σ c² among the given one and the search's."""
    matches = sum(len(played) for played in rounds)
    steps = min(STEPS_A_MATCH * matches, MOST_STEPS)
    best, least = [list(played) for played in rounds], 0
    for heat in HEATS:
        bench = Workbench(contestants, rounds)
        change = bench.search(steps, heat)
        if change < least:
            least = change
            best = [[(ns, ew) for ns, ew in played] for played in bench.rounds]
    return best


def even_out_directions(contestants: int, rounds: Sequence[Sequence[Match]]) -> list[list[Match]]:
    """Return the plan with whole rounds turned so that contestants sit N–S about as often as E–W.

    Turning a round changes no c. What is made small is Σ (N–S count - E–W count)⁴ over the
    contestants: in a perfectly balanced plan the squares have a fixed sum, and the fourth powers
    keep the largest of them down.
    """
    signs = [[0] * contestants for _ in rounds]
    for row, matches in zip(signs, rounds, strict=True):
        for ns, ew in matches:
            row[ns], row[ew] = 1, -1
    best: list[int] = []
    least = -1
    for turns in ([1] * len(rounds), [(-1) ** r for r in range(len(rounds))]):
        unevenness = _turn_rounds(signs, turns)
        if least < 0 or unevenness < least:
            best, least = turns, unevenness
    return [
        list(matches) if turn == 1 else [(ew, ns) for ns, ew in matches]
        for turn, matches in zip(best, rounds, strict=True)
    ]


def _turn_rounds(signs: Sequence[Sequence[int]], turns: list[int]) -> int:
    """Turn rounds one at a time for as long as it helps; the fourth powers that are left."""
    excess: list[int] = [sum(map(mul, turns, column)) for column in zip(*signs, strict=True)]
    unevenness, misses, r = _sum_of_fourth_powers(excess), 0, 0
    while unevenness and misses < len(turns):
        turned = [x - 2 * turns[r] * sign for x, sign in zip(excess, signs[r], strict=True)]
        left = _sum_of_fourth_powers(turned)
        if left < unevenness:
            excess, unevenness, misses = turned, left, 0
            turns[r] = -turns[r]
        else:
            misses += 1
        r = (r + 1) % len(turns)
    return unevenness


def _sum_of_fourth_powers(numbers: Sequence[int]) -> int:
    squares = [x * x for x in numbers]
    return sum(map(mul, squares, squares))
