"""Leads that refuted before with the same hand, whatever the others held. Compiled.

Each place keeps the last one of some hands: the leader and the hand, 50 bits, the index of the
card, and the age, by which entries of other deals or trumps are told as in `table`.
"""

from scoring.solver.compiler import compiled
from scoring.solver.memory import AGE, LEADS, LEADS_BITS, Memory
from scoring.solver.table import KEY, KEY_BITS, MIXER, NO_MOVE

_AGED = KEY_BITS + 6
_OWN = ~(63 << KEY_BITS)
"""What tells whose an entry is: all but the card."""


@compiled
def _place(key: int) -> int:
    return LEADS + ((key * MIXER & KEY) >> KEY_BITS - LEADS_BITS)


@compiled
def recalled_lead(memory: Memory, leader: int, hand: int) -> int:
    """The card that last refuted with that hand, or `NO_MOVE`."""
    key = hand | leader << 48
    entry = memory[_place(key)]
    return entry >> KEY_BITS & 63 if entry & _OWN == key | memory[AGE] << _AGED else NO_MOVE


@compiled
def remember_lead(memory: Memory, leader: int, hand: int, card: int) -> None:
    """Keep the index of a card that refuted."""
    key = hand | leader << 48
    memory[_place(key)] = key | card << KEY_BITS | memory[AGE] << _AGED
