"""Hand sheets of a round: each hand with its diagram, every table's result, and its score.

Two on a page with the pairs' names, or four with their numbers alone, in the largest letters with
which every sheet fits into its half or quarter of a page. With too many tables for that, sheets
follow one another from column to column, undivided if they fit into one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.pdfgen.canvas import Canvas

from scoring.duplicate.scores import Field
from scoring.game.seats import Side
from tournament.analysis.queries import HandWorth
from tournament.core.labels import label
from tournament.core.numbers import NOTHING, score_text, signed_range_text, signed_text
from tournament.deals.queries import DealtHand
from tournament.exports.heading import Heading
from tournament.exports.pdf.diagrams import Letters, draw_diagram, letters_words
from tournament.exports.pdf.frame import Box, body_box
from tournament.exports.pdf.grid import Column, Grid, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import (
    COLUMN_GAP,
    Block,
    Page,
    column_width,
    fill,
    paragraph,
    space,
)
from tournament.exports.pdf.text import LEADING, Align, draw_text, fit
from tournament.exports.pdf.worth import Worths, draw_worth, explanation
from tournament.exports.rows import HandRow, cancelled_note, hand_conditions, hand_row, hand_title
from tournament.models import Outcome
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet
from tournament.standings.tables import group_title

_COLUMNS = 2
_GAP = 14.0
"""Room between a sheet and the one below it."""
_AFTER_DIAGRAM = 4.0


@dataclass(frozen=True, slots=True)
class _Style:
    """Layout of sheets: wide pages with a sheet a column, or upright ones with two."""

    wide: bool
    in_a_column: int
    names: bool
    letters: Letters
    sizes: tuple[float, ...]
    """Sizes of the table's letters, the first that fits is taken."""
    flowing: float
    """Size of the table's letters where none fits."""
    row_padding: float
    largest_with_could: float
    """The largest size that leaves room for the words beside what could have been."""
    could: bool = False
    """Whether there is a column of the makers' best possible score."""


_STYLES = {
    2: _Style(
        wide=True,
        in_a_column=1,
        names=True,
        letters=Letters(cards=9.0, line=10.0, name=7.2),
        sizes=(8.5, 8.0, 7.5, 7.0, 6.5, 6.25, 6.0),
        flowing=7.0,
        row_padding=1.0,
        largest_with_could=8.5,
    ),
    4: _Style(
        wide=False,
        in_a_column=2,
        names=False,
        letters=Letters(cards=9.0, line=10.4, name=7.0),
        sizes=(8.0, 7.5, 7.0, 6.5),
        flowing=7.0,
        row_padding=1.4,
        largest_with_could=7.0,
    ),
}
PER_PAGE: tuple[int, ...] = tuple(_STYLES)
"""Possible numbers of sheets on a page, the usual number first."""

Hands = Mapping[int, DealtHand]
"""Hands by their numbers."""


def hand_sheet_pages(
    heading: Heading,
    sheets: Sequence[HandSheet],
    hands: Hands,
    worths: Worths,
    *,
    per_page: int = PER_PAGE[0],
) -> list[Page]:
    """Return the sheets of some hands; those of `hands` are drawn above their results.

    Their known worth is added, and beside each result the makers' best possible score. `per_page`
    is one of `PER_PAGE`.
    """
    pages = _pages(heading, sheets, hands, worths, per_page)
    if any(sheet.deal in hands for sheet in sheets):
        for page in pages:
            box = body_box(heading, wide=page.wide)
            # In the room between the body and the foot, so that it costs the results none.
            letters = paragraph(" · ".join(letters_words()), box.width, 6.2, ink=GREY)
            page.placed.append((box.left, box.bottom, letters))
    return pages


def _pages(
    heading: Heading, sheets: Sequence[HandSheet], hands: Hands, worths: Worths, per_page: int
) -> list[Page]:
    could = any(worths[sheet.deal].points for sheet in sheets if sheet.deal in worths)
    style = replace(_STYLES[per_page], could=could)
    box = body_box(heading, wide=style.wide)
    width = column_width(box.width, _COLUMNS)
    rows = [list(_rows_of(sheet, worths.get(sheet.deal), style)) for sheet in sheets]
    legend = _legend(box.width) if could else space(0)
    room = (box.height - legend.height - (style.in_a_column - 1) * _GAP) / style.in_a_column
    most = style.largest_with_could if could else inf
    for size in style.sizes:
        if size > most:
            continue
        if max(map(len, rows), default=0) * (size * LEADING + style.row_padding) > room:
            continue  # without measuring names
        made = _sheets(sheets, hands, worths, rows, width, size, style)
        if all(_height(parts) <= room for parts in made):
            return _in_their_places(made, heading, style, room, legend)
    made = _sheets(sheets, hands, worths, rows, width, min(most, style.flowing), style)
    flowing = list(_one_after_the_other(made, box))
    if could:
        flowing.insert(0, _legend(width))
    return fill(flowing, heading, wide=style.wide, columns=_COLUMNS)


