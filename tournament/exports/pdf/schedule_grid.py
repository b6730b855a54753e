"""The schedule as a grid for the wall: a row a pair, a column a round.

A cell tells the opponents' number and the side, and below them the table; of a player, the
partner's number. Of many rounds each sheet shows some, with the pairs' numbers and names on every
one, to be hung side by side. Where words would cost sheets, or have no room, signs stand for them,
with a legend above; no letter is smaller than seven points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, product

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scoring.game.seats import Party, Seat, Side
from tournament.core.labels import label
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.guide_cards import away_text
from tournament.exports.pdf.ink import BOLD, GREY, REGULAR, draw_rule
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import LEADING, Align, draw_text, fit, text_width
from tournament.exports.rows import rounds_title
from tournament.schedule.queries import Away, Cell, GridRow, ScheduleGrid
from tournament.standings.tables import group_title

_SIZES = (9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 16.0)
"""Sizes of the letters: the largest that needs no more sheets than the smallest."""
_LEAST_NAME, _MOST_NAME = 15.0, 23.0
"""Width of the column of names, in sizes of the letters."""
_SMALL = 0.8
"""Size of sides, tables and the words for a rest, as a part of the table's."""
_LEAST_WORD = 7.0
"""Smallest size of the words for a rest, in points; below it a sign stands for them."""
_PADDING = 3.0
_MOST_TABLE = 5.0
"""Largest width of a column for the name of a table, in sizes of the letters; longer ones wrap."""
_MOST_NAMED, _LEAST_NAMED = 5.0, 0.4
"""Largest width of a column for the numbers of several others, in sizes of the letters, and their
smallest scale where they need more."""
_SIDE_SIGNS = {Side.NS: "↕", Side.EW: "↔"}
_AWAY_SIGNS = {
    Away.RESTS: "–",
    Away.NOT_YET: "…",
    Away.LEFT: "×",
    Away.OUT: "·",
    Away.UNPAIRED: "?",
}


_Parts = tuple[tuple[str, tuple[GridRow, ...]], ...]
"""The rows of each group, with its name."""


def schedule_grid_pages(heading: Heading, grid: ScheduleGrid) -> list[Page]:
    """Return the grid on as few sheets as can be, then in letters as large as can be.

    Sides are in words if that takes no more sheets. Where rounds go on over several sheets, each
    says which ones are on it.
    """
    best: list[Page] = []
    parts, said = grid.parts, _Said.of(grid)
    for signs in (True, False):
        for size, wide in product(_SIZES, (True, False)):
            pages = _Layout.of(heading, grid, said, size, wide=wide, signs=signs).pages(parts)
            if not best or len(pages) <= len(best):
                best = pages
    return best


@dataclass(frozen=True, slots=True)
class _Said:
    """Texts of the cells of a grid, each once."""

    numbers: frozenset[str]
    tables: frozenset[str]
    away: tuple[Away, ...]

    @classmethod
    def of(cls, grid: ScheduleGrid) -> _Said:
        cells = grid.cells.values()
        away = {cell for row in grid.rows for cell in row.cells if isinstance(cell, Away)}
        return cls(
            frozenset(cell.numbers for cell in cells),
            frozenset(cell.table for cell in cells),
            tuple(one for one in Away if one in away),
        )


