"""Tables on paper: hairlines between rows, no upright lines, figures aligned at the right.

Columns are as wide as their content; those that stretch share the rest. Nothing is cut: a cell
shrinks a little or takes several lines, and its row grows with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf

from reportlab.pdfgen.canvas import Canvas

from tournament.exports.pdf.ink import BLACK, BOLD, GREY, REGULAR, draw_rule
from tournament.exports.pdf.paper import Block
from tournament.exports.pdf.text import LEADING, Align, Fitted, draw_text, fit, text_width

HEAD_SIZE = 0.86
"""Size of a column's title, and of secondary lines, as a part of the table's size."""

PADDING = 5.0
"""Room on each side of a cell, in points, unless its column says otherwise."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, and the layout of its cells.

    Neighbours with one `group` stand together under that word. `stretch` is its share of the room
    left over; 0 for a column that is as wide as its content, at least `least` and up to `most`
    points.
    """

    title: str
    align: Align = Align.LEFT
    group: str = ""
    bold: bool = False
    stretch: float = 0
    padding: float = PADDING
    """Room on each side, in points."""
    least: float = 0
    most: float = inf


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: a text a column, and secondary lines.

    The lines `below` stand under the cell of column `anchor`; a text there may run on to the right
    edge of the table, and then they stand under all cells.
    """

    cells: tuple[str, ...]
    below: tuple[str, ...] = ()
    strong: bool = False
    goes_on: bool = False
    """Whether the next row belongs to it: no line, little room and no page break between."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table's columns with their widths in points, at a size of letters in points."""

    columns: tuple[Column, ...]
    widths: tuple[float, ...]
    size: float
    row_padding: float = 3.5
    anchor: int = 0
    """The column in which the secondary lines of a row begin."""

    @property
    def width(self) -> float:
        return sum(self.widths)

    def head(self) -> Block:
        """Return the titles, over a rule; repeated on every page the table goes on to."""
        size = self.size * HEAD_SIZE
        titles = [
            fit(column.title, self._inner(index), size, BOLD)
            for index, column in enumerate(self.columns)
        ]
        deepest = max(title.height for title in titles)
        groups = self._groups(size)
        over = size * LEADING + 3 if groups else 0.0
        height = over + deepest + 5

        def draw(canvas: Canvas, x: float, top: float) -> None:
            for left, right, text in groups:
                middle = x + (left + right) / 2
                draw_text(canvas, text, middle, top, align=Align.CENTRE)
                draw_rule(canvas, x + left + 3, x + right - 3, top - over + 1.5, 0.4)
            base = top - over
            for index, title in enumerate(titles):
                self._draw_cell(canvas, index, title, x, base - (deepest - title.height), BLACK)
            draw_rule(canvas, x, x + self.width, top - height, 1)

        return Block(height, draw)

    def rows(self, rows: Sequence[Row]) -> Iterator[Block]:
        """Yield the rows, each a block that repeats the titles where it begins a page; the last one
        never stands there alone."""
        head = self.head()
        for number, row in enumerate(rows, start=1):
            block = self._row(row, head)
            yield replace(block, keep=1) if number == len(rows) - 1 else block

    def table(self, rows: Sequence[Row]) -> Iterator[Block]:
        head = self.head()
        yield Block(head.height, head.draw, keep=min(2, len(rows)))
        yield from self.rows(rows)

    def _row(self, row: Row, head: Block) -> Block:
        cells = [
            fit(
                text,
                self._inner(index),
                self.size,
                BOLD if row.strong or self.columns[index].bold else REGULAR,
            )
            for index, text in enumerate(row.cells)
        ]
        before = sum(self.widths[: self.anchor]) + self.columns[self.anchor].padding
        room = self.width - before - self.columns[-1].padding
        below = [fit(text, room, self.size * HEAD_SIZE, least=0.95) for text in row.below if text]
        deepest = max(cell.height for cell in cells)
        start = deepest
        if below and all(text.width <= self._inner(self.anchor) for text in below):
            start = cells[self.anchor].height + self._lowered(cells[self.anchor])
        after = 0.0 if row.goes_on else self.row_padding
        texts = max(deepest, start + sum(text.height for text in below))
        height = texts + self.row_padding + after

        def draw(canvas: Canvas, x: float, top: float) -> None:
            y = top - self.row_padding
            for index, cell in enumerate(cells):
                self._draw_cell(canvas, index, cell, x, y - self._lowered(cell), BLACK)
            y -= start
            for text in below:
                draw_text(canvas, text, x + before, y, ink=GREY)
                y -= text.height
            if not row.goes_on:
                draw_rule(canvas, x, x + self.width, top - height, 0.25)

        return Block(height, draw, repeated=head, keep=int(row.goes_on))

    def _lowered(self, cell: Fitted) -> float:
        """Return how much lower shrunk letters begin, to stand on their neighbours' line."""
        return (self.size - cell.size) * 0.95

    def _inner(self, index: int) -> float:
        return self.widths[index] - 2 * self.columns[index].padding

    def _draw_cell(
        self, canvas: Canvas, index: int, text: Fitted, x: float, top: float, ink: float
    ) -> None:
        column = self.columns[index]
        left = x + sum(self.widths[:index]) + column.padding
        at = {
            Align.LEFT: left,
            Align.CENTRE: left + self._inner(index) / 2,
            Align.RIGHT: left + self._inner(index),
        }[column.align]
        draw_text(canvas, text, at, top, align=column.align, ink=ink)

    def _groups(self, size: float) -> list[tuple[float, float, Fitted]]:
        """Return left and right edge of each group of columns, and its word."""
        found = []
        position = 0.0
        for word, members in groupby(zip(self.columns, self.widths), lambda pair: pair[0].group):
            width = sum(width for _column, width in members)
            if word:
                found.append((position, position + width, fit(word, width - 6, size, BOLD)))
            position += width
        return found


def make_grid(
    columns: Sequence[Column],
    rows: Sequence[Row],
    width: float,
    size: float,
    *,
    anchor: int = 0,
    row_padding: float = 3.5,
) -> Grid:
    """Return a table `width` points wide, its columns as wide as these rows and the titles need.

    With no column that stretches it is only as wide as it must be.
    """
    needed = [
        0.0 if column.stretch else _needed(column, [row.cells[index] for row in rows], size)
        for index, column in enumerate(columns)
    ]
    _make_room_for_groups(columns, needed, size)
    shares = sum(column.stretch for column in columns)
    rest = max(0.0, width - sum(needed))
    widths = tuple(
        rest * column.stretch / shares if column.stretch else own
        for column, own in zip(columns, needed)
    )
    return Grid(tuple(columns), widths, size, row_padding=row_padding, anchor=anchor)


def _needed(column: Column, texts: Sequence[str], size: float) -> float:
    title = max(text_width(word, BOLD, size * HEAD_SIZE) for word in column.title.split() or [""])
    # Measured in bold: a strong row needs as much.
    content = max((text_width(text, BOLD, size) for text in set(texts)), default=0)
    return min(column.most, max(column.least, max(title, content) + 2 * column.padding + 0.2))


def _make_room_for_groups(columns: Sequence[Column], widths: list[float], size: float) -> None:
    """Widen the columns of a group whose word is wider than they are together."""
    for word, members in groupby(range(len(columns)), lambda index: columns[index].group):
        indices = list(members)
        if not word or any(columns[index].stretch for index in indices):
            continue
        lacking = text_width(word, BOLD, size * HEAD_SIZE) + 4 - sum(widths[i] for i in indices)
        for index in indices:
            widths[index] += max(0.0, lacking) / len(indices)
