"""All hand sheets as a workbook: a worksheet a round, its hands one below the other.

Each line names its hand, so that the lines can be filtered and copied elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.seats import Side
from tournament.core.finality import is_final
from tournament.core.labels import label
from tournament.exports.excel.book import Book, Progress, Sheet
from tournament.exports.excel.cells import (
    BAND,
    FIELD,
    NOTE,
    NUMBER,
    SIGNED,
    STRONG_SCORE,
    TEXT,
    Value,
)
from tournament.exports.excel.sheets import (
    Cell,
    SheetColumn,
    finish_sheet,
    fit_a_page,
    fitting_width,
    head_sheet,
    write_row,
)
from tournament.exports.heading import Heading
from tournament.exports.rows import (
    HandRow,
    cancelled_note,
    hand_conditions,
    hand_row,
    hand_title,
    note_on_cells,
    note_on_corrections,
    remark_at_table,
    round_title,
)
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.tables import group_title

_ANNOUNCED = 9
"""Column of the announcements; those of the hand scores follow it."""


Corrections = Mapping[int, datetime]
"""End of the time for corrections at a pair's request, by round."""


def corrections_of(scores: DealtScores) -> Corrections:
    """Return until when results can be corrected, or could be; empty after the end."""
    return {} if is_final(scores.stage.championship) else scores.states.corrections


def hand_sheets_workbook(
    heading: Heading,
    sheets: Mapping[int, HandSheet],
    progress: Progress | None = None,
    *,
    corrections: Corrections = MappingProxyType({}),
) -> bytes:
    """Return the sheets of all given hands, in the order of their numbers."""
    book = Book(heading, progress=progress, steps=len(sheets))
    ordered = [sheets[deal] for deal in sorted(sheets)]
    for number, of_round in groupby(ordered, key=lambda sheet: sheet.round):
        round_sheet(book, heading, number, list(of_round), corrections)
    if not ordered:
        notes = [_("No round has been closed yet.")]
        head_sheet(book.add_sheet(heading.title), heading, [], notes=notes)
    return book.content()


def round_sheet(
    book: Book,
    heading: Heading,
    number: int,
    hands: Sequence[HandSheet],
    corrections: Corrections,
) -> None:
    """Add the worksheet of a round; it says until when its results can still be corrected."""
    until = corrections.get(number)
    if until is not None and until <= heading.made_at:
        until = None
    notes = [note_on_corrections(until), note_on_cells()]
    rows = {sheet.deal: [hand_row(entry) for entry in sheet.entries] for sheet in hands}
    remarks = [remark_at_table(sheet, row) for sheet in hands for row in rows[sheet.deal]]
    columns = _columns([row for of_hand in rows.values() for row in of_hand], remarks)
    sheet = book.add_sheet(round_title(number))
    row = head_sheet(sheet, heading, columns, notes=notes, frozen=2)
    for hand in hands:
        row = _write_hand(sheet, row, hand, rows[hand.deal], columns) + 1
    finish_sheet(sheet, columns=len(columns), last_row=row - 2)


def _columns(rows: Sequence[HandRow], remarks: Sequence[str]) -> list[SheetColumn]:
    names = [own.contestant.name for row in rows for own in row.sides]
    pair = fitting_width(names, least=16, most=34)
    columns = [
        SheetColumn(_("Hand"), 6, figures=True),
        SheetColumn(_("Table"), fitting_width([row.table for row in rows], least=7, most=18)),
        SheetColumn(pgettext("column", "No."), 5, figures=True),
        SheetColumn(_("North–South"), pair),
        SheetColumn(pgettext("column", "No."), 5, figures=True),
        SheetColumn(_("East–West"), pair),
        *_of_both_sides(pgettext("column", "Points"), 8),
        SheetColumn(
            pgettext("column", "Announced"),
            fitting_width([row.announced for row in rows], least=15, most=22),
        ),
        *_of_both_sides(_("Hand score"), 12),
        *_of_both_sides(_("Hand points"), 12),
        SheetColumn(_("Remarks"), fitting_width(remarks, least=14, most=40)),
    ]
    return fit_a_page(columns)


def _of_both_sides(title: str, width: int) -> list[SheetColumn]:
    return [SheetColumn(f"{title}\n{label(side)}", width, figures=True) for side in Side]


def _write_hand(
    sheet: Sheet,
    row: int,
    hand: HandSheet,
    rows: Sequence[HandRow],
    columns: Sequence[SheetColumn],
) -> int:
    """Write a hand's block from `row` down; return the row after it."""
    for column in range(1, len(columns) + 1):
        sheet.put(row, column, None, BAND)
    sheet.put(row, 1, f"{hand_title(hand.deal)} · {hand_conditions(hand.deal)}", BAND)
    row += 1
    if note := cancelled_note(hand):
        sheet.put(row, 1, note, NOTE)
        row += 1
    for one in rows:
        write_row(sheet, row, _cells(hand, one), columns)
        row += 1
    sheet.book.step()
    if note:
        return row
    for name, part in hand.compared:
        row = _write_fields(sheet, row, group_title(name) if name else "", part)
    return row


def _write_fields(sheet: Sheet, row: int, group: str, hand: HandSheet) -> int:
    """Write between which values each field lies; return the row after it."""
    for word, scores in (
        (_("lowest compared"), [field.low for field in hand.fields]),
        (_("highest compared"), [field.high for field in hand.fields]),
    ):
        sheet.put(row, _ANNOUNCED, f"{group}: {word}" if group else word, NOTE)
        for column, score in enumerate(scores, start=_ANNOUNCED + 1):
            sheet.put(row, column, score, FIELD)
        row += 1
    return row


def _cells(hand: HandSheet, row: HandRow) -> list[Cell]:
    pairs: list[Cell] = []
    for own in row.sides:
        pairs += [(own.contestant.number, NUMBER), (own.contestant.name, TEXT)]
    return [
        (hand.deal, NUMBER),
        (table_value(row.table), TEXT),
        *pairs,
        *((own.points, NUMBER) for own in row.sides),
        (row.announced, TEXT),
        *((own.hand_score, SIGNED) for own in row.sides),
        *((own.final, STRONG_SCORE) for own in row.sides),
        (remark_at_table(hand, row), TEXT),
    ]


def table_value(name: str) -> Value:
    """Return a table's name; a number where it is one, so that tables sort by it."""
    return int(name) if name.isdecimal() and str(int(name)) == name else name