def _legend(width: float) -> Block:
    """Return the meaning of the figures of the analysis."""
    could = _(
        "Could have: the hand score of the makers with all cards known, with the table's call."
    )
    text = paragraph(f"{could} {explanation()}", width, 6.2, ink=GREY)
    return Block(text.height + 3, text.draw)


def _height(parts: Sequence[Block]) -> float:
    return sum(part.height for part in parts)


def _in_their_places(
    made: Sequence[Sequence[Block]], heading: Heading, style: _Style, room: float, legend: Block
) -> list[Page]:
    """Return every sheet in a part of a page of its own, row by row, all of one height."""
    box = body_box(heading, wide=style.wide)
    step = column_width(box.width, _COLUMNS) + COLUMN_GAP
    pages: list[Page] = []
    for index, parts in enumerate(made):
        place, column = divmod(index % (_COLUMNS * style.in_a_column), _COLUMNS)
        if column == place == 0:
            pages.append(Page(heading, style.wide, [(box.left, box.top, legend)]))
        top = box.top - legend.height - place * (room + _GAP)
        for part in parts:
            pages[-1].placed.append((box.left + column * step, top, part))
            top -= part.height
    return pages or [Page(heading, style.wide)]


def _one_after_the_other(made: Sequence[Sequence[Block]], box: Box) -> Iterator[Block]:
    for index, parts in enumerate(made):
        if index:
            yield space(_GAP)
        yield _kept_whole(parts) if _height(parts) <= box.height else parts[0]
        yield from parts[1:]


def _kept_whole(parts: Sequence[Block]) -> Block:
    first = parts[0]
    return Block(first.height, first.draw, keep=len(parts) - 1, bookmark=first.bookmark)


def _sheets(
    sheets: Sequence[HandSheet],
    hands: Hands,
    worths: Worths,
    rows: Sequence[Sequence[Row]],
    width: float,
    size: float,
    style: _Style,
) -> list[list[Block]]:
    """Return each sheet's blocks, with the letters of its table in that size."""
    every_row = [row for of_sheet in rows for row in of_sheet]
    columns = _columns_with_names(size, style) if style.names else _columns_with_numbers(style)
    anchor = 3 if style.names else 1
    grid = make_grid(columns, every_row, width, size, anchor=anchor, row_padding=style.row_padding)
    return [
        list(_sheet(sheet, hands.get(sheet.deal), worths.get(sheet.deal), of_sheet, grid, style))
        for sheet, of_sheet in zip(sheets, rows)
    ]


def _columns_with_names(size: float, style: _Style) -> tuple[Column, ...]:
    """Return the columns for two rows a table: North–South, and East–West below."""
    hand_score = _("Hand score")
    scores: tuple[Column, ...]
    if style.could:
        made = pgettext("column", "made")
        scores = (Column(made, Align.RIGHT, group=hand_score, padding=2), _could_column(hand_score))
    else:
        scores = (Column(hand_score, Align.RIGHT, padding=2, least=5.9 * size),)
    return (
        Column(_("Table"), bold=True, padding=2, most=44),
        Column("", padding=2),
        Column(pgettext("column", "No."), Align.RIGHT, padding=2),
        Column(_("Pair"), stretch=1, padding=2),
        Column(pgettext("column", "Announced"), padding=2, most=7.2 * size),
        Column(pgettext("column", "Points"), Align.RIGHT, padding=2),
        *scores,
        Column(_("Hand points"), Align.RIGHT, bold=True, padding=2),
    )


def _columns_with_numbers(style: _Style) -> tuple[Column, ...]:
    """Return the columns for a row a table, its sides beside each other."""

    def of_sides(group: str, *, bold: bool = False) -> Iterator[Column]:
        for side in Side:
            yield Column(label(side), Align.RIGHT, group=group, bold=bold, padding=2)

    hand_score = _("Hand score")
    return (
        Column(_("Table"), bold=True, padding=1, most=38),
        *of_sides(_("Pairs")),
        *of_sides(pgettext("column", "Points")),
        Column(pgettext("column", "Announced"), stretch=1, padding=2),
        *of_sides(hand_score),
        *((_could_column(hand_score),) if style.could else ()),
        *of_sides(_("Hand points"), bold=True),
    )


