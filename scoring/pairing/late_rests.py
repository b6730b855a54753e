"""Rests that a late contestant takes, and matches between those that rest together."""

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import chain

from scoring.pairing.matching import cheapest_matching
from scoring.schedule.plan import Schedule


def rests_to_take(
    schedule: Schedule,
    resting: Mapping[int, Collection[int]],
    *,
    from_round: int,
    rested: Mapping[int, int],
    meetings: int = 1,
) -> dict[int, int]:
    """Return whom a late contestant meets, by the number of each round in which it has a match.

    `resting` are those that rest in each round, `rested` is how often each rests in all rounds,
    those before `from_round` included. Nobody is met more than `meetings` times. As many rests as
    possible are taken. Among such choices the sum of the squares of everybody's number of rests is
    least, then as few as possible are met again, then the matches add least to Σ c² of the others.
    """
    options = {
        number: sorted(contestants)
        for number, contestants in sorted(resting.items())
        if number >= from_round
    }
    often = Counter(chain.from_iterable(options.values()))
    costs: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for number, contestants in options.items():
        for contestant in contestants:
            added = _added_imbalance(schedule, number, contestant) if len(contestants) > 1 else 0
            for again in range(min(meetings, often[contestant])):
                # The first rest taken makes the squares smaller by 2 · rests - 1, the next by less.
                gain = 2 * (rested[contestant] - again) - 1
                costs[number, contestant, again] = (-gain, again, added)
    # Keys in order of importance, as digits of one number: no sum of a key reaches the next one.
    bases = [1 + 2 * len(options) * max(map(abs, key)) for key in zip(*costs.values())]
    taken = cheapest_matching(
        ((number, -1), (contestant, again), (key[0] * bases[1] + key[1]) * bases[2] + key[2])
        for (number, contestant, again), key in costs.items()
    )
    # The end of a pair that has -1 beside it is the round.
    return {
        round[0]: other[0]
        for round, other in (sorted(two, key=lambda end: end[1]) for two in taken)
    }


def _added_imbalance(schedule: Schedule, number: int, contestant: int) -> int:
    """Return the growth of the others' Σ c² if `contestant` plays, the better way round."""
    c: Counter[int] = Counter()
    there: dict[int, int] = {}
    for plan in schedule.rounds:
        signs = {
            one: sign for match in plan.pairings for one, sign in zip(match, (1, -1), strict=True)
        }
        if plan.number == number:
            there = signs
        elif contestant in signs:
            own = next(match for match in plan.pairings if contestant in match)
            for other, sign in signs.items():
                c[other] += 0 if other in own else sign * signs[contestant]
    along = 2 * sum(sign * c[other] for other, sign in there.items())
    return len(there) - abs(along)


def meetings_of_resting(
    resting: Mapping[int, Collection[int]], met: Collection[frozenset[int]]
) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return by round the meetings that can replace rests: the most possible of pairs that have not
    `met` and will not."""
    known = set(met)
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for number, contestants in sorted(resting.items()):
        rested = sorted(contestants)
        possible = [
            (one, other, other - one)
            for one in rested
            for other in rested
            if one < other and frozenset((one, other)) not in known
        ]
        pairs = sorted((min(two), max(two)) for two in cheapest_matching(possible))
        known.update(map(frozenset, pairs))
        if pairs:
            found[number] = tuple(pairs)
    return found
