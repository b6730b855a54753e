"""What is known of positions between tricks: two bounds each, in a table of fixed size.

A position is what is left in the hands, 48 bits, and who leads, 2 bits. Those 50 bits are mixed
into as many others, one to one: the upper ones choose four entries, and the rest is kept with the
bounds, the best card and the number of tricks left in one number of 64 bits. So nothing is ever
taken for another position. Of four entries the one with the fewest tricks left gives way.
"""

import numpy as np
import numpy.typing as npt

from scoring.solver.compiling import compiled

_WAYS_BITS = 2
_BUCKET_BITS = 18
_KEY_BITS = 50
_TAG_BITS = _KEY_BITS - _BUCKET_BITS
_TAG = (1 << _TAG_BITS) - 1
_KEY = (1 << _KEY_BITS) - 1
_WAYS = 1 << _WAYS_BITS
_MIXER = 0x2545F4914F6CDD1D & _KEY
_HALF = _KEY_BITS // 2

_HIGH, _MOVE, _LEFT = _TAG_BITS + 7, _TAG_BITS + 14, _TAG_BITS + 20
"""Where, above the tag and the lower bound, the other parts of an entry begin."""

NO_MOVE = 63
MISSING = 0

Table = npt.NDArray[np.int64]


def new_table() -> Table:
    """An empty table, of 8 megabytes."""
    return np.zeros(1 << (_BUCKET_BITS + _WAYS_BITS), dtype=np.int64)


@compiled
def mixed(key: int) -> int:
    """Another number of 50 bits for each number of 50 bits."""
    key ^= key >> _HALF
    key = key * _MIXER & _KEY
    key ^= key >> _HALF
    key = key * _MIXER & _KEY
    return key ^ key >> _HALF


@compiled
def find(table: Table, key: int) -> int:
    """The entry of that mixed key, or `MISSING`."""
    first = key >> _TAG_BITS << _WAYS_BITS
    tag = key & _TAG
    for at in range(first, first + _WAYS):
        if table[at] & _TAG == tag and table[at] != 0:
            return table[at]
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
def keep(table: Table, key: int, low: int, high: int, move: int, left: int) -> None:
    """Write an entry, over the same position's if there is one."""
    first = key >> _TAG_BITS << _WAYS_BITS
    tag = key & _TAG
    chosen, fewest = first, 16
    for at in range(first, first + _WAYS):
        entry = table[at]
        if entry == 0 or entry & _TAG == tag:
            chosen = at
            break
        its_left = entry >> _LEFT & 15
        if its_left < fewest:
            chosen, fewest = at, its_left
    table[chosen] = tag | low << _TAG_BITS | high << _HIGH | move << _MOVE | left << _LEFT
