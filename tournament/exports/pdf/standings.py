"""The standings on paper: upright, or wide where each round's score needs the room.

With more rounds than fit beside the names, the standings come upright without them, and the scores
of the rounds follow on wide pages, as many rounds a page as fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.settings import RankBy
from tournament.core.numbers import mean_text, score_text
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Grid, Row, make_grid
from tournament.exports.pdf.ink import GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space, write
from tournament.exports.pdf.text import Align
from tournament.exports.rows import (
    line_remarks,
    note_on_scores,
    note_on_unranked,
    rank_text,
    round_initial,
    round_score_text,
    withdrawn_text,
)
from tournament.standings.queries import StandingsLine, StandingsView

_SIZE = 9.5
_ROUND_SIZE = 8.5
_CLOSE_PADDING = 2.5
_LEAST_FOR_NAMES = 165.0
"""Points of width that pairs' names must have for other columns to stand beside them."""
_LEAST_FOR_CLUBS = 100.0
_NAME = 2
"""The column with the pair's name, where what is told about it begins."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Which columns the table has, and which way the paper lies."""

    rounds: tuple[int, ...]
    clubs: bool
    """Whether clubs have a column; else each stands under its pair."""
    wide: bool


def standings_pdf(heading: Heading, view: StandingsView) -> bytes:
    """The standings as a file."""
    return write(standings_pages(heading, view))


def standings_pages(heading: Heading, view: StandingsView) -> list[Page]:
    """The standings: rank, pair, each round's score, number of hands, total and mean."""
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
    view: StandingsView, rounds: tuple[int, ...], *, wide: Sequence[bool]
) -> Iterator[_Layout]:
    """What to try, in the order of preference."""
    some_club = any(line.team.club for line in view.lines)
    for turned in wide:
        if some_club:
            yield _Layout(rounds, clubs=True, wide=turned)
        yield _Layout(rounds, clubs=False, wide=turned)


def _has_room(grid: Grid, layout: _Layout) -> bool:
    clubs = grid.widths[_NAME + 1] if layout.clubs else _LEAST_FOR_CLUBS
    return grid.widths[_NAME] >= _LEAST_FOR_NAMES and clubs >= _LEAST_FOR_CLUBS


def _pages(
    view: StandingsView, grid: Grid, rows: Sequence[Row], heading: Heading, *, wide: bool
) -> list[Page]:
    """The table and its notes; the rows a little closer where that saves a page."""
    roomy = fill(_blocks(view, grid, rows, heading, wide=wide), heading, wide=wide)
    close_grid = replace(grid, row_padding=_CLOSE_PADDING)
    close = fill(_blocks(view, close_grid, rows, heading, wide=wide), heading, wide=wide)
    return close if len(close) < len(roomy) else roomy


def _blocks(
    view: StandingsView, grid: Grid, rows: Sequence[Row], heading: Heading, *, wide: bool
) -> list[Block]:
    width = body_box(heading, wide=wide).width
    blocks: list[Block] = []
    if rows:
        *above, last = grid.table(rows)
        blocks += [*above, replace(last, keep=2), space(8)]  # a note alone on a page tells nothing
    else:
        blocks += [paragraph(_("There are no standings yet."), width, 11), space(8)]
    if unranked := note_on_unranked(view):
        blocks.append(paragraph(unranked, width, 8.5, ink=GREY))
    if rows:
        blocks.append(paragraph(note_on_scores(view), width, 8.5, ink=GREY))
    return blocks


def _table(view: StandingsView, layout: _Layout, heading: Heading) -> tuple[Grid, list[Row]]:
    by_mean = view.ranked_by is RankBy.MEAN
    columns = [
        Column(pgettext("column", "Rank"), Align.RIGHT, bold=True, padding=4),
        Column(pgettext("column", "No."), Align.RIGHT),
        Column(_("Pair"), stretch=3),
        *([Column(_("Club"), stretch=1.4)] if layout.clubs else []),
        *_round_columns(layout.rounds),
        Column(_("Hands"), Align.RIGHT),
        Column(_("Total"), Align.RIGHT, bold=not by_mean),
        Column(_("Mean"), Align.RIGHT, bold=by_mean),
    ]
    rows = [_row(line, layout) for line in view.lines]
    width = body_box(heading, wide=layout.wide).width
    return make_grid(columns, rows, width, _SIZE, anchor=_NAME), rows


def _row(line: StandingsLine, layout: _Layout) -> Row:
    cells = (
        rank_text(line),
        str(line.team.number),
        line.team.name,
        *([line.team.club] if layout.clubs else []),
        *(round_score_text(line, number) for number in layout.rounds),
        str(line.hands),
        score_text(line.total),
        mean_text(line.mean),
    )
    return Row(cells, below=line_remarks(line, club=not layout.clubs))


def _round_columns(rounds: Sequence[int]) -> list[Column]:
    return [Column(round_initial(number), Align.RIGHT, padding=3.5) for number in rounds]


def round_score_pages(heading: Heading, view: StandingsView) -> list[Page]:
    """The scores of all rounds on wide pages, the rounds shared out evenly among them.

    Each page bears the pairs' ranks, numbers, names and totals, to be read by itself.
    """
    if not view.lines:
        return _pages(view, *_round_table(view, (), body_box(heading).width), heading, wide=False)
    heading = replace(heading, title=_("Scores of the rounds"))
    width = body_box(heading, wide=True).width
    grid, _rows = _round_table(view, view.rounds, width)
    before, after = _NAME + 1, len(grid.widths) - 1
    room = width - sum(grid.widths[:_NAME]) - sum(grid.widths[after:]) - _LEAST_FOR_NAMES
    most = max(1, int(room / max(grid.widths[before:after])))
    tables = ceil(len(view.rounds) / most)
    each = ceil(len(view.rounds) / tables)
    pages: list[Page] = []
    for start in range(0, len(view.rounds), each):
        grid, rows = _round_table(view, view.rounds[start : start + each], width)
        pages += fill(list(grid.table(rows)), heading, wide=True)
    return pages


def _round_table(
    view: StandingsView, rounds: Sequence[int], width: float
) -> tuple[Grid, list[Row]]:
    columns = [
        Column(pgettext("column", "Rank"), Align.RIGHT, bold=True, padding=4),
        Column(pgettext("column", "No."), Align.RIGHT),
        Column(_("Pair"), stretch=1),
        *_round_columns(rounds),
        Column(_("Total"), Align.RIGHT, bold=True),
    ]
    rows = [_round_row(line, rounds) for line in view.lines]
    return make_grid(
        columns, rows, width, _ROUND_SIZE, anchor=_NAME, row_padding=_CLOSE_PADDING
    ), rows


def _round_row(line: StandingsLine, rounds: Sequence[int]) -> Row:
    withdrawn = line.team.withdrawn_from
    return Row(
        (
            rank_text(line),
            str(line.team.number),
            line.team.name,
            *(round_score_text(line, number) for number in rounds),
            score_text(line.total),
        ),
        below=(withdrawn_text(withdrawn),) if withdrawn is not None else (),
    )
