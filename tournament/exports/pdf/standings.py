"""Standings on paper: upright, or wide where each round's score needs the room.

With more rounds than fit beside the names, the standings come upright without them, and the scores
of the rounds follow on wide pages, as many rounds a page as fit. Beside them the large standings
for a wall, and those of a whole championship.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from django.utils.translation import gettext as _

from tournament.exports.heading import Heading, Stated, status_of
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import PADDING, Column, Grid, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import Align, fit
from tournament.exports.rows import note_on_scores, note_on_unranked
from tournament.standings.columns import CLUB, NAME, NUMBER, RANK, Kind, Output, StandingsColumn
from tournament.standings.queries.overall import Overall
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.remarks import line_remarks, place_reasons
from tournament.standings.tables import group_title

_SIZE = 9.5
_ROUND_SIZE = 8.5
_CLOSE_PADDING = 2.5
_LEAST_FOR_NAMES = 165.0
"""Least width of pairs' names beside other columns, in points."""
_LEAST_FOR_CLUBS = 100.0
_NAME = 2
"""The column with the pair's name, where secondary lines begin."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """The columns of the table, and the orientation of the paper."""

    rounds: tuple[int, ...]
    clubs: bool
    """Whether clubs have a column; else each stands under its pair."""
    wide: bool


def standings_pages(heading: Heading, view: StandingsView[Any]) -> list[Page]:
    """Return the standings, with the score of each round where there is room for it."""
    for layout in _layouts(view, view.rounds, wide=(False, True)):
        grid, rows = _table(view, layout, heading)
        if _has_room(grid, layout):
            return _pages(view, grid, rows, heading, wide=layout.wide)
    for layout in _layouts(view, (), wide=(False,)):
        grid, rows = _table(view, layout, heading)
        if _has_room(grid, layout):
            break
    return [*_pages(view, grid, rows, heading, wide=False), *round_score_pages(heading, view)]


def _layouts(
    view: StandingsView[Any], rounds: tuple[int, ...], *, wide: Sequence[bool]
) -> Iterator[_Layout]:
    """Yield the layouts to try, in the order of preference."""
    some_club = any(line.contestant.club for line in view.lines)
    for turned in wide:
        if some_club:
            yield _Layout(rounds, clubs=True, wide=turned)
        yield _Layout(rounds, clubs=False, wide=turned)


def _has_room(grid: Grid, layout: _Layout) -> bool:
    clubs = grid.widths[_NAME + 1] if layout.clubs else _LEAST_FOR_CLUBS
    return grid.widths[_NAME] >= _LEAST_FOR_NAMES and clubs >= _LEAST_FOR_CLUBS


def _pages(
    view: StandingsView[Any], grid: Grid, rows: Sequence[Row], heading: Heading, *, wide: bool
) -> list[Page]:
    """Return the table and its notes; the rows a little closer where that saves a page."""
    roomy = fill(_blocks(view, grid, rows, heading, wide=wide), heading, wide=wide)
    close_grid = replace(grid, row_padding=_CLOSE_PADDING)
    close = fill(_blocks(view, close_grid, rows, heading, wide=wide), heading, wide=wide)
    return close if len(close) < len(roomy) else roomy


def _blocks(
    view: StandingsView[Any], grid: Grid, rows: Sequence[Row], heading: Heading, *, wide: bool
) -> list[Block]:
    width = body_box(heading, wide=wide).width
    blocks: list[Block] = []
    if rows:
        *above, last = group_blocks(view, grid, rows, width)
        blocks += [*above, replace(last, keep=2), space(8)]  # a note alone on a page tells nothing
    else:
        blocks += [paragraph(_("There are no standings yet."), width, 11), space(8)]
    if unranked := note_on_unranked(view):
        blocks.append(paragraph(unranked, width, 8.5, ink=GREY))
    if rows:
        blocks.append(paragraph(note_on_scores(view), width, 8.5, ink=GREY))
    return blocks


def group_blocks(
    view: StandingsView[Any], grid: Grid, rows: Sequence[Row], width: float
) -> Iterator[Block]:
    """Yield the table; where there are groups, one of each below its name.

    `rows` are those of the lines of `view`, in their order.
    """
    if not view.group_names:
        yield from grid.table(rows)
        return
    start = 0
    for name, part in view.parts:
        own = rows[start : start + len(part.lines)]
        start += len(part.lines)
        if own:
            title = paragraph(group_title(name), width, grid.size * 1.3, font_name=BOLD)
            yield replace(title, keep=3)
            yield space(grid.size * 0.4)
            yield from grid.table(own)
            yield space(grid.size)


def _table(view: StandingsView[Any], layout: _Layout, heading: Heading) -> tuple[Grid, list[Row]]:
    declared = [
        column
        for column in view.ranking.columns_with_rounds(Output.PAPER, layout.rounds)
        if layout.clubs or column is not CLUB
    ]
    rows = [
        Row(
            tuple(column.text(line) for column in declared),
            below=line_remarks(line, club=not layout.clubs),
        )
        for line in view.lines
    ]
    columns = [paper_column(column, view.ranked_by) for column in declared]
    width = body_box(heading, wide=layout.wide).width
    return make_grid(columns, rows, width, _SIZE, anchor=_NAME), rows


def paper_column(column: StandingsColumn[Any], ranked_by: str) -> Column:
    """Return a declared column on paper; the one that ranks is bold."""
    if column.is_read_as_text:
        bold = column.key == ranked_by
        return Column(column.head, stretch=3 if column.kind is Kind.NAME else 1.4, bold=bold)
    if column.kind is Kind.RANK:
        return Column(column.head, Align.RIGHT, bold=True, padding=4)
    padding = 3.5 if column.narrow else PADDING
    return Column(column.head, Align.RIGHT, bold=column.key == ranked_by, padding=padding)


def round_score_pages(heading: Heading, view: StandingsView[Any]) -> list[Page]:
    """Return the scores of all rounds on wide pages, the rounds shared out evenly among them.

    Each page bears the pairs' ranks, numbers, names and totals, to be read by itself.
    """
    if not view.lines:
        return _pages(view, *_round_table(view, (), body_box(heading).width), heading, wide=False)
    status = status_of(Stated.ROUND_SCORES, final=view.final)
    heading = replace(heading, title=_("Scores of the rounds"), status=status)
    width = body_box(heading, wide=True).width
    grid, _rows = _round_table(view, view.rounds, width)
    before, after = len(grid.widths) - 1 - len(view.rounds), len(grid.widths) - 1
    fixed = (*grid.widths[:_NAME], *grid.widths[_NAME + 1 : before], *grid.widths[after:])
    room = width - sum(fixed) - _LEAST_FOR_NAMES
    most = max(1, int(room / max(grid.widths[before:after])))
    tables = ceil(len(view.rounds) / most)
    each = ceil(len(view.rounds) / tables)
    pages: list[Page] = []
    for start in range(0, len(view.rounds), each):
        grid, rows = _round_table(view, view.rounds[start : start + each], width)
        pages += fill(list(group_blocks(view, grid, rows, width)), heading, wide=True)
    return pages


def _round_table(
    view: StandingsView[Any], rounds: Sequence[int], width: float
) -> tuple[Grid, list[Row]]:
    total = view.ranking.sum
    # By score the sum is that of the points, of which nothing is carried.
    carried = [
        one
        for one in view.ranking.columns_on(Output.PAPER)
        if one in view.ranking.carried and total.ranks
    ]
    declared = (
        *view.ranking.of_the_contestant[:3],
        *carried,
        *map(view.ranking.round_column, rounds),
        total,
    )
    columns = [paper_column(column, total.key) for column in declared]
    rows = [
        Row(tuple(column.text(line) for column in declared), below=place_reasons(line))
        for line in view.lines
    ]
    return make_grid(
        columns, rows, width, _ROUND_SIZE, anchor=_NAME, row_padding=_CLOSE_PADDING
    ), rows


_WALL_SIZES = (22.0, 24.0, 26.0, 28.0, 30.0, 33.0, 36.0)
"""Sizes of the letters: the largest that needs no more sheets than the smallest.

