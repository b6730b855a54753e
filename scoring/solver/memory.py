"""Layout of the memory of a search: one stretch, as 64-bit numbers.

In front what concerns the position and the search, at the places named here; behind it, from
`LEADS` on, what was learnt of leads, and from `TABLE` on, what is known of positions. Compiled
functions are handed its address.
"""

import mmap
import sys
from contextlib import suppress

import numpy as np
import numpy.typing as npt

Memory = npt.NDArray[np.int64]

TRUMP, VARIANT, NODES, LIMIT, STOPPED, CARD_POINTS = 4, 5, 6, 7, 8, 9
"""Places of single numbers; the hands lie at 0 to 3."""
ON_TABLE = 10
"""The indices of up to three cards that have been played to the first trick."""
AGE = 13
"""Age of the table's entries for the hands that are worked on."""
TRIED_LEADS, TRIED = 14, 15
"""Greatest numbers of cards to try: leads, and cards to a lead."""
CANONICAL = 16
"""For each suit, and each set of its spot cards: the set that stands for it."""
KILLERS = CANONICAL + 4 * 128
"""The lead that last refuted, by the number of tricks left and the leader."""
REPLIES = KILLERS + 13 * 4
"""The card that last refuted, by the place, the leader, and the card to beat."""
MOVES = REPLIES + 3 * 4 * 48
"""The cards to be tried, by the number of tricks left, and the place."""
MOST_MOVES = 16
LEADS = 2048
"""Leads that refuted with hands that were held before."""
LEADS_BITS = 12
TABLE = LEADS + (1 << LEADS_BITS)

TABLE_BITS = 20
_SIZE = TABLE + (1 << TABLE_BITS)
_LARGE_PAGE = 1 << 21


def new_memory() -> Memory:
    """Return about 8 megabytes of zeros, in large pages where the system has some to give.

    The table is read at random places, and each page that is not at hand has to be looked up.
    """
    if sys.platform == "linux":  # elsewhere there is no such advice, and mmap has other arguments
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        pages = mmap.mmap(-1, 8 * _SIZE + _LARGE_PAGE, flags=private)
        with suppress(OSError):  # a kernel without large pages
            pages.madvise(mmap.MADV_HUGEPAGE)
    else:
        pages = mmap.mmap(-1, 8 * _SIZE + _LARGE_PAGE)
    numbers = np.frombuffer(pages, dtype=np.int64)
    start = -numbers.ctypes.data % _LARGE_PAGE // 8
    return numbers[start : start + _SIZE]
