"""The screens of the wall: what each kind of thing shows on them now.

A kind that has nothing to show now has no screens; `SHOWN` lists kinds in the order of their turns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.drawings.shapes import Drawing
from tournament.core.live import public_version
from tournament.core.permissions import Access
from tournament.models import RoundStatus, Stage, Wall
from tournament.public.queries import Pairing, RoundNow, RoundPairings, round_pairings, rounds_now
from tournament.schedule.queries import current_round, round_lines
from tournament.standings.bracket import wall_brackets
from tournament.standings.columns import Output, StandingsColumn
from tournament.standings.contestants import ContestantRef
from tournament.standings.course import course_drawing
from tournament.standings.lines import StandingsLine
from tournament.standings.queries.scores import bracket_view
from tournament.standings.queries.shared import shared_standings
from tournament.standings.rankings.bracket_view import BracketView
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.rankings.rankings import ranking_of
from tournament.standings.tables import group_title
from tournament.wall.queries import WallState
from tournament.wall.row_screens import ONE_COLUMN, group_screens, row_screens

MOST_LINES = 20
"""Number of pairs, the first ones, that have a line in the course on the wall."""
PAIRS = ((8, "few"), (14, "some"))
TABLES = ((6, "few"), (12, "some"))
"""Most pairs, and most tables, for which the wall uses its largest and its middle type."""
LETTERS = (29, 22)
"""Letters of a pair's name that fit in one of two columns, beside one figure or more."""
GROUP_LETTERS = 25
"""Letters of a pair's name that fit where the heads of the columns are written out."""
SECONDS = 10
SECONDS_OF_A_PICTURE = 25


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen of the wall.

    The desk and the wall know it by its `key`. `name` is what the desk calls it, `title` stands
    above it. `template` shows it, and finds its data in `screen.shown`.
    """

    key: str
    name: str
    title: str
    template: str
    shown: Any
    size: str = "crowd"
    seconds: int = SECONDS


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings: a contestant, by one name or by two, and the text of each column."""

    line: StandingsLine[Any]
    names: tuple[str, ...]
    texts: list[str]


@dataclass(frozen=True, slots=True)
class StandingsRows:
    """Some rows of the standings, in one column or two."""

    view: StandingsView[Any]
    columns: tuple[StandingsColumn[Any], ...]
    parts: Sequence[tuple[str, Sequence[StandingsRow]]]
    """The columns, each with the name of its group, "" where there are none."""


@dataclass(frozen=True, slots=True)
class Course:
    """The ranks over the rounds."""

    view: StandingsView[Any]
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Tables:
    """Pairings of the current round, or of some of its groups, which stand side by side."""

    parts: Sequence[RoundPairings]
    time: RoundNow | None


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """A bracket, or a part of it."""

    view: StandingsView[Any]
    drawing: Drawing


class _Reads:
    """Lazy reads of a championship for its wall."""

    def __init__(self, access: Access) -> None:
        self.access = access

    @cached_property
    def standings(self) -> StandingsView[Any]:
        return shared_standings(self.access.stage, public_version(self.access.championship))

    @cached_property
    def times(self) -> tuple[RoundNow, ...]:
        return rounds_now(*self.access.stages)

    @cached_property
    def pairings(self) -> RoundPairings | None:
        now = current_round(round_lines(*self.access.stages))
        return round_pairings(self.access.stages, now.number) if now else None


def _standings(reads: _Reads) -> Iterator[Screen]:
    view, title = reads.standings, reads.standings.titled(_("Standings"))
    if view.group_names:
        yield from _groups(view, title)
        return
    columns = view.on_wall(Output.WALL)
    most = None if len(view.lines) <= ONE_COLUMN else LETTERS[len(columns) > 1]
    screens = row_screens([_row(line, columns, most) for line in view.lines])
    for number, screen in enumerate(screens, start=1):
        parts = [("", part) for part in screen]
        name = _("Standings")
        if len(screens) > 1:
            first, last = screen[0][0].line, screen[-1][-1].line
            name = _("Standings, ranks %(first)s to %(last)s") % {
                "first": first.rank,
                "last": last.rank,
            }
        yield Screen(
            key=f"standings-{number}",
            name=name,
            title=title,
            template="wall/_standings.html",
            shown=StandingsRows(view, columns, parts),
            size=_size(len(view.lines), PAIRS),
        )


def _groups(view: StandingsView[Any], title: str) -> Iterator[Screen]:
    """Yield the groups side by side, two on a screen, as many below each other as fit."""
    # Half a screen has room for names and the figure that ranks.
    columns = (view.main,)
    parts = [
        (name, [_row(line, columns, GROUP_LETTERS) for line in part.lines])
        for name, part in view.parts
        if part.lines
    ]
    for number, shown in enumerate(group_screens(parts), start=1):
        names = ", ".join(dict.fromkeys(name for name, _rows in shown))
        yield Screen(
            key=f"standings-{number}",
            name=_("Standings of the groups %(names)s") % {"names": names},
            title=title,
            template="wall/_standings.html",
            shown=StandingsRows(view, columns, shown),
            size=_size(sum(len(rows) for _name, rows in shown), PAIRS),
        )


def _row(
    line: StandingsLine[Any], columns: Iterable[StandingsColumn[Any]], most: int | None
) -> StandingsRow:
    """Return a line of the standings on the wall; `most` as in `_names`."""
    return StandingsRow(line, _names(line.contestant, most), [one.text(line) for one in columns])