The capitals of the smallest are 5.7 mm high.
"""
_MOST_LINES = 2


def standings_wall_pages(heading: Heading, view: StandingsView[Any]) -> list[Page]:
    """Return ranks, names and totals for a wall, in letters that are read from several metres.

    Upright or wide, on as few sheets as can be, then in letters as large as can be. How ties were
    split and what each round gave is on the sheet that hangs beside it.
    """
    if not view.lines:
        empty = paragraph(_("There are no standings yet."), body_box(heading).width, _WALL_SIZES[0])
        return fill([empty], heading)
    best: list[Page] = []
    for size in _WALL_SIZES:
        for wide in (True, False):
            grid, rows = _wall_table(view, size, body_box(heading, wide=wide).width)
            if best and not _is_calm(grid, rows):
                continue
            width = body_box(heading, wide=wide).width
            pages = fill(list(group_blocks(view, grid, rows, width)), heading, wide=wide)
            if not best or len(pages) <= len(best):
                best = pages
    return best


def _wall_table(view: StandingsView[Any], size: float, width: float) -> tuple[Grid, list[Row]]:
    declared = (*view.ranking.of_the_contestant[:3], *view.on_wall(Output.POSTER))
    columns = [paper_column(column, view.ranked_by) for column in declared]
    columns[-1] = replace(columns[-1], padding=4)
    rows = [
        Row(tuple(column.text(line) for column in declared), below=place_reasons(line))
        for line in view.lines
    ]
    return make_grid(columns, rows, width, size, anchor=_NAME, row_padding=size * 0.16), rows


def _is_calm(grid: Grid, rows: Sequence[Row]) -> bool:
    """Return whether no name takes more than two lines: a player's name then stays in one."""
    room = grid.widths[_NAME] - 2 * PADDING
    return all(len(fit(row.cells[_NAME], room, grid.size).lines) <= _MOST_LINES for row in rows)


_OVERALL_SIZE = 10.0


def overall_pages(heading: Heading, found: Overall) -> list[Page]:
    """Return the standings of the whole championship: a table for each stage that places pairs."""
    return fill(list(_overall_blocks(found, body_box(heading).width)), heading)


def _overall_blocks(found: Overall, width: float) -> Iterator[Block]:
    for part in found.parts:
        columns = [
            Column(RANK.head, Align.RIGHT, bold=True, padding=4),
            Column(NUMBER.head, Align.RIGHT),
            Column(NAME.head, stretch=3),
            Column(CLUB.head, stretch=1.4),
            Column(part.ranked_by, Align.RIGHT, bold=True),
        ]
        rows = [
            Row(
                (
                    f"{one.rank}=" if one.shared else str(one.rank),
                    str(one.contestant.number),
                    one.contestant.name,
                    one.contestant.club,
                    one.text,
                ),
                below=(one.reasons,) if one.reasons else (),
            )
            for one in part.lines
        ]
        yield paragraph(part.stage.shown_name, width, 12, font_name=BOLD)
        yield space(4)
        yield from make_grid(columns, rows, width, _OVERALL_SIZE, anchor=_NAME).table(rows)
        yield space(10)
    yield paragraph(
        _(
            "Those who play in the last stage stand first, in its order; then the others, in the "
            "order of the stage before it."
        ),
        width,
        8.5,
        ink=GREY,
    )
