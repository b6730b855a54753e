"""A knock-out as a bracket: a column for each round, and lines from each match to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.core.drawings.shapes import (
    Anchor,
    Box,
    Dot,
    Drawing,
    Group,
    Ink,
    Line,
    Shape,
    Words,
)

_HEAD = 1.8
"""Room above the first match for the names of the rounds, in heights of a row."""
_GAP = 0.7
"""Least room between two matches, in heights of a row."""
LINKS = 0.7
"""Room between two columns for the lines, in heights of a row."""
_HALF_A_LINE = 0.5  # of a frame at the edge of the drawing, which would be cut
_BELOW = 5.2
"""Distance from the middle of the last match to the foot of the one under it."""
INSET = 0.35
_FOOT = 0.29
"""Height of a text above the foot of its row."""
_NOTE = 0.68
"""Distance of a note's foot below its match."""
_NOTE_GAP = 0.35
"""Heights of a row by which matches lie farther apart with notes, and that are left below."""


@dataclass(frozen=True, slots=True)
class BracketRow:
    """A side of a match: its name ("" for nobody yet), its points, and whether it has won."""

    text: str
    figure: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match, its sides from the top; `title` tells it in words, `note` adds to its figures."""

    rows: tuple[BracketRow, BracketRow]
    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """A round: its name, and its matches from the top; None for a bye, which stands empty."""

    head: str
    boxes: tuple[BracketBox | None, ...]


def bracket(
    columns: Sequence[BracketColumn],
    label: str,
    *,
    column: float,
    row: float,
    below: tuple[str, BracketBox] | None = None,
    height: float = 0.0,
) -> Drawing:
    """Return the rounds from left to right, each with half as many matches as the one before it.

    `column` is the width of a match and `row` the height of one of its sides. `below` is a match
    under the last one, with its name: the one for third place. Matches lie farther apart where more
    `height` is asked for.
    """
    matches = len(columns[0].boxes)
    boxes = [*(box for one in columns for box in one.boxes), below and below[1]]
    more = _NOTE_GAP * any(box and box.note for box in boxes)
    top, foot, least = _HEAD * row, more * row, (2 + _GAP + more) * row
    unit = max(least, (height - top - foot) / matches)
    if below is not None:  # it may need more than what is under the last match
        room = height - top - foot - _BELOW * row - _HALF_A_LINE
        unit = min(unit, max(least, room / matches * 2))
    step = column + 2 * LINKS * row
    shapes: list[Shape] = []
    for at, one in enumerate(columns):
        left = at * step + _HALF_A_LINE
        shapes.append(Words(left, row * (1 - _FOOT), one.head))
        for place, box in enumerate(one.boxes):
            if box is None:
                continue
            middle = top + unit * (place + 0.5) * 2**at
            if at + 1 < len(columns):
                target = top + unit * (place // 2 + 0.5) * 2 ** (at + 1)
                shapes.append(_link(left + column, middle, left + step, target))
            shapes.append(_box(box, left, middle, column, row))
    bottom = top + unit * matches
    if below is not None:
        left, middle = (len(columns) - 1) * step + _HALF_A_LINE, top + unit * matches / 2
        head, box = below
        middle += (_BELOW - 1) * row
        shapes.append(Words(left, middle - row * (1 + _FOOT), head))
        shapes.append(_box(box, left, middle, column, row))
        bottom = max(bottom, middle + row + _HALF_A_LINE)
    width = (len(columns) - 1) * step + column + 1
    return Drawing(width, bottom + foot, tuple(shapes), label)


def least_height(matches: int, row: float, below: object | None, *, notes: bool = False) -> float:
    """Return the least height of a bracket with `matches` matches in its first round."""
    more = _NOTE_GAP * notes
    height = (_HEAD + matches * (2 + _GAP + more) + more) * row
    under = (_HEAD + matches * (2 + _GAP + more) / 2 + _BELOW + more) * row + _HALF_A_LINE
    return height if below is None else max(height, under)


def _link(x: float, y: float, to: float, target: float) -> Line:
    half = (x + to) / 2
    return Line(((x, y), (half, y), (half, target), (to, target)), Ink.AXIS)


def _box(box: BracketBox, left: float, middle: float, width: float, row: float) -> Group:
    top, right, foot = middle - row, left + width, middle + row
    frame = ((left, top), (right, top), (right, foot), (left, foot), (left, top))
    shapes: list[Line | Dot | Box | Words] = [
        Line(frame, Ink.AXIS),
        Line(((left, middle), (right, middle)), Ink.GUIDE),
        *_row(box.rows[0], left, middle, width, row),
        *_row(box.rows[1], left, foot, width, row),
    ]
    if box.note:
        shapes.append(Words(left + INSET * row, foot + _NOTE * row, box.note))
    return Group(tuple(shapes), title=box.title)


def _row(one: BracketRow, left: float, foot: float, width: float, row: float) -> Iterator[Words]:
    ink = Ink.LIT if one.won else Ink.PLAIN
    y = foot - _FOOT * row
    if one.text:
        yield Words(left + INSET * row, y, one.text, ink=ink)
    if one.figure:
        yield Words(left + width - INSET * row, y, one.figure, Anchor.END, ink)
