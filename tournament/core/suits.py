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

from scoring.game.cards import Suit

SIZE = 100
"""Side of the square the outlines live in."""

OUTLINES: Mapping[Suit, tuple[str, ...]] = {
    Suit.OROS: (
        "M50 3 C76 3 97 24 97 50 C97 76 76 97 50 97 C24 97 3 76 3 50 C3 24 24 3 50 3 Z "
        "M50 13 C29.6 13 13 29.6 13 50 C13 70.4 29.6 87 50 87 C70.4 87 87 70.4 87 50 "
        "C87 29.6 70.4 13 50 13 Z",
        "M50 21 C66 21 79 34 79 50 C79 66 66 79 50 79 C34 79 21 66 21 50 C21 34 34 21 50 21 Z "
        "M50 33.5 L53.4 41.7 L61.7 38.3 L58.3 46.6 L66.5 50 L58.3 53.4 L61.7 61.7 L53.4 58.3 "
        "L50 66.5 L46.6 58.3 L38.3 61.7 L41.7 53.4 L33.5 50 L41.7 46.6 L38.3 38.3 L46.6 41.7 Z",
    ),
    Suit.COPES: (
        "M12 4 L88 4 C92 34 80 55 59 61 C56 62 55 64 55 67 C62 67 67 70 67 74.5 C67 79 62 82 55 82 "
        "C55 86 59 87 66 88 C77 89.5 83 92 83 97 L17 97 C17 92 23 89.5 34 88 C41 87 45 86 45 82 "
        "C38 82 33 79 33 74.5 C33 70 38 67 45 67 C45 64 44 62 41 61 C20 55 8 34 12 4 Z "
        "M20.5 13 C20.3 16 20.5 19 21 22 L79 22 C79.5 19 79.7 16 79.5 13 Z",
    ),
    Suit.ESPASES: (
        "M50 1 L62 15 L59.5 62 L40.5 62 L38 15 Z M50 18 L47.5 52 L52.5 52 Z",
        "M13 55 C21 62 34 62 50 62 C66 62 79 62 87 55 C96 60 95 73 86 76 C75 78 63 76 50 76 "
        "C37 76 25 78 14 76 C5 73 4 60 13 55 Z",
        "M44 74 L56 74 L55 88 L45 88 Z",
        "M50 82 C56 82 59.5 86 59.5 90.5 C59.5 95 56 99 50 99 C44 99 40.5 95 40.5 90.5 "
        "C40.5 86 44 82 50 82 Z",
    ),
    Suit.BASTOS: (
        "M63.6 3.4 C72.8 -6.8 101.9 19.4 92.7 29.6 C88.2 36.1 80.8 40 76.1 43.7 L91 49.1 "
        "L86.1 61.9 L63.6 56.1 C55.6 62.1 50.9 65.8 44.9 71 L53.5 76.1 L47.8 85.4 L36.3 79.1 "
        "C29.1 85.7 23.1 90.9 17.1 96 C12.4 99.7 2.2 90.6 5.5 85.5 C10 79.1 11.9 75.5 14.1 72.2 "
        "C22.2 61.1 26.7 54.6 29.9 49.6 L19.6 37.6 L26.7 26.8 L40.3 35.1 "
        "C47.4 25.7 51.9 19.3 54.2 16 C57.8 11.3 59.7 7.8 63.6 3.4 Z "
        "M70.2 9.3 C73.4 5.6 89.5 20.1 86.2 23.7 C82.9 27.4 66.9 12.9 70.2 9.3 Z",
    ),
}


def commands(outline: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield an outline's steps: ("M", (x, y)), ("L", (x, y)), ("C", six numbers), ("Z", ())."""
    for letter, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", outline):
        yield letter, tuple(float(number) for number in numbers.split())


def symbol_id(suit: Suit) -> str:
    """Return the id of a suit's <symbol> in the sprite."""
    return f"suit-{suit.value}"


def sprite() -> str:
    """Return the SVG file with one <symbol> a suit, the text of `static/tournament/suits.svg`."""
    symbols = "".join(
        f'<symbol id="{symbol_id(suit)}" viewBox="0 0 {SIZE} {SIZE}">'
        + "".join(f'<path fill-rule="evenodd" d="{outline}"/>' for outline in outlines)
        + "</symbol>\n"
        for suit, outlines in OUTLINES.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}</svg>\n'