def _names(contestant: ContestantRef, most: int | None) -> tuple[str, ...]:
    """Return the pair's own name, or its players'; first names are initials where more than `most`
    letters would have to be cut."""
    if contestant.has_own_name:
        return (contestant.name,)
    if most is None or len(contestant.name) <= most:
        return contestant.players
    return contestant.players_with_initials


def _bracket(reads: _Reads) -> Iterator[Screen]:
    view = bracket_view(reads.access.stage)
    yield from _bracket_screens(reads, view, "bracket", _("Bracket"))
    if view is not None:
        yield from _bracket_screens(reads, view.second, "second-chance", _("Second chance"))


def _bracket_screens(
    reads: _Reads, view: BracketView | None, key: str, title: str
) -> Iterator[Screen]:
    title = reads.standings.titled(title)
    for number, drawing in enumerate(wall_brackets(view), start=1):
        yield Screen(
            key=f"{key}-{number}",
            name=title if number == 1 else f"{title} {number}",
            title=title,
            template="wall/_bracket.html",
            shown=BracketPicture(reads.standings, drawing),
            seconds=SECONDS_OF_A_PICTURE,
        )


def _course(reads: _Reads) -> Iterator[Screen]:
    for number, (group, part) in enumerate(reads.standings.parts, start=1):
        drawing = course_drawing(part, most=MOST_LINES)
        if drawing is None:
            continue
        title = reads.standings.titled(_("Course of the standings"))
        title = f"{title} – {group_title(group)}" if group else title
        yield Screen(
            key=f"course-{number}",
            name=title,
            title=title,
            template="wall/_course.html",
            shown=Course(reads.standings, drawing),
            seconds=SECONDS_OF_A_PICTURE,
        )


def _pairings(reads: _Reads) -> Iterator[Screen]:
    found = reads.pairings
    if found is None or not found.paired or found.status is RoundStatus.CLOSED:
        return
    said = {"number": found.number}
    time = next((one for one in reads.times if one.number == found.number), None)
    for number, parts in enumerate(_groups_at_tables(found), start=1):
        name = _("Pairings of round %(number)s") % said
        yield Screen(
            key=f"pairings-{number}",
            name=name if number == 1 else f"{name} ({number})",
            title=_("Round %(number)s") % said,
            template="wall/_pairings.html",
            shown=Tables(parts, time),
            size=_size(sum(len(part.tables) for part in parts), TABLES),
        )


def _groups_at_tables(found: RoundPairings) -> Iterator[Sequence[RoundPairings]]:
    """Yield the content of each screen: the whole round, or some groups side by side."""
    if len(found.parts) == 1:
        yield [found]
        return
    groups = [(name, (*part.tables, *part.resting)) for name, part in found.parts]
    for screen in group_screens(groups, lines=2):
        yield [
            replace(
                found,
                tables=tuple(one for one in rows if isinstance(one, Pairing)),
                resting=tuple(one for one in rows if isinstance(one, ContestantRef)),
            )
            for _name, rows in screen
        ]


def _countdown(reads: _Reads) -> Iterator[Screen]:
    for time in reads.times:
        if time.corrections_until is None:
            title = _("Round %(number)s") % {"number": time.number}
            yield Screen(
                key=f"countdown-{time.number}",
                name=_("Countdown of round %(number)s") % {"number": time.number},
                title=title,
                template="wall/_countdown.html",
                shown=time,
            )


def _size(count: int, sizes: tuple[tuple[int, str], ...]) -> str:
    return next((name for most, name in sizes if count <= most), "crowd")


SHOWN: Mapping[Wall.Shows, Callable[[_Reads], Iterator[Screen]]] = {
    Wall.Shows.BRACKET: _bracket,
    Wall.Shows.STANDINGS: _standings,
    Wall.Shows.COURSE: _course,
    Wall.Shows.PAIRINGS: _pairings,
    Wall.Shows.COUNTDOWN: _countdown,
}


def possible_shows(stage: Stage) -> tuple[Wall.Shows, ...]:
    """Return the kinds that the wall of such a stage can show: its bracket, or else the course of
    its standings."""
    told = Wall.Shows.COURSE if ranking_of(stage).has_bracket else Wall.Shows.BRACKET
    return tuple(kind for kind in SHOWN if kind is not told)


def shows_of(stage: Stage, shows: Collection[Wall.Shows]) -> tuple[Wall.Shows, ...]:
    """Return the chosen kinds as such a stage can show them.

    Bracket and course stand for each other when a stage follows that has only the other one.
    """
    one_of_both = {Wall.Shows.BRACKET, Wall.Shows.COURSE}
    both = one_of_both if one_of_both & set(shows) else set[Wall.Shows]()
    return tuple(kind for kind in possible_shows(stage) if kind in {*shows, *both})


def screens_of(
    access: Access, shows: Collection[Wall.Shows]
) -> Mapping[Wall.Shows, tuple[Screen, ...]]:
    """Return the screens of these kinds, in the order of their turns; 14 queries at most."""
    reads = _Reads(access)
    return {kind: tuple(SHOWN[kind](reads)) for kind in shows_of(access.stage, shows)}


def held_of(state: WallState, screens: Sequence[Screen]) -> str:
    """Return the key of the screen that stays; "" where screens take turns, or it is gone."""
    return state.held if any(one.key == state.held for one in screens) else ""
