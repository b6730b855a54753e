"""What made-up hands are worth, for papers: values, intervals, and what has not been analysed."""

from __future__ import annotations

import random
from collections.abc import Iterable

from scoring.game.announcements import Denomination
from scoring.game.seats import makers_of
from scoring.solver import Interval
from tournament.analysis.queries import HandWorth


def worth(deal: int, *points: int | tuple[int, int]) -> HandWorth:
    """Return what a hand is worth; points in the order of denominations, as many as are known."""
    known = [Interval(*one) if isinstance(one, tuple) else Interval(one, one) for one in points]
    return HandWorth(deal, makers_of(deal), dict(zip(Denomination, known)))


def worths(deals: Iterable[int]) -> dict[int, HandWorth]:
    """Every third hand has intervals, as wide as they are written; every fifth lacks some."""
    found = {}
    for deal in deals:
        chance = random.Random(deal)
        points: list[int | tuple[int, int]] = [chance.randrange(73) for _ in Denomination]
        if deal % 3 == 0:
            points = [(10, 72), (41, 44), (36, 36), (0, 72), (33, 61)]
        found[deal] = worth(deal, *points[: 3 if deal % 5 == 0 else None])
    return found
