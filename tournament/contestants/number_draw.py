"""Drawing the pairs' numbers by lot, so that anybody can repeat the draw.

Each pair has a ticket: the SHA-256 of `botifarra-numbers-v1`, the seed and the pair's players (all
UTF-8, separated by a zero byte; players trimmed, NFC, case-folded). The pairs get the numbers 1, 2,
… in the order of their tickets. So the draw depends on the seed and the names alone, not on earlier
numbers or on who registered first. Pairs with exactly the same names get a last part, 0, 1, … in
the order of registration.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Sequence

_VERSION = "botifarra-numbers-v1"


def _same_for_all(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip()).casefold()


def ticket(seed: str, players: Sequence[str], namesake: int = 0) -> str:
    """A pair's ticket in the draw, as 64 hex digits."""
    parts = [_VERSION, seed, *map(_same_for_all, players), str(namesake)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def draw_order(seed: str, pairs: Sequence[Sequence[str]]) -> list[int]:
    """The indices of `pairs` (each its players, in the order of registration) in drawn order."""
    seen: Counter[tuple[str, ...]] = Counter()
    tickets = []
    for index, players in enumerate(pairs):
        names = tuple(map(_same_for_all, players))
        tickets.append((ticket(seed, names, seen[names]), index))
        seen[names] += 1
    return [index for _ticket, index in sorted(tickets)]
