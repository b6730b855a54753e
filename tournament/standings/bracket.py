"""Drawings and texts of a knock-out bracket."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.core.drawings.bracket import BracketBox, BracketColumn, BracketRow, bracket
from tournament.core.drawings.shapes import Drawing
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.bracket_view import (
    BracketRound,
    BracketSide,
    BracketTie,
    BracketView,
)

ON_SCREEN = 22.0
"""Height of a side of a match on a page, in pixels; the letters scale with it."""
ON_WALL = 8
"""Maximum number of matches below each other on a projector's screen."""
_LETTERS = 28
"""Number of letters that fit in a side: its number and name, and its points."""
_WIDE = 11.6
"""Width of a match, in heights of a side."""
_LETTERS_OF_LEGS = 10
"""Additional letters that the points of two legs need, with their sum."""
_WIDER = 3.8
"""Additional width of a match of two legs, in heights of a side."""
_PAGE = 1116
"""Width of the page on a laptop, in pixels.

A wider bracket shows only the sums of two legs; the table beside it shows both.
"""


@dataclass(frozen=True, slots=True)
class BracketPart:
    """Part of a bracket that fits on a screen or a page: neighbouring ties of a round, and the ties
    of later rounds that only these lead to."""

    rounds: tuple[BracketRound, ...]
    third: BracketTie | None


def whole(view: BracketView) -> BracketPart:
    """Return the whole bracket as one part."""
    return BracketPart(view.rounds, view.third)


def parts_of(view: BracketView, most: int, first: int = 0) -> list[BracketPart]:
    """Return the bracket from its round `first` (from 0) on in parts with at most `most` ties in a
    column, a power of two. The last part has the final, and begins with the last column of the
    parts before it."""
    parts: list[BracketPart] = []
    depth = most.bit_length()
    while (count := len(view.rounds[first].ties)) > most:
        shown = view.rounds[first : first + depth]
        parts += [
            BracketPart(tuple(_cut(shown, start, most)), None) for start in range(0, count, most)
        ]
        first += depth - 1
    return [*parts, BracketPart(view.rounds[first:], view.third)]


def _cut(rounds: Sequence[BracketRound], start: int, most: int) -> list[BracketRound]:
    """Return `most` ties of the first of these rounds from `start` on, and the ties of the other
    rounds that they lead to."""
    return [
        replace(one, ties=one.ties[start >> at : (start + most) >> at])
        for at, one in enumerate(rounds)
    ]


Fits = Callable[[str, str], bool]
"""Function that returns whether a name (first argument) fits beside its points (second)."""


def _fits_in(letters: int) -> Fits:
    return lambda name, points: len(name) + len(points) + bool(points) <= letters


def has_legs(part: BracketPart) -> bool:
    """Return whether the part shows points of two legs."""
    return any(side.legs for one in part.rounds for tie in one.ties for side in tie.sides)


def has_notes(part: BracketPart) -> bool:
    """Return whether a tie of the part needs a note, as its points alone don't say who goes on."""
    ties = (tie for one in part.rounds for tie in one.ties if not tie.is_bye)
    return any(tie.note for tie in (*ties, part.third) if tie is not None)


def bracket_drawing(
    part: BracketPart,
    *,
    row: float = ON_SCREEN,
    width: float | None = None,
    fits: Fits | None = None,
    height: float = 0.0,
) -> Drawing:
    """Return a drawing of a part of a bracket. Each side of a match is `row` high and `width` wide;
    without `width`, as wide as names and points need on a screen."""
    legs = has_legs(part)
    if width is None:
        width = (_WIDE + _WIDER * legs) * row
    fits = fits or _fits_in(_LETTERS + _LETTERS_OF_LEGS * legs)
    columns = [
        BracketColumn(one.name, tuple(None if tie.is_bye else _box(tie, fits) for tie in one.ties))
        for one in part.rounds
    ]
    below = (_("Third place"), _box(part.third, fits)) if part.third else None
    label = _("Bracket: %(first)s to %(last)s.") % {
        "first": part.rounds[0].name,
        "last": part.rounds[-1].name,
    }
    return bracket(columns, label, column=width, row=row, below=below, height=height)


