"""The hand sheets of a round: every table's result of each hand, and what it scored.

Hands follow one another on a page as long as a whole sheet fits; a sheet too long for a page goes
on to the next with its titles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.pdfgen.canvas import Canvas

from scoring.championship import Field
from scoring.seats import Side
from tournament.core.labels import label
from tournament.core.numbers import NOTHING, score_text, signed_text
from tournament.exports.heading import Heading
from tournament.exports.pdf.fonts import BOLD
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Grid, Row, make_grid
from tournament.exports.pdf.ink import GREY
from tournament.exports.pdf.paper import Block, fill, paragraph, space, write
from tournament.exports.pdf.text import Align, draw_text, fit
from tournament.exports.rows import HandRow, hand_conditions, hand_row, hand_title
from tournament.standings.queries import HandSheet

_SIZE = 8.5
_NS_NAME = 2
"""The column in which remarks begin."""


def hand_sheets_pdf(heading: Heading, sheets: Sequence[HandSheet]) -> bytes:
    """The sheets of some hands, one after the other."""
    box = body_box(heading, wide=True)
    rows = [[_row(hand_row(entry)) for entry in sheet.entries] for sheet in sheets]
    every_row = [row for of_sheet in rows for row in of_sheet]
    grid = make_grid(_columns(), every_row, box.width, _SIZE, anchor=_NS_NAME, row_padding=3)
    blocks: list[Block] = []
    for sheet, of_sheet in zip(sheets, rows):
        parts = list(_sheet(sheet, of_sheet, grid))
        if sum(part.height for part in parts) <= box.height:
            parts[0] = _kept_whole(parts)
        blocks += [*parts, space(14)]
    return write(fill(blocks[:-1], heading, wide=True))


def _kept_whole(parts: Sequence[Block]) -> Block:
    first = parts[0]
    return Block(first.height, first.draw, keep=len(parts) - 1, bookmark=first.bookmark)


def _columns() -> tuple[Column, ...]:
    number, points = pgettext("column", "No."), pgettext("column", "Points")
    hand_score, final = _("Hand score"), _("Final score")
    ns, ew = label(Side.NS), label(Side.EW)
    return (
        Column(_("Table"), bold=True, padding=3),
        Column(number, Align.RIGHT, padding=3),
        Column(_("North–South"), stretch=1, padding=3),
        Column(number, Align.RIGHT, padding=3),
        Column(_("East–West"), stretch=1, padding=3),
        Column(ns, Align.RIGHT, group=points, padding=4),
        Column(ew, Align.RIGHT, group=points, padding=4),
        Column(pgettext("column", "Announced"), padding=4),
        Column(ns, Align.RIGHT, group=hand_score, padding=4),
        Column(ew, Align.RIGHT, group=hand_score, padding=4),
        Column(ns, Align.RIGHT, group=final, bold=True, padding=4),
        Column(ew, Align.RIGHT, group=final, bold=True, padding=4),
    )


def _row(row: HandRow) -> Row:
    return Row(
        (
            row.table,
            str(row.ns.number),
            row.ns.name,
            str(row.ew.number),
            row.ew.name,
            _points(row.ns_points),
            _points(row.ew_points),
            row.announced,
            signed_text(row.ns_hand_score),
            signed_text(row.ew_hand_score),
            score_text(row.ns_final),
            score_text(row.ew_final),
        ),
        below=(row.remark,),
    )


def _points(points: int | None) -> str:
    return NOTHING if points is None else str(points)


def _sheet(sheet: HandSheet, rows: Sequence[Row], grid: Grid) -> Iterator[Block]:
    title = fit(hand_title(sheet.deal), grid.width * 0.4, 13, BOLD)
    conditions = fit(hand_conditions(sheet.deal), grid.width * 0.58, 8.5)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        draw_text(canvas, title, x, top)
        draw_text(canvas, conditions, x + grid.width, top - 4, align=Align.RIGHT, ink=GREY)

    # A title keeps the first rows with it, so that it never stands at a page's foot.
    yield Block(title.height + 2, draw, keep=3, bookmark=hand_title(sheet.deal))
    if not rows:
        yield paragraph(_("No table played this hand."), grid.width, 10)
        return
    yield from grid.table(rows)
    fields = [(Side.NS, sheet.ns_field), (Side.EW, sheet.ew_field)]
    yield space(3)
    yield paragraph(
        " · ".join(_field(side, field) for side, field in fields), grid.width, 8, ink=GREY
    )


def _field(side: Side, field: Field) -> str:
    """Between which hand scores the final scores of a side lie."""
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
