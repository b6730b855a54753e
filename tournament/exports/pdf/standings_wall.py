"""The standings for a wall: ranks, names and totals alone, in letters read from several metres.

How ties were split and what each round gave is on the sheet that hangs beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.settings import RankBy
from tournament.core.numbers import mean_text, score_text
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import PADDING, Column, Grid, Row, make_grid
from tournament.exports.pdf.paper import Page, fill, paragraph
from tournament.exports.pdf.text import Align, fit
from tournament.exports.rows import rank_text, withdrawn_text
from tournament.standings.queries import StandingsLine, StandingsView

_SIZES = (22.0, 24.0, 26.0, 28.0, 30.0, 33.0, 36.0)
"""Sizes of the letters: the largest that needs no more sheets than the smallest. The capitals of
the smallest are 5.7 mm high."""
_NAME = 2
"""The column with the pair's name."""
_MOST_LINES = 2


def standings_wall_pages(heading: Heading, view: StandingsView) -> list[Page]:
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
            pages = fill(list(grid.table(rows)), heading, wide=wide)
            if not best or len(pages) <= len(best):
                best = pages
    return best


def _table(view: StandingsView, size: float, width: float) -> tuple[Grid, list[Row]]:
    by_mean = view.ranked_by is RankBy.MEAN
    columns = (
        Column(pgettext("column", "Rank"), Align.RIGHT, bold=True, padding=4),
        Column(pgettext("column", "No."), Align.RIGHT),
        Column(_("Pair"), stretch=1),
        Column(_("Mean") if by_mean else _("Total"), Align.RIGHT, bold=True, padding=4),
    )
    rows = [_row(line, by_mean=by_mean) for line in view.lines]
    return make_grid(columns, rows, width, size, anchor=_NAME, row_padding=size * 0.16), rows


def _is_calm(grid: Grid, rows: Sequence[Row]) -> bool:
    """Whether no name takes more than two lines: a player's name then stays in one."""
    room = grid.widths[_NAME] - 2 * PADDING
    return all(len(fit(row.cells[_NAME], room, grid.size).lines) <= _MOST_LINES for row in rows)


def _row(line: StandingsLine, *, by_mean: bool) -> Row:
    withdrawn = line.team.withdrawn_from
    below: Sequence[str] = () if withdrawn is None else (withdrawn_text(withdrawn),)
    value = mean_text(line.mean) if by_mean else score_text(line.total)
    return Row((rank_text(line), str(line.team.number), line.team.name, value), below=tuple(below))
