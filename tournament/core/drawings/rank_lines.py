"""Ranks over rounds: a line for each pair, and the small line of a single one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from tournament.core.drawings.scales import Scale
from tournament.core.drawings.shapes import (
    Anchor,
    Dot,
    Drawing,
    Group,
    Ink,
    Line,
    Point,
    Shape,
    Words,
)

Ranks = Sequence[int | None]
"""A rank after each round, from 1; None where there was none."""

_LEFT = 40.0
_NAMES_BESIDE, _LETTER = 37.0, 7.1
"""Room for the names at the right, before each and for each letter, about."""
NAME_LETTERS = 30
"""Letters of a name that are shown: longer ones are cut."""
_TOP = 26.0
_WIDEST_STEP = 150.0
_ROUND = 20.0
"""The room that the number of a round takes; where rounds are nearer, only some have theirs."""
_MOST_OF_A_SPARK = 20
"""Points of a small line: more lie nearer to each other than it is thick."""


@dataclass(frozen=True, slots=True)
class RankLine:
    """A pair's ranks. `key` is its number; `short`, or else `name`, stands where its line ends."""

    key: int
    name: str
    ranks: Ranks
    short: str = ""


def rank_lines(
    lines: Sequence[RankLine],
    rounds: Sequence[int],
    label: str,
    *,
    width: float,
    row: float,
    lit: int | None = None,
    most: int | None = None,
    letters: int = NAME_LETTERS,
) -> Drawing:
    """Return the ranks of pairs, given in the order in which they end, after each of the rounds.

    No two points lie on each other: lines that share a rank stand below each other in their order.
    `row` is the height of a rank, `lit` the key of the line that stands out. Lines that end below
    rank `most` are left out; above it, lines leave the picture where they stood below it. Names are
    cut after `letters` letters.
    """
    places = _places(lines, len(rounds))
    shown = [index for index, _line in enumerate(lines) if most is None or index < most]
    depth = len(lines) if most is None else min(most, len(lines))
    names = _NAMES_BESIDE + _LETTER * letters
    step = min(_WIDEST_STEP, (width - _LEFT - names) / max(1, len(rounds) - 1))
    columns = [_LEFT + step * at for at in range(len(rounds))]
    height = _TOP + row * (depth + (0.75 if depth < len(lines) else 0.25))
    y = Scale(1, max(2, depth), _TOP + row / 2, _TOP + row * (max(2, depth) - 0.5))
    shapes: list[Shape] = [
        *(Line(((x, _TOP), (x, height)), Ink.GUIDE) for x in columns),
        *(
            Words(columns[at], 14.0, str(rounds[at]), Anchor.MIDDLE)
            for at in range(len(rounds) - 1, -1, -ceil(_ROUND / step))
        ),
    ]
    groups = []
    for index in shown:
        line = lines[index]
        points = [
            None if place is None else (x, min(y.place(place), height))
            for x, place in zip(columns, places[index])
        ]
        ink = Ink.LIT if line.key == lit else Ink.PLAIN
        groups.append(_group(line, points, ink, letters, foot=height))
    shapes += sorted(groups, key=lambda group: group.ink is Ink.LIT)
    return Drawing(columns[-1] + names, height, tuple(shapes), label)


def _places(lines: Sequence[RankLine], rounds: int) -> list[list[int | None]]:
    """Return each line's place after each round: its rank, moved below lines that share it."""
    places: list[list[int | None]] = [[None] * rounds for _line in lines]
    for at in range(rounds):
        ranked = [
            (rank, index)
            for index, line in enumerate(lines)
            if (rank := line.ranks[at]) is not None
        ]
        for place, (_rank, index) in enumerate(sorted(ranked), start=1):
            places[index][at] = place
    return places


def letters_beside(rounds: int, width: float) -> int:
    """Return how many letters of a name fit a picture of that width; at least `NAME_LETTERS`."""
    left = width - _LEFT - _WIDEST_STEP * (rounds - 1) - _NAMES_BESIDE
    return max(NAME_LETTERS, int(left / _LETTER))


