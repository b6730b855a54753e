"""Which spot cards stand for which. Compiled.

Of cards that count nothing it only matters in whose hands they lie, and in which order. For each
suit and each set of its spot cards that may be left, `memory` has the set that stands for it: of
those in which the same hands hold as many cards in the same order, the one of the lowest.
"""

from scoring.solver.compiler import compiled
from scoring.solver.memory import CANONICAL, Memory
from scoring.solver.moves import RANKS, SPOT_BITS

_SETS = 1 << SPOT_BITS


@compiled
def write_canonical(memory: Memory) -> None:
    """Write these sets down for the hands that are in `memory`."""
    for suit in range(4):
        for spots in range(_SETS):
            memory[CANONICAL + suit * _SETS + spots] = _standing(memory, suit, spots)


@compiled
def _standing(memory: Memory, suit: int, spots: int) -> int:
    found = at = 0
    for bit in range(SPOT_BITS):
        if spots >> bit & 1:
            holder = _holder(memory, suit * RANKS + bit)
            while at < SPOT_BITS and _holder(memory, suit * RANKS + at) != holder:
                at += 1
            found |= 1 << at
            at += 1
    return found


@compiled
def _holder(memory: Memory, index: int) -> int:
    """In whose hand the card is, -1 for nobody's."""
    for seat in range(4):
        if memory[seat] >> index & 1:
            return seat
    return -1
