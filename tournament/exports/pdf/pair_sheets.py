"""Pair sheets: a pair's whole championship, hand by hand, for the pair to take home.

A group of lines a round: against whom and where, then each hand with its announcements, the points
of both sides, the hand score, between which results it was compared, and the final score.

Short sheets share a page: their rounds stand in two columns, and the page is cut in half. Two
columns also save a longer one its second page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.pdfgen.canvas import Canvas

from tournament.core.labels import label
from tournament.core.numbers import NOTHING, mean_text, score_text, signed_text
from tournament.exports.heading import Heading
from tournament.exports.pdf.cards import Card, card_pages, card_size
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import PADDING, Column, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY, draw_rule
from tournament.exports.pdf.paper import (
    COLUMN_GAP,
    Block,
    Page,
    column_width,
    fill,
    height_of,
    paragraph,
    space,
    stacked,
)
from tournament.exports.pdf.text import Align, draw_text, fit
from tournament.exports.rows import round_title, sheet_line_remark
from tournament.results.kinds.dealt_hand import announced, points_text
from tournament.standings.columns import rank_text
from tournament.standings.lines import StandingsLine
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.dealt_hands.pair_sheet import (
    HandsOfRound,
    PairSheet,
    PairSheetLine,
)
from tournament.standings.remarks import withdrawn_text

_DENSITIES = ((8.5, 1.7), (8.0, 0.9))
"""Size of the letters and room above and below a line, in points: roomy and close."""
_IN_COLUMNS = ((8.5, 1.4), (8.2, 0.6))
"""Size of the letters and room above and below a line where rounds stand in two columns, in points:
roomy and close."""
_TOTAL = 40.0
"""Width of a round's total, in points."""
_Matches = Sequence[tuple[HandsOfRound, Sequence[Row]]]
"""A pair's rounds, each with its hands as they stand in the table."""


Told = Callable[[int, int], None]


def pair_sheets_pages(
    heading: Heading, sheets: Sequence[PairSheet], told: Told = lambda _done, _of: None
) -> Iterator[Page]:
    """Yield the sheets of all pairs: two a page where each fits into half a page, else one by one.

    `told` hears how many of them are laid out.
    """
    _width, half = card_size(heading, 1, 2)
    for density in _IN_COLUMNS:
        halves = []
        for sheet in sheets:
            blocks = [_whose(heading), *_compact(heading, sheet, *density)]
            if height_of(blocks) > half:
                break
            halves.append(Card(stacked(blocks), bookmark=_title(sheet)))
        else:
            told(len(sheets), len(sheets))
            yield from card_pages(heading, halves, 1, 2)
            return
    for done, sheet in enumerate(sheets, start=1):
        yield from pair_sheet_pages(heading, sheet)
        told(done, len(sheets))


def pair_sheet_pages(heading: Heading, sheet: PairSheet) -> list[Page]:
    """Return the pages of one pair; the first bears a bookmark with its number and name.

    The lines stand closer, or the rounds in two columns, where that saves pages.
    """
    matches = [(group, [_row(line) for line in group.lines]) for group in sheet.groups]
    roomy, close = _DENSITIES
    pages = _pages(heading, sheet, matches, *roomy)
    if len(pages) == 1:
        return pages  # no page to save, so it is laid out once
    for density in _IN_COLUMNS:
        blocks = _compact(heading, sheet, *density)
        if height_of(blocks) <= body_box(heading).height:
            return fill(blocks, heading)
    closer = _pages(heading, sheet, matches, *close)
    return closer if len(closer) < len(pages) else pages


def _title(sheet: PairSheet) -> str:
    return _("Pair %(number)s: %(name)s") % {
        "number": sheet.contestant.number,
        "name": sheet.contestant.name,
    }


def _whose(heading: Heading) -> Block:
    """Return the part of the page's heading that a half repeats, as it is cut off."""
    parts = filter(None, [heading.championship, heading.subtitle, heading.status])
    return paragraph(" · ".join(parts), body_box(heading).width, 8, ink=GREY)


