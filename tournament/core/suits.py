"""The four suits as drawings: one table of outlines for the screen and for paper.

Each suit is a few outlines in a square of 100 × 100 with y growing downwards. An outline is filled
by the even-odd rule, so that an inner loop is a hole, and the outlines of a suit lie on top of each
other. They use only absolute M, L, C and Z, which SVG and reportlab both know. The suits differ in
silhouette, not only in colour: a round coin, a broad cup, an upright cross of a sword, a slanting
baton; inner lines are thick enough to survive at 12 pixels or vanish without harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from scoring.cards import Suit

SIZE = 100
"""Side of the square the outlines live in."""

OUTLINES: Mapping[Suit, tuple[str, ...]] = {
    Suit.OROS: (
        "M50 3 C76 3 97 24 97 50 C97 76 76 97 50 97 C24 97 3 76 3 50 C3 24 24 3 50 3 Z "
        "M50 13 C29.6 13 13 29.6 13 50 C13 70.4 29.6 87 50 87 C70.4 87 87 70.4 87 50 "
        "C87 29.6 70.4 13 50 13 Z",
        "M50 22 C65.5 22 78 34.5 78 50 C78 65.5 65.5 78 50 78 C34.5 78 22 65.5 22 50 "
        "C22 34.5 34.5 22 50 22 Z "
        "M50 34 L53.8 45 L65 42 L57.5 50 L65 58 L53.8 55 L50 66 L46.2 55 L35 58 L42.5 50 "
        "L35 42 L46.2 45 Z",
    ),
    Suit.COPES: (
        "M13 5 L87 5 C90 34 79 55 59 62 C56 63 55 65 55 68 C62 68 66 71 66 75 C66 79 62 82 55 82 "
        "C55 86 59 87 66 88 C76 89 81 92 81 97 L19 97 C19 92 24 89 34 88 C41 87 45 86 45 82 "
        "C38 82 34 79 34 75 C34 71 38 68 45 68 C45 65 44 63 41 62 C21 55 10 34 13 5 Z "
        "M22 14 C22 17 22 20 23 23 L77 23 C78 20 78 17 78 14 Z",
    ),
    Suit.ESPASES: (
        "M50 2 L60 16 L58 64 L42 64 L40 16 Z M50 18 L48 54 L52 54 Z",
        "M16 56 C22 63 34 63 50 63 C66 63 78 63 84 56 C92 60 92 71 84 74 C74 77 62 75 50 75 "
        "C38 75 26 77 16 74 C8 71 8 60 16 56 Z",
        "M45 72 L55 72 L54 90 L46 90 Z",
        "M50 84 C55 84 58 87 58 91 C58 95 55 98 50 98 C45 98 42 95 42 91 C42 87 45 84 50 84 Z",
    ),
    Suit.BASTOS: (
        "M5 86 L14 95 L40 72 L50 76 L55 70 L50 64 L60 54 L72 60 L79 53 L70 45 L90 30 "
        "C98 23 98 14 92 8 C86 2 77 2 70 10 L54 30 L46 20 L38 27 L45 39 L35 50 L26 45 L21 51 L28 60 Z "
        "M86 14 C89 17 88 22 84 26 C80 30 75 31 72 28 C69 25 70 20 74 16 C78 12 83 11 86 14 Z",
    ),
}


def commands(outline: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """The steps of an outline: ("M", (x, y)), ("L", (x, y)), ("C", six numbers) or ("Z", ())."""
    for letter, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", outline):
        yield letter, tuple(float(number) for number in numbers.split())


def symbol_id(suit: Suit) -> str:
    """The id of a suit's <symbol> in the sprite."""
    return f"suit-{suit.value}"


def sprite() -> str:
    """The SVG file with one <symbol> a suit; `static/tournament/suits.svg` holds this text."""
    symbols = "".join(
        f'<symbol id="{symbol_id(suit)}" viewBox="0 0 {SIZE} {SIZE}">'
        + "".join(f'<path fill-rule="evenodd" d="{outline}"/>' for outline in outlines)
        + "</symbol>\n"
        for suit, outlines in OUTLINES.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}</svg>\n'
