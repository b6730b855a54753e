"""Bounds of positions between tricks, and leads that refuted, in tables of fixed size. Compiled.

A position is what is left in the hands, 48 bits, and who leads, 2 bits. Those 50 bits are mixed
into as many others, one to one: the upper ones choose four entries, and the rest is kept with the
bounds, the best card, the number of tricks left and an age in one number of 63 bits. So nothing is
ever taken for another position. Positions of other hands, or with other trumps, are told by their
age: to forget them all it is enough to grow older. Of four entries an older one gives way, then the
one with the fewest tricks left.

A lead is kept by leader and hand, 50 bits, whatever the others hold: each place has the last one of
some hands, as the hand, the index of the card and the age.
"""

from scoring.solver.compiler import compiled
from scoring.solver.instructions import prefetch
from scoring.solver.memory import AGE, LEADS, LEADS_BITS, TABLE, TABLE_BITS, Memory

_WAYS_BITS = 2
_WAYS = 1 << _WAYS_BITS
KEY_BITS = 50
_TAG_BITS = KEY_BITS - (TABLE_BITS - _WAYS_BITS)
_TAG = (1 << _TAG_BITS) - 1
KEY = (1 << KEY_BITS) - 1
MIXER = 0x2545F4914F6CDD1D & KEY
_HALF = KEY_BITS // 2

_HIGH, _MOVE, _LEFT, _AGED = _TAG_BITS + 7, _TAG_BITS + 14, _TAG_BITS + 20, _TAG_BITS + 24
"""Places of the other parts of an entry, above the tag and the lower bound."""

OLDEST = (1 << 63 - _AGED) - 1
"""The ages go from 1 to this."""
_OWN = _TAG | OLDEST << _AGED
"""Bits of an entry that identify its position."""

NO_MOVE = 63
MISSING = 0


@compiled
def mixed(key: int) -> int:
    """Map numbers of 50 bits to numbers of 50 bits, one to one."""
    key ^= key >> _HALF
    key = key * MIXER & KEY
    key ^= key >> _HALF
    key = key * MIXER & KEY
    return key ^ key >> _HALF


@compiled
def _first_entry(key: int) -> int:
    """Return the place of the first of the four entries for that mixed key."""
    return TABLE + (key >> _TAG_BITS << _WAYS_BITS)


@compiled
def announce(memory: Memory, key: int) -> None:
    """Prefetch the entries for that mixed key while something else is done."""
    prefetch(memory, _first_entry(key))


@compiled
def find(memory: Memory, key: int) -> int:
    """Return the entry of that mixed key, or `MISSING`."""
    first = _first_entry(key)
    own = key & _TAG | memory[AGE] << _AGED
    for at in range(first, first + _WAYS):
        if memory[at] & _OWN == own:
            return memory[at]
    return MISSING


@compiled
def low_of(entry: int) -> int:
    return entry >> _TAG_BITS & 127


@compiled
def high_of(entry: int) -> int:
    return entry >> _HIGH & 127


@compiled
def move_of(entry: int) -> int:
    return entry >> _MOVE & 63


@compiled
def keep(memory: Memory, key: int, low: int, high: int, move: int, left: int) -> None:
    """Write an entry, over the same position's if there is one."""
    first = _first_entry(key)
    age = memory[AGE]
    own = key & _TAG | age << _AGED
    chosen, fewest = first, 16
    for at in range(first, first + _WAYS):
        entry = memory[at]
        if entry & _OWN == own:
            chosen = at
            break
        its_left = entry >> _LEFT & 15 if entry >> _AGED == age else -1
        if its_left < fewest:
            chosen, fewest = at, its_left
    memory[chosen] = own | low << _TAG_BITS | high << _HIGH | move << _MOVE | left << _LEFT


_LEAD_AGED = KEY_BITS + 6
_LEAD_OWN = ~(63 << KEY_BITS)
"""Bits of a lead's entry that identify it: all but the card."""


@compiled
def _lead_place(key: int) -> int:
    return LEADS + ((key * MIXER & KEY) >> KEY_BITS - LEADS_BITS)


@compiled
def recalled_lead(memory: Memory, leader: int, hand: int) -> int:
    """Return the index of the card that last refuted with that hand, or `NO_MOVE`."""
    key = hand | leader << 48
    entry = memory[_lead_place(key)]
    own = key | memory[AGE] << _LEAD_AGED
    return entry >> KEY_BITS & 63 if entry & _LEAD_OWN == own else NO_MOVE


@compiled
def remember_lead(memory: Memory, leader: int, hand: int, card: int) -> None:
    """Store the index of a card that refuted."""
    key = hand | leader << 48
    memory[_lead_place(key)] = key | card << KEY_BITS | memory[AGE] << _LEAD_AGED
