"""The hand sheets of the auditor's workbook: from the raw results to final scores, by formulas.

Below each hand's tables stand its two fields: the lowest and the highest hand score compared, how
many there are, the rule-breaks counted with 0, and the average that comes of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from scoring.duplicate.settings import Settings
from scoring.game.seats import Side
from tournament.core.labels import label
from tournament.exports.excel.auditor.fields import write_fields
from tournament.exports.excel.auditor.layout import Column, FieldRows
from tournament.exports.excel.auditor.tables import table_cells
from tournament.exports.excel.book import Rows, Sheet
from tournament.exports.excel.cells import BAND, NOTE, NUMBER
from tournament.exports.excel.sheets import SheetColumn, finish_sheet, head_sheet
from tournament.exports.heading import Heading
from tournament.exports.rows import cancelled_note, hand_conditions, hand_title
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.tables import group_title

_READ = (Column.PAIR, Column.COMPARED, Column.BREAKS, Column.FINAL)
"""What the standings read of both sides."""
ROUNDS = "hands_round"
"""The name of the column of rounds."""
VOID = "hands_void"
"""The name of the column that says why a hand has no score."""
NUMBERS = "hands_number"
"""The name of the column of the hands' numbers, in which their titles stand too."""


def name_of(column: Column, side: Side) -> str:
    """The name of a side's column, as formulas use it."""
    return f"hands_{side.value}_{column.name}".lower()


def hands_sheet(sheet: Sheet, heading: Heading, scores: DealtScores) -> None:
    """All hands one below the other. There must be a result."""
    columns = _columns()
    notes = [_("Every figure is computed from the sheets of results and settings by a formula.")]
    first = row = head_sheet(sheet, heading, columns, notes=notes, frozen=3)
    settings = scores.stage.scoring_settings()
    place = 1
    for hand in scores.sheets.values():
        places = {entry.table_number: place + at for at, entry in enumerate(hand.entries)}
        for group, part in hand.compared:
            row = _write_hand(sheet, row, part, settings, places, group) + 1
        place += len(hand.entries)
        sheet.book.step()
    rows = Rows(sheet, first, row - 2)
    rows.name(ROUNDS, Column.ROUND)
    rows.name(NUMBERS, Column.HAND)
    rows.name(VOID, Column.VOID)
    for column in _READ:
        for side in Side:
            rows.name(name_of(column, side), column.of(side))
    finish_sheet(sheet, columns=len(columns), last_row=rows.last)


def _columns() -> list[SheetColumn]:
    both = (
        (_("Hand score"), 10),
        (_("Compared"), 12),
        (_("Rule-break"), 11),
        (_("Hand points"), 12),
    )
    return [
        SheetColumn(_("Hand"), 7, figures=True),
        SheetColumn(_("Round"), 8, figures=True),
        SheetColumn(_("Table"), 7, figures=True),
        SheetColumn(_("NS pair"), 8, figures=True),
        SheetColumn(_("EW pair"), 8, figures=True),
        SheetColumn(_("Trumps made by"), 10),
        SheetColumn(_("Points of NS"), 9, figures=True),
        SheetColumn(_("Trumps"), 12),
        SheetColumn(_("Double"), 11),
        SheetColumn(_("Rule-break"), 16),
        SheetColumn(_("Average awarded"), 17),
        SheetColumn(_("Without a score"), 22),
        *(
            SheetColumn(f"{title}\n{label(side)}", width, figures=True)
            for title, width in both
            for side in Side
        ),
        SheetColumn(_("Row in the results"), 11, figures=True),
    ]


def _write_hand(
    sheet: Sheet,
    row: int,
    hand: HandSheet,
    settings: Settings,
    places: Mapping[int, int],
    group: str,
) -> int:
    """Write a hand's block from `row` down, or that of a `group`; returns the row after it.

    `places` says by table where its result is among the raw ones.
    """
    for column in range(1, Column.FOUND + 1):
        sheet.put(row, column, None, BAND)
    title = f"{hand_title(hand.deal)} · {hand_conditions(hand.deal)}"
    if group:
        title += f" · {group_title(group)}"
    sheet.put(row, Column.HAND, title, BAND)
    row += 1
    if note := cancelled_note(hand):
        sheet.put(row, Column.HAND, note, NOTE)
        row += 1
    if not hand.entries:
        return row
    field = FieldRows(row, row + len(hand.entries) - 1)
    for index, entry in enumerate(hand.entries):
        at_row = row + index
        sheet.put(at_row, Column.HAND, entry.deal, NUMBER)
        sheet.put(at_row, Column.ROUND, entry.round, NUMBER)
        sheet.put(at_row, Column.TABLE, entry.table_number, NUMBER)
        place = places[entry.table_number]
        for column, formula, value, style in table_cells(at_row, hand, entry, field, place):
            sheet.put_formula(at_row, column, formula, value, style)
    write_fields(sheet, field, hand, settings)
    return field.average + 1
