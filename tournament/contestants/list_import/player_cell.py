"""Two players in one cell: "Anna Puig - Blai Roca", "Anna Puig / Blai Roca", "Anna i Blai".

"i" and "y" also join two surnames (Josep Puig i Cadafalch), so they separate players only if there
is exactly one of them and no stronger separator. A doubtful cell is not split.
"""

from __future__ import annotations

import re

_SURE = tuple(map(re.compile, (r" [-–—]+ ?| ?[-–—]+ ", " / ", r" [&+|] ")))
_OTHERS = (
    re.compile("[/&+|]"),
    re.compile("\n"),
    re.compile(r" (?:i|y|e|and|amb|con|with) ", re.IGNORECASE),
)


def two_players(text: str, *, surely: bool = False) -> tuple[str, str] | None:
    """The two players, or None if these are not exactly two.

    `surely`: only if the sign between them can hardly stand in one name.
    """
    lines = (" ".join(line.split()) for line in text.splitlines())
    clean = "\n".join(line for line in lines if line)
    for sign in _SURE if surely else (*_SURE, *_OTHERS):
        parts = sign.split(clean)
        if len(parts) > 1:
            return _both(parts)
    return None


def _both(parts: list[str]) -> tuple[str, str] | None:
    found = [" ".join(part.split()) for part in parts]
    return (found[0], found[1]) if len(found) == 2 and all(found) else None