@dataclass(frozen=True, slots=True)
class _Layout:
    """A grid at a size of letters on upright or wide sheets; all widths in points."""

    heading: Heading
    grid: ScheduleGrid
    said: _Said
    wide: bool
    size: float
    signs: bool
    """Whether a sign tells the side."""
    away_in_words: bool
    number: float
    name: float
    column: float
    figures: float
    """Size of the numbers in a cell, in all cells, whether they name one or three."""
    cell_height: float
    sheets: tuple[slice, ...]
    """The rounds on each sheet."""

    @classmethod
    def of(
        cls,
        heading: Heading,
        grid: ScheduleGrid,
        said: _Said,
        size: float,
        *,
        wide: bool,
        signs: bool,
    ) -> _Layout:
        """Return a layout: columns as wide as their numbers, as many a sheet as leave names
        room."""
        small = size * _SMALL
        number = max(
            (text_width(str(one.number), BOLD, size) for one in grid.contestants), default=0
        )
        font = _side_font(signs)
        side = max(text_width(f" {_side_text(side, signs)}", font, small) for side in Side)
        widest = max((text_width(one, REGULAR, small) for one in said.tables), default=0)
        named = max((text_width(one, BOLD, size) for one in said.numbers), default=0)
        most_named = min(named, _MOST_NAMED * size)
        column = max(number + side, min(widest, _MOST_TABLE * size), most_named) + 2 * _PADDING
        number += 2 * _PADDING
        room = body_box(heading, wide=wide).width - 2 * number
        rounds = len(grid.rounds)
        sheets = max(1, -(-rounds // max(1, int((room - _LEAST_NAME * size) / column))))
        bounds = [rounds * sheet // sheets for sheet in range(sheets + 1)]
        most = max(1, *(end - first for first, end in pairwise(bounds)))
        away = [away_text(one) for one in said.away]
        words = max((text_width(one, REGULAR, small) for one in away), default=0)
        roomy = max(column, words + 2 * _PADDING)
        name = min(_MOST_NAME * size, max(_LEAST_NAME * size, room - most * roomy))
        name = min(name, room - most * column)
        # Columns get the room that names don't need, up to twice their own need.
        column = min(max(2 * column, roomy), (room - name) / most)
        inner = column - 2 * _PADDING
        below = max((fit(one, inner, small, least=1).height for one in said.tables), default=0)
        return cls(
            heading=heading,
            grid=grid,
            said=said,
            wide=wide,
            size=size,
            signs=signs,
            away_in_words=words * _LEAST_WORD / small <= inner,
            number=number,
            name=name,
            column=column,
            figures=size * min(1, max(inner / named, _LEAST_NAMED)) if named else size,
            cell_height=size * LEADING + max(below, small * LEADING),
            sheets=tuple(slice(*bound) for bound in pairwise(bounds)),
        )

    def pages(self, parts: _Parts) -> list[Page]:
        """Return the sheets: for each part of the rounds as many as the pairs need."""
        found = []
        for sheet in self.sheets:
            heading = self.heading
            if len(self.sheets) > 1:
                numbers = [one.number for one in self.grid.rounds[sheet]]
                heading = replace(heading, subtitle=rounds_title(numbers))
            found += fill(self._blocks(sheet, parts), heading, wide=self.wide)
        return found

    def _blocks(self, sheet: slice, parts: _Parts) -> list[Block]:
        """Return the legend, and the rows with their head; those of each group below its name."""
        width = body_box(self.heading, wide=self.wide).width
        legend = " · ".join(self._legend())
        head = self._head(sheet)
        blocks = [paragraph(legend, width, 8.5, ink=GREY), space(5)]
        for group, rows in parts:
            if group:
                title = paragraph(group_title(group), width, self.size * 1.2, font_name=BOLD)
                blocks += [space(self.size * 0.6), replace(title, keep=3)]
            lines = [self._row(row, sheet, head) for row in rows]
            blocks += [Block(head.height, head.draw, keep=min(2, len(lines))), *lines]
        return blocks

    def _legend(self) -> Iterator[str]:
        """Yield the meaning of a cell, and of each sign."""
        yield (
            _(
                "A row for each player, a column for each round: the others, and below them the "
                "table."
            )
            if self._alone
            else _(
                "A row for each player, a column for each round: the partner, the side, and below "
                "them the table."
            )
            if self._of_players
            else _(
                "A row for each pair, a column for each round: opponents, direction, and below "
                "them the table."
            )
        )
        if self.signs and not self._alone:
            yield f"{_SIDE_SIGNS[Side.NS]} {_('North–South')}"
            yield f"{_SIDE_SIGNS[Side.EW]} {_('East–West')}"
        if not self.away_in_words:
            for one in self.said.away:
                yield f"{_AWAY_SIGNS[one]} {away_text(one)}"

    @property
    def _of_players(self) -> bool:
        return any(one.is_player for one in self.grid.contestants)

    @property
    def _alone(self) -> bool:
        return any(one.alone for one in self.grid.contestants)

    def _width(self, sheet: slice) -> float:
        rounds = len(self.grid.rounds[sheet])
        return 2 * self.number + self.name + rounds * self.column

    def _head(self, sheet: slice) -> Block:
        height = self.size * LEADING + 5
        pair = fit(
            _("Player") if self._of_players else _("Pair"), self.name, self.size * 0.86, BOLD
        )
        rounds = self.grid.rounds[sheet]
        numbers = [fit(str(one.number), self.column, self.size, BOLD) for one in rounds]

        def draw(canvas: Canvas, x: float, top: float) -> None:
            draw_text(canvas, pair, x + self.number + _PADDING, top)
            for index, number in enumerate(numbers):
                draw_text(canvas, number, self._middle(x, index), top, align=Align.CENTRE)
            draw_rule(canvas, x, x + self._width(sheet), top - height, 1)

        return Block(height, draw)

    def _middle(self, x: float, index: int) -> float:
        return x + self.number + self.name + (index + 0.5) * self.column

    def _row(self, row: GridRow, sheet: slice, head: Block) -> Block:
        number = fit(str(row.contestant.number), self.number, self.size, BOLD)
        name = fit(row.contestant.name, self.name - 2 * _PADDING, self.size * 0.9)
        height = max(self.cell_height, name.height) + 2 * _PADDING
        cells = row.cells[sheet]

        def draw(canvas: Canvas, x: float, top: float) -> None:
            y = top - _PADDING
            right = x + self._width(sheet)
            draw_text(canvas, number, x + self.number - _PADDING, y, align=Align.RIGHT)
            draw_text(canvas, number, right - _PADDING, y, align=Align.RIGHT)
            draw_text(canvas, name, x + self.number + _PADDING, y)
            for index, cell in enumerate(cells):
                self._draw_cell(canvas, cell, self._middle(x, index), y)
            draw_rule(canvas, x, right, top - height, 0.25)

        return Block(height, draw, repeated=head)

    def _draw_cell(self, canvas: Canvas, cell: Cell | Away, middle: float, top: float) -> None:
        small, inner = self.size * _SMALL, self.column - 2 * _PADDING
        if isinstance(cell, Away):
            away = fit(_AWAY_SIGNS[cell], inner, self.size, BOLD)
            if self.away_in_words:
                away = fit(away_text(cell), inner, small, least=_LEAST_WORD / small)
            draw_text(canvas, away, middle, top, align=Align.CENTRE, ink=GREY)
            return
        number = fit(cell.numbers, inner, self.figures, BOLD, least=0.4)
        text, font = _side_text(cell.side, self.signs), _side_font(self.signs)
        side = fit(text, inner, small, font, least=1)
        gap = small * 0.32
        left = middle - (number.width + gap + side.width) / 2
        draw_text(canvas, number, left, top)
        draw_text(canvas, side, left + number.width + gap, top + (small - self.size) * 0.95)
        table = fit(cell.table, inner, small, least=1)
        draw_text(canvas, table, middle, top - self.size * LEADING, align=Align.CENTRE)


def _side_text(side: Party, signs: bool) -> str:
    if isinstance(side, Seat):
        return ""  # where everybody plays alone seats are told by other papers
    return _SIDE_SIGNS[side] if signs else label(side)


def _side_font(signs: bool) -> str:
    return BOLD if signs else REGULAR
