"""The bracket of a knock-out as pictures and a table show it."""

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
"""The height of a side of a match, in pixels, and with it of the letters."""
ON_WALL = 8
"""How many matches stand below each other on a projector's screen."""
_LETTERS = 28
"""How many letters of a pair's number and name, and of its points, have room there."""
_WIDE = 11.6
"""The width of a match, in heights of a side."""
_LETTERS_OF_LEGS = 10
"""How many letters more the points of two legs take, with their sum, than those of one game."""
_WIDER = 3.8
"""How much wider a match of two legs is, in heights of a side."""
_PAGE = 1116
"""How wide the page is on a laptop, in pixels. A bracket that would be wider has the sums of two
legs alone; the table beside it has both."""


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket that has room on a screen or a page: neighbouring ties of a round, and of
    the rounds after it what comes from these ties alone."""

    rounds: tuple[BracketRound, ...]
    third: BracketTie | None


def whole(view: BracketView) -> BracketPart:
    """All of it."""
    return BracketPart(view.rounds, view.third)


def parts_of(view: BracketView, most: int, first: int = 0) -> list[BracketPart]:
    """The bracket from its round `first` (from 0) on in parts with `most` ties in a column, a power
    of two; the last one has the final, and begins with the last column of those before it."""
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
    """`most` ties of the first of these rounds, and what comes from them in the others."""
    return [
        replace(one, ties=one.ties[start >> at : (start + most) >> at])
        for at, one in enumerate(rounds)
    ]


Fits = Callable[[str, str], bool]
"""Whether a name has room beside its points."""


def _fits_in(letters: int) -> Fits:
    return lambda name, points: len(name) + len(points) + bool(points) <= letters


def has_legs(part: BracketPart) -> bool:
    """Whether points of two legs stand in it."""
    return any(side.legs for one in part.rounds for tie in one.ties for side in tie.sides)


def has_notes(part: BracketPart) -> bool:
    """Whether the points alone don't say of some tie who goes on."""
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
    """A part of a bracket as a picture; each side of a match is `row` high and `width` wide, or as
    wide as names and points need on a screen."""
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
    """A bracket with its drawing, for a page, and that of the second chance."""

    view: BracketView
    drawing: Drawing
    second: BracketShown | None = None


def bracket_shown(view: BracketView | None) -> BracketShown | None:
    """A bracket for a page; None where there is none."""
    if view is None:
        return None
    drawing = bracket_drawing(whole(view))
    if drawing.width > _PAGE:
        drawing = bracket_drawing(without_legs(whole(view)))
    return BracketShown(view, drawing, bracket_shown(view.second))


def wall_brackets(view: BracketView | None) -> list[Drawing]:
    """The bracket for a projector's screens, from the round before the one that is played now on;
    all of it where that has room on one; none where there is no bracket."""
    if view is None:
        return []
    fits = len(view.rounds[0].ties) <= ON_WALL
    parts = parts_of(view, ON_WALL, 0 if fits else max(0, view.now - 1))
    return [bracket_drawing(without_legs(part)) for part in parts]


def without_legs(part: BracketPart) -> BracketPart:
    """With the sum of two games alone: that takes less room, so the letters are larger."""
    rounds = [replace(one, ties=tuple(_sums_alone(tie) for tie in one.ties)) for one in part.rounds]
    return BracketPart(tuple(rounds), _sums_alone(part.third) if part.third else None)


def _sums_alone(tie: BracketTie) -> BracketTie:
    first, second = (replace(side, legs=()) for side in tie.sides)
    return replace(tie, sides=(first, second))


def _box(tie: BracketTie, fits: Fits) -> BracketBox:
    rows = [_row(one, fits, is_over=tie.is_over) for one in tie.sides]
    return BracketBox((rows[0], rows[1]), tie_text(tie), _cut_to(tie.note, fits))


def _cut_to(note: str, fits: Fits) -> str:
    """The note as far as there is room for it."""
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
    """A tie in words: "4 Anna – Pere: 104, 11 Rosa – Joan: 87"."""
    told = [
        f"{one.contestant.number} {one.contestant.name}"
        + ("" if one.points is None else f": {one.points_text}")
        for one in tie.sides
        if one.contestant is not None
    ]
    return ", ".join(told) + (f" ({tie.why})" if tie.why else "")


def short_name(contestant: ContestantRef, fits: Callable[[str], bool]) -> str:
    """Return the contestant's number and name. Where that is too long, first names become initials;
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
    """What is left of a name, with a sign where something is missing."""
    return part if part == whole else f"{part.rstrip()}…"
