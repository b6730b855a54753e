"""The solver against exhaustive play on as many random endings as there is time for.

    python3 -m tests.scoring.solver.prove_solver [ENDINGS [SEED]]

takes endings of 3 to 6 cards a hand in turn by all four variants, many of them in mid-trick, tells
of each that differs, and says at the end how many were looked at. The tests do this with few.
"""

# ruff: noqa: T201 (a program, which prints)

from __future__ import annotations

import random
import sys

from manage import enter_environment

OF_SIZES = (3,) * 40 + (4,) * 8 + (5,) + (3,) * 40 + (4,) * 8 + (5,) + (6,)
"""About a hundred; exhaustive play of six cards takes a thousand times as long as of three."""


def main(endings: int = 10_000, seed: int = 1) -> int:
    from scoring.game.seats import Side
    from scoring.game.variants import PARTNERSHIP_VARIANTS
    from scoring.solver import Interval, new_solver
    from tests.scoring.solver.endings import exhaustive, random_ending

    chance = random.Random(seed)
    solvers = {variant: new_solver(variant) for variant in PARTNERSHIP_VARIANTS}
    values = in_trick = differing = 0
    for number in range(endings):
        variant = PARTNERSHIP_VARIANTS[number % len(PARTNERSHIP_VARIANTS)]
        position = random_ending(chance, OF_SIZES[number % len(OF_SIZES)])
        value, by_card = exhaustive(position, variant)
        told = {card: Interval(points, points) for card, points in by_card.items()}
        same = solvers[variant].value(position, Side.NS) == Interval(value, value)
        if not same or solvers[variant].card_values(position, Side.NS) != told:
            differing += 1
            print(f"{variant}: {position.hands} {position.trick}")
        values += 1 + len(by_card)
        in_trick += bool(position.trick.cards)
        if number % 1000 == 999 or number == endings - 1:
            print(
                f"{number + 1} endings, {in_trick} of them in mid-trick, {values} values: "
                f"{differing} endings differ",
                flush=True,
            )
    return differing != 0


if __name__ == "__main__":
    enter_environment()
    sys.exit(main(*map(int, sys.argv[1:])))
