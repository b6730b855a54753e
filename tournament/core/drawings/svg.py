"""A drawing as SVG for a page. Colours and widths are in `static/tournament/css/drawings.css`."""

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
    """The whole picture; a screen reader says its label, and nothing where it has none."""
    inside = mark_safe("".join(_shape(one, drawing.fluid) for one in drawing.shapes))
    told = format_html(' role="img" aria-label="{}"', drawing.label)
    role = told if drawing.label else ' aria-hidden="true"'
    width, height = ("100%" if drawing.fluid else _number(drawing.width)), _number(drawing.height)
    box = "" if drawing.fluid else f' viewBox="0 0 {_number(drawing.width)} {height}"'
    return format_html(
        '<svg class="{}" width="{}" height="{}"{}{}>{}</svg>',
        f"drawing {css}".rstrip(),
        width,
        height,
        mark_safe(box),
        mark_safe(role),
        inside,
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _x(value: float, fluid: bool) -> str:
    return f"{value:.2f}%" if fluid else _number(value)


def _shape(shape: Shape, fluid: bool) -> SafeString:
    match shape:
        case Line():
            return _line(shape, fluid)
        case Dot():
            return _dot(shape, fluid)
        case Box():
            return format_html(
                '<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>',
                shape.ink.value,
                _x(shape.x, fluid),
                _number(shape.y),
                _x(shape.width, fluid),
                _number(shape.height),
            )
        case Words():
            return _words(shape, fluid)
        case Group():
            return _group(shape, fluid)
        case _:
            assert_never(shape)


def _line(line: Line, fluid: bool) -> SafeString:
    if not fluid:
        return format_html('<path{} d="{}"/>', _of_ink(line.ink), path_of(line.points, digits=1))
    (x1, y1), (x2, y2) = line.points
    return format_html(
        '<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/>',
        line.ink.value,
        _x(x1, fluid),
        _number(y1),
        _x(x2, fluid),
        _number(y2),
    )


def path_of(points: tuple[tuple[float, float], ...], *, digits: int = 0) -> str:
    """The points as SVG's path data: "M0 12 20 4 40 8"."""
    return "M" + " ".join(
        part
        for point in points
        for part in (f"{one:.{digits}f}".removesuffix(".0") for one in point)
    )


def _dot(dot: Dot, fluid: bool) -> SafeString:
    css = dot.ink.value if dot.form.is_filled else f"{dot.ink.value} hollow"
    title = format_html("<title>{}</title>", dot.title) if dot.title else ""
    x, y, radius = _x(dot.x, fluid), _number(dot.y), dot.radius
    if dot.form.is_round:
        return format_html(
            '<circle class="{}" cx="{}" cy="{}" r="{}">{}</circle>',
            css, x, y, _number(radius), title,
        )  # fmt: skip
    # A square is moved by half its own side, which fluid width can't count in hundredths.
    side, back = _number(2 * radius), _number(-radius)
    return format_html(
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}" transform="translate({} {})">'
        "{}</rect>",
        css, x, y, side, side, back, back, title,
    )  # fmt: skip


def _words(words: Words, fluid: bool) -> SafeString:
    anchor = "" if words.anchor is Anchor.START else f' text-anchor="{words.anchor.value}"'
    return format_html(
        '<text{} x="{}" y="{}"{}>{}</text>',
        _of_ink(words.ink),
        _x(words.x, fluid),
        _number(words.y),
        mark_safe(anchor),
        words.text,
    )


def _group(group: Group, fluid: bool) -> SafeString:
    inside = mark_safe("".join(_shape(one, fluid) for one in group.shapes))
    title = format_html("<title>{}</title>", group.title) if group.title else ""
    key = format_html(' data-key="{}"', group.key) if group.key else ""
    return format_html('<g class="{}"{}>{}{}</g>', group.ink.value, key, title, inside)


def _of_ink(ink: Ink) -> SafeString:
    """The class of a shape; in a group the plain ones have the group's."""
    return mark_safe("" if ink is Ink.PLAIN else f' class="{conditional_escape(ink.value)}"')
