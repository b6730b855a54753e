"""Dots on an axis: how the tables of a hand compare at a glance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.core.drawings.scales import Scale, Value, scale_of
from tournament.core.drawings.shapes import Anchor, Dot, Drawing, Form, Ink, Line, Shape, Words

_LEFT, _RIGHT = 5.0, 95.0
"""The ends of the axis, in hundredths of the width."""
_NARROWEST = 300.0
"""Pixels of the narrowest place: there dots must not lie on each other."""
_MANY = 24
"""Number of dots from which they are drawn smaller."""
_HIGHEST = 240.0
"""Pixels of the highest pile; where many tables made the same, their dots overlap."""
_BELOW = 20.0
"""Pixels below the axis, for its figures."""
_ABOVE = 18.0
"""Pixels above the dots, for the word on the best possible."""


@dataclass(frozen=True, slots=True)
class StripDot:
    """A value on the strip; `title` says whose it is."""

    value: Value
    form: Form = Form.DISC
    title: str = ""
    lit: bool = False


@dataclass(frozen=True, slots=True)
class StripBest:
    """The best possible, as far as it is known: `low` and `high` are the same where it is exact."""

    low: Value
    high: Value
    text: str


def strip(
    dots: Sequence[StripDot],
    text: Callable[[Value], str],
    label: str,
    best: StripBest | None = None,
) -> Drawing | None:
    """Return dots from the lowest value to the highest, equal ones on each other; None without
    dots.

    `text` writes a value below the axis.
    """
    if not dots:
        return None
    values = [one.value for one in dots]
    scale = scale_of([*values, *((best.low, best.high) if best else ())], _LEFT, _RIGHT)
    radius = 3.5 if len(dots) >= _MANY else 5.0
    placed = _levels(dots, scale, radius)
    levels = max(level for _one, _x, level in placed) + 1
    step = min(2 * radius, _HIGHEST / levels)
    height = step * levels + 4
    top = _ABOVE if best else 4.0
    axis = top + height
    shapes: list[Shape] = [Line(((0.0, axis), (100.0, axis)), Ink.AXIS)]
    for value in _figures(min(values), max(values)):
        x = scale.place(value)
        shapes.append(Line(((x, axis), (x, axis + 5)), Ink.AXIS))
        shapes.append(Words(x, axis + 17, text(value), Anchor.MIDDLE))
    if best:
        shapes += _best(best, scale, axis)
    marks = [
        Dot(
            x,
            axis - 3 - radius - step * level,
            radius + 1 if one.lit else radius - 0.5,
            one.form,
            Ink.LIT if one.lit else Ink.PLAIN,
            one.title,
        )
        for one, x, level in placed
    ]
    shapes += sorted(marks, key=lambda mark: mark.ink is Ink.LIT)
    return Drawing(100.0, axis + _BELOW, tuple(shapes), label, fluid=True)


def _levels(
    dots: Sequence[StripDot], scale: Scale, radius: float
) -> list[tuple[StripDot, float, int]]:
    """Return each dot with its place and the level above the axis at which it touches no other."""
    ends: list[float] = []
    placed = []
    apart = 2 * radius / _NARROWEST * 100
    for one in sorted(dots, key=lambda dot: (dot.value, not dot.lit)):
        x = scale.place(one.value)
        level = next((at for at, end in enumerate(ends) if end + apart <= x), len(ends))
        ends[level : level + 1] = [x]
        placed.append((one, x, level))
    return placed


def _figures(low: Value, high: Value) -> list[Value]:
    """Return the figures below the axis: the lowest, the highest, and zero where it has room."""
    found = [low] if low == high else [low, high]
    if low < 0 < high and min(-low, high) * 6 >= high - low:
        found.append(0)
    return found


def _best(best: StripBest, scale: Scale, axis: float) -> list[Shape]:
    low, high = scale.place(best.low), scale.place(best.high)
    places = (low,) if best.low == best.high else (low, high)
    anchor = Anchor.END if high > 75 else Anchor.START if high < 25 else Anchor.MIDDLE
    x = {Anchor.END: 100.0, Anchor.START: 0.0, Anchor.MIDDLE: high}[anchor]
    return [
        *(Line(((place, _ABOVE - 4), (place, axis)), Ink.BEST) for place in places),
        Words(x, 11.0, best.text, anchor, Ink.BEST),
    ]
