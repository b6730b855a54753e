"""How long hands take to be solved. Prints figures and asserts nothing about time.

Beside the cases of all benchmarks this is a program of its own, as what matters is how the times of
many deals lie, which takes a quarter of an hour:

    python3 -m tests.benchmarks.bench_solver [DEALS [JOBS]]

It tells how long a process takes to its first answer, without and with compiled code that was kept,
and then of 60 seeded deals (or DEALS), by each variant of the rules, the seconds of the processor
for one denomination and for all five, with JOBS those of the clock; the same of as many uneven
deals, with voids or a long suit, by the first variant; and the memory of the process.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from time import perf_counter, process_time
from typing import Any

from manage import enter_environment
from scoring.bots.quick import choose_card
from scoring.chance import Chance
from scoring.dealing.deal_set import make_deal
from scoring.game.announcements import Denomination
from scoring.game.cards import Suit
from scoring.game.deals import Deal
from scoring.game.seats import Seat, Side, dealer_of
from scoring.game.tricks import Position
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from scoring.solver import is_available, new_solver

KEY = bytes(range(32))
DEALS = 60
_FIRST_ANSWER = """
from scoring.game.deals import Deal
from scoring.game.seats import Seat
from scoring.solver import new_solver
new_solver(limit=0).makers_points(Deal.from_number(0), Seat.N)
"""


def seeded(deals: int) -> Iterator[tuple[Deal, Seat]]:
    for index in range(1, deals + 1):
        yield make_deal(KEY, "", index), dealer_of(index)


def uneven(deals: int) -> Iterator[tuple[Deal, Seat]]:
    """Yield `deals` of the seeded deals with two voids, or with seven cards of a suit in a hand."""
    return islice(filter(_is_uneven, seeded(sys.maxsize)), deals)


def _is_uneven(dealt: tuple[Deal, Seat]) -> bool:
    lengths = [len(dealt[0].suit_of_hand(seat, suit)) for seat in Seat for suit in Suit]
    return lengths.count(0) >= 2 or max(lengths) >= 7


def after_tricks(tricks: int) -> list[Position]:
    """Where bots are after so many tricks."""
    found = []
    for deal, dealer in seeded(DEALS):
        position = Position.start(deal, dealer, Denomination.ESPASES)
        while len(position.won) < tricks:
            card = choose_card(position, PlayVariant.OBLIGADA, Chance(1))
            position = position.play(card)
        found.append(position)
    return found


def value_cards(solver: Any, positions: list[Position]) -> None:
    for position in positions:
        solver.card_values(position, Side.NS)


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    if not is_available():
        return
    for tricks in (4, 6, 8):
        solver = new_solver()
        run = partial(value_cards, solver, after_tricks(tricks))
        yield f"positions after {tricks} tricks, all legal cards valued", run, DEALS


def first_answers() -> None:
    """How long a process takes to its first answer where nothing is compiled yet, and later."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        for when in ("with nothing compiled", "with compiled code"):
            start = perf_counter()
            subprocess.run([sys.executable, "-c", _FIRST_ANSWER], env=environment, check=True)
            print(f"first answer of a process {when}: {perf_counter() - start:.1f} s")


def at(share: float, seconds: list[float]) -> float:
    """The time within which that share of the answers came."""
    return sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))]


def tell(name: str, seconds: list[float]) -> None:
    figures = [at(share, seconds) for share in (0.5, 0.9, 0.99)] + [max(seconds)]
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    told = " ".join(f"{figure:>8.3f}" for figure in figures)
    print(f"{name:<44} {told} {len(seconds):>6} {load:>6.1f}", flush=True)


def measure(name: str, variant: PlayVariant, deals: Iterable[tuple[Deal, Seat]], jobs: int) -> None:
    solver, together = new_solver(variant), new_solver(variant, jobs=jobs)
    single: list[float] = []
    whole: list[float] = []
    clock: list[float] = []
    open_ones = 0
    for deal, dealer in deals:
        before = len(single)
        for trump in Denomination:
            start = process_time()
            value = solver.value(Position.start(deal, dealer, trump), dealer.side)
            single.append(process_time() - start)
            open_ones += not value.is_exact
        whole.append(sum(single[before:]))
        if jobs > 1:
            started = perf_counter()
            together.makers_points(deal, dealer)
            clock.append(perf_counter() - started)
    tell(f"{name}, a denomination", single)
    tell(f"{name}, all five", whole)
    if clock:
        tell(f"{name}, all five, {jobs} at a time, by the clock", clock)
    if open_ones:
        print(f"{open_ones} values are intervals")


def most_memory() -> str:
    if sys.platform == "win32":
        return "?"
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{most / (1 << 20 if sys.platform == 'darwin' else 1 << 10):.0f} MB"


def main(deals: int = DEALS, jobs: int = 1) -> None:
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, {platform.system()}")
    first_answers()
    new_solver(limit=0).makers_points(Deal.from_number(0), Seat.N)
    head = " ".join(f"{title:>8}" for title in ("median", "p90", "p99", "max"))
    print(f"{'seconds':<44} {head} {'values':>6} {'load':>6}")
    for variant in PARTNERSHIP_VARIANTS:
        measure(variant, variant, seeded(deals), jobs)
    variant = PARTNERSHIP_VARIANTS[0]
    measure(f"{variant}, uneven", variant, uneven(deals), jobs)
    print(f"memory of the process: {most_memory()}")


if __name__ == "__main__":
    enter_environment()
    main(*map(int, sys.argv[1:]))
