"""The standings for a wall: ranks, names and totals alone, in letters read from several metres.

How ties were split and what each round gave is on the sheet that hangs beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import PADDING, Grid, Row, make_grid
from tournament.exports.pdf.paper import Page, fill, paragraph
from tournament.exports.pdf.standings import group_blocks, paper_column
from tournament.exports.pdf.text import fit
from tournament.standings.columns import Output
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.remarks import place_reasons

_SIZES = (22.0, 24.0, 26.0, 28.0, 30.0, 33.0, 36.0)
"""Sizes of the letters: the largest that needs no more sheets than the smallest. The capitals of
the smallest are 5.7 mm high."""
_NAME = 2
"""The column with the pair's name."""
_MOST_LINES = 2


def standings_wall_pages(heading: Heading, view: StandingsView[Any]) -> list[Page]:
    """Upright or wide, on as few sheets as can be, then in letters as large as can be."""
    if not view.lines:
        empty = paragraph(_("There are no standings yet."), body_box(heading).width, _SIZES[0])
        return fill([empty], heading)
    best: list[Page] = []
    for size in _SIZES:
        for wide in (True, False):
            grid, rows = _table(view, size, body_box(heading, wide=wide).width)
            if best and not _is_calm(grid, rows):
                continue
            width = body_box(heading, wide=wide).width
            pages = fill(list(group_blocks(view, grid, rows, width)), heading, wide=wide)
            if not best or len(pages) <= len(best):
                best = pages
    return best


def _table(view: StandingsView[Any], size: float, width: float) -> tuple[Grid, list[Row]]:
    declared = (*view.ranking.of_the_contestant[:3], *view.on_wall(Output.POSTER))
    columns = [paper_column(column, view.ranked_by) for column in declared]
    columns[-1] = replace(columns[-1], padding=4)
    rows = [
        Row(tuple(column.text(line) for column in declared), below=place_reasons(line))
        for line in view.lines
    ]
    return make_grid(columns, rows, width, size, anchor=_NAME, row_padding=size * 0.16), rows


def _is_calm(grid: Grid, rows: Sequence[Row]) -> bool:
    """Whether no name takes more than two lines: a player's name then stays in one."""
    room = grid.widths[_NAME] - 2 * PADDING
    return all(len(fit(row.cells[_NAME], room, grid.size).lines) <= _MOST_LINES for row in rows)
