"""A drawing as SVG for a page. Colours and widths are in `static/tournament/css/drawings.css`.

A page can have hundreds of shapes, so only what comes from elsewhere is escaped: titles, words,
labels and keys. The rest is numbers, and words of this program.
"""

from __future__ import annotations

from typing import assert_never

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

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


def as_svg(drawing: Drawing, css: str = "") -> SafeString:
    """Return the whole picture; a screen reader says its label, and nothing where it has none."""
    inside = "".join([_shape(one, drawing.fluid) for one in drawing.shapes])
    role = ' aria-hidden="true"'
    if drawing.label:
        role = format_html(' role="img" aria-label="{}"', drawing.label)
    width, height = ("100%" if drawing.fluid else _number(drawing.width)), _number(drawing.height)
    box = "" if drawing.fluid else f' viewBox="0 0 {_number(drawing.width)} {height}"'
    return mark_safe(
        f'<svg class="{f"drawing {css}".rstrip()}" width="{width}" height="{height}"{box}{role}>'
        f"{inside}</svg>"
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _x(value: float, fluid: bool) -> str:
    return f"{value:.2f}%" if fluid else _number(value)


def _shape(shape: Shape, fluid: bool) -> str:
    match shape:
        case Line():
            return _line(shape, fluid)
        case Dot():
            return _dot(shape, fluid)
        case Box():
            return (
                f'<rect class="{shape.ink.value}" x="{_x(shape.x, fluid)}" y="{_number(shape.y)}"'
                f' width="{_x(shape.width, fluid)}" height="{_number(shape.height)}"/>'
            )
        case Words():
            return _words(shape, fluid)
        case Group():
            return _group(shape, fluid)
        case _:
            assert_never(shape)


def _line(line: Line, fluid: bool) -> str:
    if not fluid:
        return f'<path{_of_ink(line.ink)} d="{path_of(line.points, digits=1)}"/>'
    (x1, y1), (x2, y2) = line.points
    return (
        f'<line class="{line.ink.value}" x1="{_x(x1, fluid)}" y1="{_number(y1)}"'
        f' x2="{_x(x2, fluid)}" y2="{_number(y2)}"/>'
    )


def path_of(points: tuple[tuple[float, float], ...], *, digits: int = 0) -> str:
    """Return the points as SVG's path data: "M0 12 20 4 40 8"."""
    return "M" + " ".join(
        part
        for point in points
        for part in (f"{one:.{digits}f}".removesuffix(".0") for one in point)
    )


def _dot(dot: Dot, fluid: bool) -> str:
    css = dot.ink.value if dot.form.is_filled else f"{dot.ink.value} hollow"
    title = f"<title>{conditional_escape(dot.title)}</title>" if dot.title else ""
    x, y, radius = _x(dot.x, fluid), _number(dot.y), dot.radius
    if dot.form.is_round:
        return f'<circle class="{css}" cx="{x}" cy="{y}" r="{_number(radius)}">{title}</circle>'
    # A square is moved by half its own side, which fluid width can't count in hundredths.
    side, back = _number(2 * radius), _number(-radius)
    return (
        f'<rect class="{css}" x="{x}" y="{y}" width="{side}" height="{side}"'
        f' transform="translate({back} {back})">{title}</rect>'
    )


def _words(words: Words, fluid: bool) -> str:
    anchor = "" if words.anchor is Anchor.START else f' text-anchor="{words.anchor.value}"'
    return (
        f'<text{_of_ink(words.ink)} x="{_x(words.x, fluid)}" y="{_number(words.y)}"{anchor}>'
        f"{conditional_escape(words.text)}</text>"
    )


def _group(group: Group, fluid: bool) -> str:
    inside = "".join([_shape(one, fluid) for one in group.shapes])
    title = f"<title>{conditional_escape(group.title)}</title>" if group.title else ""
    key = f' data-key="{conditional_escape(group.key)}"' if group.key else ""
    return f'<g class="{group.ink.value}"{key}>{title}{inside}</g>'


def _of_ink(ink: Ink) -> str:
    """Return the class of a shape; in a group the plain ones have the group's."""
    return "" if ink is Ink.PLAIN else f' class="{ink.value}"'