def _compact(heading: Heading, sheet: PairSheet, size: float, padding: float) -> list[Block]:
    """Return a sheet with its rounds in two columns; remarks stand below their hands."""
    width = body_box(heading).width
    matches = [(group, [_row_in_columns(line) for line in group.lines]) for group in sheet.groups]
    blocks = [*_head(sheet, width, gap=5)]
    if not matches:
        return [*blocks, paragraph(_("No round has been closed yet."), width, 11)]
    each, middle = column_width(width, 2), -(-len(matches) // 2)
    columns = [
        list(_table(part, each, size, padding, in_columns=True))
        for part in (matches[:middle], matches[middle:])
        if part
    ]
    blocks += [_side_by_side(columns, each), space(4)]
    return [*blocks, paragraph(_note(), width, 8, ink=GREY)]


def _side_by_side(columns: Sequence[Sequence[Block]], width: float) -> Block:
    def draw(canvas: Canvas, x: float, top: float) -> None:
        for index, column in enumerate(columns):
            y = top
            for block in column:
                block.draw(canvas, x + index * (width + COLUMN_GAP), y)
                y -= block.height

    return Block(max(map(height_of, columns)), draw)


def _head(sheet: PairSheet, width: float, *, gap: float) -> Iterator[Block]:
    """Yield the pair's names, and its place in the standings."""
    title = _title(sheet)
    first = paragraph(title, width, 13, font_name=BOLD)
    yield replace(first, bookmark=title, keep=2)
    yield space(3)
    yield from (paragraph(fact, width, 9) for fact in _facts(sheet))
    yield space(gap)


def _pages(
    heading: Heading, sheet: PairSheet, matches: _Matches, size: float, padding: float
) -> list[Page]:
    width = body_box(heading).width
    blocks = [*_head(sheet, width, gap=9)]
    if matches:
        *above, last = _table(matches, width, size, padding)
        blocks += [*above, replace(last, keep=2), space(7)]  # a note alone tells nothing
        blocks.append(paragraph(_note(), width, 8.5, ink=GREY))
    else:
        blocks.append(paragraph(_("No round has been closed yet."), width, 11))
    return fill(blocks, heading)


def _facts(sheet: PairSheet) -> Iterator[str]:
    """Yield who the pair are, then where they stand."""
    contestant = sheet.contestant
    if contestant.has_own_name and contestant.players:
        yield _("Players: %(names)s") % {"names": " – ".join(contestant.players)}
    if contestant.substitutes:
        yield _("Substitutes: %(names)s") % {"names": ", ".join(contestant.substitutes)}
    if contestant.club:
        yield _("Club: %(name)s") % {"name": contestant.club}
    if contestant.withdrawn_from is not None:
        yield withdrawn_text(contestant.withdrawn_from)
    if sheet.standing is not None:
        yield from _standing(sheet, sheet.standing)


def _standing(sheet: PairSheet, line: StandingsLine[HandFigures]) -> Iterator[str]:
    rank = (
        _("Final rank: %(rank)s of %(pairs)s")
        if sheet.final
        else _("Provisional rank: %(rank)s of %(pairs)s")
    )
    parts = [
        rank % {"rank": rank_text(line), "pairs": sheet.ranked},
        _("total %(total)s") % {"total": score_text(line.figures.total)},
        _("mean %(mean)s") % {"mean": mean_text(line.figures.mean)},
        _("hands %(count)s") % {"count": line.figures.hands},
        _("sum of hand scores %(sum)s") % {"sum": signed_text(line.figures.hand_score_sum)},
        _("best results %(count)s") % {"count": line.figures.best_results},
        _("rule-breaks %(count)s") % {"count": line.figures.infractions},
    ]
    # With hard spaces, so that no figure stands on another line than its name.
    yield " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)
    for one in line.deductions:
        yield _("%(points)s deducted from the total: %(reason)s") % {
            "points": score_text(one.points),
            "reason": one.reason,
        }
    if line.tie_text:
        yield line.tie_text


def _table(
    matches: _Matches, width: float, size: float, padding: float, *, in_columns: bool = False
) -> Iterator[Block]:
    room = 2.5 if in_columns else PADDING
    columns = (
        Column(_("Hand"), Align.RIGHT, bold=True, padding=room),
        Column(_("Announced"), stretch=1, padding=room),
        Column(_("Points"), Align.RIGHT, padding=room),
        Column(_("Hand score"), Align.RIGHT, padding=room),
        Column(pgettext("of compared results", "Field"), Align.RIGHT, padding=room),
        Column(_("Hand points"), Align.RIGHT, bold=True, padding=room),
        *(() if in_columns else (Column(_("Remark"), stretch=1.5),)),
    )
    rows = [row for _group, of_match in matches for row in of_match]
    grid = make_grid(columns, rows, width, size, anchor=int(in_columns), row_padding=padding)
    head = grid.head()
    yield replace(head, keep=2)
    for group, of_match in matches:
        # A match is read as a whole, so it is not divided between pages.
        title = _match(group, width, size if in_columns else size + 1)
        yield replace(title, repeated=head, keep=len(group.lines))
        yield from grid.rows(of_match)


def _match(group: HandsOfRound, width: float, size: float) -> Block:
    """Return the round, against whom and where, and on the right its total."""
    total = fit(score_text(group.total), _TOTAL, size, BOLD)
    text = fit(_where(group), width - _TOTAL - 2 * PADDING, size, BOLD, least=0.85)
    height = text.height + 7

    def draw(canvas: Canvas, x: float, top: float) -> None:
        draw_text(canvas, text, x + PADDING, top - 5)
        draw_text(canvas, total, x + width - PADDING, top - 5, align=Align.RIGHT)
        draw_rule(canvas, x, x + width, top - height, 0.5)

    return Block(height, draw)


def _where(group: HandsOfRound) -> str:
    if not group.lines:
        return f"{round_title(group.round)} · " + pgettext("pair", "rests")
    first = group.lines[0]
    opponents = first.opponents.contestant
    against = {"number": opponents.number, "name": opponents.name}
    return " · ".join(
        [
            round_title(group.round),
            _("table %(name)s") % {"name": first.entry.table_name},
            label(first.side),
            _("against %(number)s %(name)s") % against,
        ]
    )


def _row(line: PairSheetLine) -> Row:
    field = line.field
    return Row(
        (
            str(line.entry.deal),
            announced(line.entry.announcement),
            points_text(line.own.points, line.opponents.points),
            signed_text(line.own.hand_score),
            f"{signed_text(field.low)} … {signed_text(field.high)}" if field.count else NOTHING,
            score_text(line.own.final),
            sheet_line_remark(line),
        )
    )


def _row_in_columns(line: PairSheetLine) -> Row:
    *cells, remark = _row(line).cells
    return Row(tuple(cells), below=(remark,))


def _note() -> str:
    return _(
        "Points are this pair's, then its opponents'. The field is the lowest and the highest "
        "hand score of all pairs that held the same cards."
    )
