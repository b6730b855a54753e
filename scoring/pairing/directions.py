"""Directions in which opponents sit, so that all are compared with all as equally as can be.

Of all directions of a round these count, one after the other: the squares of what each contestant
then sits more often N–S than E–W, added up, are as little as can be; then Σ c² of the rounds up to
this one is (see `scoring.schedule.plan`).

The first is decided match by match: whoever has sat N–S less often, against E–W, sits there now.
Where two have the same surplus the match is free to turn. For the free matches, as +1 and −1,
Σ c² is a constant and a sum of products of two, whose factors come from the c of the rounds before.
With up to `MOST_TRIED` free matches all ways are tried; with more, matches are turned one at a time
while that helps, from several beginnings drawn by lot, and the best of all is taken.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

from scoring.pairing.lots import draw_lot
from scoring.schedule.plan import Pairing, RoundPlan

MOST_TRIED = 12
_BEGINNINGS = 24

Meeting = tuple[int, int]


def choose_directions(
    played: Sequence[RoundPlan], meetings: Sequence[Meeting], *, seed: str
) -> tuple[Pairing, ...]:
    """Return the meetings with a direction each, in the same order.

    Where directions are equally good the lots decide that `seed` gives: whole numbers as
    `draw_lot("botifarra-directions-v1", [seed, beginning, lower, higher])` draws them.
    """
    surplus = Counter(match.ns for plan in played for match in plan.pairings)
    surplus.subtract(match.ew for plan in played for match in plan.pairings)
    turned = [_sign(surplus[other] - surplus[one]) for one, other in meetings]
    free = [place for place, sign in enumerate(turned) if not sign]
    weights = _weights(played, meetings)
    found = [_drawn(seed, begin, meetings, turned) for begin in range(_BEGINNINGS)]
    if len(free) <= MOST_TRIED:
        best = _best_of_all(found[0], free, weights)
    else:
        for signs in found:
            _descend(signs, free, weights)
        best = min(found, key=lambda signs: _value(signs, weights))
    return tuple(
        Pairing(one, other) if sign > 0 else Pairing(other, one)
        for (one, other), sign in zip(meetings, best)
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _drawn(
    seed: str, beginning: int, meetings: Sequence[Meeting], turned: Sequence[int]
) -> list[int]:
    """Return +1 where the first of two sits N–S, −1 where the second does; free ones by lot."""
    signs = []
    for meeting, sign in zip(meetings, turned):
        lot = draw_lot("botifarra-directions-v1", [seed, beginning, *sorted(meeting)])
        signs.append(sign or (1 if lot % 2 == (meeting[0] > meeting[1]) else -1))
    return signs


def _weights(played: Sequence[RoundPlan], meetings: Sequence[Meeting]) -> list[list[int]]:
    """Return by two of the meetings what they add to half of Σ c² while both have the same sign."""
    c = _c_before(played)
    weights = [[0] * len(meetings) for _ in meetings]
    for (one, (a, b)), (other, (d, e)) in combinations(enumerate(meetings), 2):
        weight = c[a, d] - c[a, e] - c[b, d] + c[b, e]
        weights[one][other] = weights[other][one] = weight
    return weights


def _c_before(played: Sequence[RoundPlan]) -> dict[Meeting, int]:
    """Return c(i, j) of the rounds played, by both orders of the two."""
    c: dict[Meeting, int] = defaultdict(int)
    for plan in played:
        seated = [(match.ns, match.ew) for match in plan.pairings]
        for (a, b), (d, e) in combinations(seated, 2):
            for one, other, sign in ((a, d, 1), (b, e, 1), (a, e, -1), (b, d, -1)):
                c[one, other] += sign
                c[other, one] += sign
    return c


def _gain(place: int, signs: Sequence[int], weights: Sequence[Sequence[int]]) -> int:
    """Return by how much turning this match makes the sum smaller."""
    row = weights[place]
    return 2 * signs[place] * sum(weight * sign for weight, sign in zip(row, signs))


def _value(signs: Sequence[int], weights: Sequence[Sequence[int]]) -> int:
    return sum(
        weights[one][other] * signs[one] * signs[other]
        for one, other in combinations(range(len(signs)), 2)
    )


def _best_of_all(
    signs: list[int], free: Sequence[int], weights: Sequence[Sequence[int]]
) -> list[int]:
    """Return the best of all ways to turn the free matches, one turned from each to the next."""
    best, saved, most = list(signs), 0, 0
    for step in range(1, 1 << len(free)):
        place = free[(step & -step).bit_length() - 1]
        saved += _gain(place, signs, weights)
        signs[place] = -signs[place]
        if saved > most:
            best, most = list(signs), saved
    return best


def _descend(signs: list[int], free: Sequence[int], weights: Sequence[Sequence[int]]) -> None:
    """Turn the match that helps most for as long as one does."""
    while True:
        gain, place = max((_gain(place, signs, weights), place) for place in free)
        if gain <= 0:
            return
        signs[place] = -signs[place]
