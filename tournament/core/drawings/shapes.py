"""Shapes of drawings. Places are from the upper left corner, x to the right and y down."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


class Ink(Enum):
    """The part of a shape in its picture; screens and papers each have a look for it.

    The value is the shape's class in SVG.
    """

    AXIS = "axis"
    GUIDE = "guide"
    """Lines that help to read values."""
    PLAIN = "plain"
    LIT = "lit"
    """The one that the picture is about."""
    BEST = "best"
    """The best possible."""
    SOFT = "soft"
    """Words and shapes that explain."""


class Form(Enum):
    """Form of a dot, which tells dots apart where colours can't."""

    DISC = "disc"
    RING = "ring"
    SQUARE = "square"
    FRAME = "frame"
    """A square that is not filled."""

    @property
    def is_filled(self) -> bool:
        return self in {Form.DISC, Form.SQUARE}

    @property
    def is_round(self) -> bool:
        return self in {Form.DISC, Form.RING}


class Anchor(Enum):
    """The end of some words that stands at their place; the value is SVG's."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[Point, ...]
    ink: Ink = Ink.PLAIN


@dataclass(frozen=True, slots=True)
class Dot:
    """A mark at a place; `title` says what it is."""

    x: float
    y: float
    radius: float
    form: Form = Form.DISC
    ink: Ink = Ink.PLAIN
    title: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    ink: Ink = Ink.PLAIN


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text whose foot stands at y."""

    x: float
    y: float
    text: str
    anchor: Anchor = Anchor.START
    ink: Ink = Ink.SOFT


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that are one thing; by its `key` a script on the page finds it."""

    shapes: tuple[Line | Dot | Box | Words, ...]
    ink: Ink = Ink.PLAIN
    key: str = ""
    title: str = ""


Shape: TypeAlias = Line | Dot | Box | Words | Group


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture. `label` is what it shows, in words, for those who don't see it.

    A `fluid` one is as wide as the place where it stands: its `width` is 100, and x counts
    hundredths. Radii and heights stay as they are, in pixels or points. It has no `Line` of more
    than two points.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    label: str
    fluid: bool = False