def _could_column(group: str) -> Column:
    return Column(pgettext("column", "could"), Align.RIGHT, group=group, padding=2)


def _rows_of(sheet: HandSheet, worth: HandWorth | None, style: _Style) -> Iterator[Row]:
    for entry in sheet.entries:
        could = _could_have(worth, entry) if worth and worth.points else ""
        yield from _rows(hand_row(entry), sheet.makers, could, style)


def _could_have(worth: HandWorth, entry: HandEntry) -> str:
    """Return the makers' hand score with all cards known, as this table called.

    That of the best call is equal for all tables and stands beside the diagram.
    """
    if entry.outcome != Outcome.PLAYED:
        return ""
    return signed_range_text(worth.hand_score(entry.announcement.trump))


def _rows(row: HandRow, makers: Side, could: str, style: _Style) -> Iterator[Row]:
    """Yield a table's result as it stands in either kind of table."""
    scores = tuple(signed_text(own.hand_score) for own in row.sides)
    finals = tuple(score_text(own.final) for own in row.sides)
    points = tuple(_points(own.points) for own in row.sides)
    numbers = tuple(str(own.contestant.number) for own in row.sides)
    if not style.names:
        both = (could,) if style.could else ()
        cells = (row.table, *numbers, *points, row.announced, *scores, *both, *finals)
        yield Row(cells, below=(row.remark,))
        return
    of_side = tuple((could if makers is side else "",) if style.could else () for side in Side)
    sides = tuple(map(label, Side))
    names = tuple(own.contestant.name for own in row.sides)
    first, second = zip(sides, numbers, names, (row.announced, ""))
    last = tuple(
        (made, score, *both, final)
        for made, score, both, final in zip(points, scores, of_side, finals)
    )
    yield Row((row.table, *first, *last[0]), goes_on=True)
    yield Row(("", *second, *last[1]), below=(row.remark,))


def _points(points: int | None) -> str:
    return NOTHING if points is None else str(points)


def _sheet(
    sheet: HandSheet,
    hand: DealtHand | None,
    worth: HandWorth | None,
    rows: Sequence[Row],
    grid: Grid,
    style: _Style,
) -> Iterator[Block]:
    yield _head(sheet, hand, worth, grid.width, style.letters)
    if note := cancelled_note(sheet):
        yield paragraph(note, grid.width, 9)
        yield space(3)
    if not rows:
        if not note:
            yield paragraph(_("No table played this hand."), grid.width, 9)
        return
    yield from grid.table(rows)
    if note:
        return
    yield space(3)
    for name, part in sheet.compared:
        told = " · ".join(_field(side, field) for side, field in part.fields.items())
        told = f"{group_title(name)} · {told}" if name else told
        yield paragraph(told, grid.width, 6.8, ink=GREY)


def _head(
    sheet: HandSheet,
    hand: DealtHand | None,
    worth: HandWorth | None,
    width: float,
    letters: Letters,
) -> Block:
    """Return the hand's number, its dealer, and its diagram."""
    title = fit(hand_title(sheet.deal), width * 0.38, 13, BOLD, least=0.5)
    conditions = fit(hand_conditions(sheet.deal), width * 0.6, 8, least=0.5)
    diagram = letters.height + _AFTER_DIAGRAM if hand else 0.0

    def draw(canvas: Canvas, x: float, top: float) -> None:
        draw_text(canvas, title, x, top)
        below = top - (title.size - conditions.size) * 0.95
        draw_text(canvas, conditions, x + width, below, align=Align.RIGHT, ink=GREY)
        if hand:
            box = Box(x, top - 19 - letters.height, width, letters.height)
            draw_diagram(canvas, hand, box, letters)
            if worth:
                draw_worth(canvas, worth, box, letters)

    # A title keeps the first rows with it, so that it never stands at a page's foot.
    return Block(19 + diagram, draw, keep=3, bookmark=hand_title(sheet.deal))


def _field(side: Side, field: Field) -> str:
    """Return between which hand scores the final scores of a side lie."""
    words = {
        "side": label(side),
        "low": signed_text(field.low),
        "high": signed_text(field.high),
        "count": field.count,
    }
    if not field.count:
        return _("%(side)s: nothing to compare") % words
    if field.low == field.high:
        return _("%(side)s: flat, all %(low)s") % words
    return _("%(side)s: hand scores from %(low)s to %(high)s, %(count)s compared") % words