@dataclass(frozen=True, slots=True)
class BracketShown:
    """Bracket with its drawing, for a page, and that of its second chance."""

    view: BracketView
    drawing: Drawing
    second: BracketShown | None = None


def bracket_shown(view: BracketView | None) -> BracketShown | None:
    """Return a bracket for a page; None if there is none."""
    if view is None:
        return None
    drawing = bracket_drawing(whole(view))
    if drawing.width > _PAGE:
        drawing = bracket_drawing(without_legs(whole(view)))
    return BracketShown(view, drawing, bracket_shown(view.second))


def wall_brackets(view: BracketView | None) -> list[Drawing]:
    """Return drawings of the bracket for a projector's screens: the whole bracket if it fits on one
    screen, otherwise from the round before the current one on; [] if there is no bracket."""
    if view is None:
        return []
    fits = len(view.rounds[0].ties) <= ON_WALL
    parts = parts_of(view, ON_WALL, 0 if fits else max(0, view.now - 1))
    return [bracket_drawing(without_legs(part)) for part in parts]


def without_legs(part: BracketPart) -> BracketPart:
    """Return the part with only the sums of two legs, which need less room: letters are larger."""
    rounds = [replace(one, ties=tuple(_sums_alone(tie) for tie in one.ties)) for one in part.rounds]
    return BracketPart(tuple(rounds), _sums_alone(part.third) if part.third else None)


def _sums_alone(tie: BracketTie) -> BracketTie:
    first, second = (replace(side, legs=()) for side in tie.sides)
    return replace(tie, sides=(first, second))


def _box(tie: BracketTie, fits: Fits) -> BracketBox:
    rows = [_row(one, fits, is_over=tie.is_over) for one in tie.sides]
    return BracketBox((rows[0], rows[1]), tie_text(tie), _cut_to(tie.note, fits))


def _cut_to(note: str, fits: Fits) -> str:
    """Return as much of the note as fits."""
    short = note
    while short and not fits(_marked(short, note), ""):
        short = short[:-1]
    return _marked(short, note)


def _row(side: BracketSide, fits: Fits, *, is_over: bool) -> BracketRow:
    if side.contestant is None:
        return BracketRow("–" if is_over else "")
    figure = side.points_text
    name = short_name(side.contestant, lambda text: fits(text, figure))
    return BracketRow(name, figure, side.goes_on)


def tie_text(tie: BracketTie) -> str:
    """Return a tie in words: "4 Anna – Pere: 104, 11 Rosa – Joan: 87"."""
    told = [
        f"{one.contestant.number} {one.contestant.name}"
        + ("" if one.points is None else f": {one.points_text}")
        for one in tie.sides
        if one.contestant is not None
    ]
    return ", ".join(told) + (f" ({tie.why})" if tie.why else "")


def short_name(contestant: ContestantRef, fits: Callable[[str], bool]) -> str:
    """Return the contestant's number and name. If that is too long, first names become initials;
    then names are cut, the longer one first."""
    text = f"{contestant.number} {contestant.name}"
    if fits(text):
        return text
    own = contestant.has_own_name
    parts = [contestant.name] if own else list(contestant.players_with_initials)
    whole = list(parts)
    while not fits(text := f"{contestant.number} {' – '.join(map(_marked, parts, whole))}"):
        longest = max(range(len(parts)), key=lambda at: len(parts[at]))
        if not parts[longest]:
            break
        parts[longest] = parts[longest][:-1]
    return text


def _marked(part: str, whole: str) -> str:
    """Return a shortened name with "…" at its end if anything is missing."""
    return part if part == whole else f"{part.rstrip()}…"