def _group(
    line: RankLine, points: Sequence[Point | None], ink: Ink, letters: int, *, foot: float
) -> Group:
    """Return a pair's line, without dot and number where it has left the picture at the `foot`."""
    shapes: list[Line | Dot | Words] = [Line(part) for part in _unbroken(points) if len(part) > 1]
    present = [point for point in points if point is not None]
    shapes += [Dot(x, y, 2.5) for x, y in present if y < foot]
    if present and points[-1] is not None:
        x, y = points[-1]
        first_x, first_y = present[0]
        if first_y < foot:
            shapes.append(Words(first_x - 8, first_y + 4, str(line.key), Anchor.END, Ink.PLAIN))
        name = _cut(line.short or line.name, letters)
        shapes.append(Words(x + 9, y + 4, f"{line.ranks[-1]}. {name}", ink=Ink.PLAIN))
    return Group(tuple(shapes), ink, key=str(line.key), title=f"{line.key} {line.name}")


def _cut(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"


def _unbroken(points: Sequence[Point | None]) -> Iterator[tuple[Point, ...]]:
    """Yield the parts of a line between rounds without a rank."""
    part: list[Point] = []
    for point in points:
        if point is not None:
            part.append(point)
        elif part:
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)


def rank_spark(ranks: Ranks, of: int, width: float = 72.0, height: float = 24.0) -> Drawing:
    """Return the small line of a pair among `of` pairs: the first rank at the top.

    In whole pixels, and of many rounds some: there may be hundreds on a page, which has to be
    light.
    """
    y = Scale(1, max(2, of), 3.0, height - 3.0)
    step = (width - 6.0) / max(1, len(ranks) - 1)
    points = [
        None if rank is None else (float(round(3.0 + step * at)), float(round(y.place(rank))))
        for at, rank in enumerate(ranks)
    ]
    parts = _unbroken(_thinned(points))
    shapes: list[Shape] = [Line(_bends(part)) for part in parts if len(part) > 1]
    if points[-1] is not None:
        shapes.append(Dot(*points[-1], 2.5))
    return Drawing(width, height, tuple(shapes), "")


def _thinned(points: Sequence[Point | None]) -> list[Point | None]:
    """Return at most `_MOST_OF_A_SPARK` points, the last included, and every gap."""
    every = -(-len(points) // _MOST_OF_A_SPARK)
    last = len(points) - 1
    return [
        one for at, one in enumerate(points) if one is None or at == 0 or not (last - at) % every
    ]


def _bends(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the line without the points within a level stretch."""
    within = {
        at
        for at in range(1, len(points) - 1)
        if points[at - 1][1] == points[at][1] == points[at + 1][1]
    }
    return tuple(one for at, one in enumerate(points) if at not in within)


def course_of(
    ranks: Ranks,
    rounds: Sequence[int],
    of: int,
    label: str,
    text: Callable[[int], str] = str,
) -> Drawing:
    """Return one pair's ranks among `of` pairs, after each of the rounds, each rank at its dot.

    As wide as its place.
    """
    depth = 110.0
    y = Scale(1, max(2, of), 24.0, 24.0 + depth)
    xs = [6.0 + 88.0 * at / max(1, len(rounds) - 1) for at in range(len(rounds))]
    foot = depth + 34.0
    shapes: list[Shape] = [
        Line(((2.0, y.place(1)), (98.0, y.place(1))), Ink.GUIDE),
        Line(((2.0, foot), (98.0, foot)), Ink.AXIS),
    ]
    places = [None if rank is None else (x, y.place(rank)) for x, rank in zip(xs, ranks)]
    for before, after in pairwise(places):
        if before and after:
            shapes.append(Line((before, after), Ink.LIT))
    for x, number, place, rank in zip(xs, rounds, places, ranks):
        shapes.append(Words(x, foot + 16.0, text(number), Anchor.MIDDLE))
        if place is not None and rank is not None:
            shapes.append(Dot(*place, 4.0, ink=Ink.LIT))
            shapes.append(Words(x, place[1] - 8.0, str(rank), Anchor.MIDDLE, Ink.PLAIN))
    return Drawing(100.0, foot + 20.0, tuple(shapes), label, fluid=True)
