"""How fast rounds are paired. Prints figures and asserts nothing about time."""

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

from scoring.pairing.swiss import pair_swiss
from scoring.pairing.swiss_field import SwissEntrant, SwissField

SIZES = (40, 60, 200, 400)
ROUNDS_BEFORE = 4


def field_in_round_5(count: int) -> SwissField[int]:
    """A Swiss of seven rounds before its fifth: wins (a draw is half of one) and differences."""
    chance = random.Random(2026)
    scores = {one: [Fraction(0), Fraction(0)] for one in range(1, count + 1)}
    met: set[frozenset[int]] = set()
    for number in range(1, ROUNDS_BEFORE + 1):
        entrants = tuple(SwissEntrant(one, tuple(score)) for one, score in scores.items())
        for one, other in pair_swiss(SwissField(entrants, frozenset(met)), seed=str(number)).pairs:
            met.add(frozenset((one, other)))
            difference = chance.randint(-60, 60)
            won = Fraction((difference > 0) - (difference < 0) + 1, 2)
            scores[one][0] += won
            scores[other][0] += 1 - won
            scores[one][1] += difference
            scores[other][1] -= difference
    entrants = tuple(SwissEntrant(one, tuple(score)) for one, score in scores.items())
    return SwissField(entrants, frozenset(met))


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    for count in SIZES:
        field = field_in_round_5(count)
        yield f"Swiss pairing, {count} contestants, round 5 of 7", partial(pair_swiss, field), 1
