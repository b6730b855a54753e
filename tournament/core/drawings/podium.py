"""The first places of a championship, on steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.drawings.shapes import Anchor, Box, Drawing, Group, Ink, Line, Shape, Words

_STEP, _GAP = 196.0, 6.0
_HEIGHTS = {1: 120.0, 2: 88.0, 3: 62.0}
_LINE = 19.0
_LETTERS = 25
"""About how many letters of a name fit above a step."""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A place: its rank from 1 to 3, how it is written, who stands there in lines, and for what."""

    rank: int
    rank_text: str
    names: tuple[str, ...]
    value: str


def podium(steps: Sequence[PodiumStep], label: str) -> Drawing | None:
    """Return steps as high as their ranks, or None without steps.

    Steps are given best first: the first stands in the middle, the second at its left, the third at
    its right, and further ones that share a place after that. Equal ranks are equally high.
    """
    if not steps:
        return None
    ordered = [*steps[1:2], steps[0], *steps[2:]]
    lines = max(len(one.names) for one in steps)
    top = _LINE * lines + 10.0
    foot = top + _HEIGHTS[1]
    width = len(ordered) * (_STEP + _GAP) - _GAP
    shapes: list[Shape] = [_step(one, at * (_STEP + _GAP), foot) for at, one in enumerate(ordered)]
    return Drawing(
        width, foot + 1.0, (*shapes, Line(((0.0, foot), (width, foot)), Ink.AXIS)), label
    )


def _step(step: PodiumStep, left: float, foot: float) -> Group:
    middle = left + _STEP / 2
    top = foot - _HEIGHTS[step.rank]
    ink = Ink.LIT if step.rank == 1 else Ink.PLAIN
    above = len(step.names)
    names = [
        Words(middle, top - 9.0 - _LINE * (above - 1 - at), _cut(name), Anchor.MIDDLE, Ink.PLAIN)
        for at, name in enumerate(step.names)
    ]
    return Group(
        (
            Box(left, top, _STEP, _HEIGHTS[step.rank], ink),
            Words(middle, top + 34.0, step.rank_text, Anchor.MIDDLE, Ink.BEST),
            Words(middle, top + 54.0, step.value, Anchor.MIDDLE, Ink.SOFT),
            *names,
        ),
        ink,
        title=" – ".join(step.names),
    )


def _cut(name: str) -> str:
    return name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1].rstrip()}…"
