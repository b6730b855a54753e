"""Hand sheets of the auditor's workbook: from the raw results to final scores, by formulas.

Below each hand's tables stand its two fields: the lowest and the highest hand score compared, how
many there are, the rule-breaks counted with 0, and the average that comes of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.duplicate.methods import Method, trimmed_mean
from scoring.duplicate.settings import AverageOf, Settings
from scoring.game.seats import Side
from tournament.core.labels import label
from tournament.exports.excel.auditor import methods
from tournament.exports.excel.auditor.layout import Column, FieldRows
from tournament.exports.excel.auditor.tables import table_cells, why_void
from tournament.exports.excel.auditor.words import word
from tournament.exports.excel.book import Rows, Sheet, column_letter
from tournament.exports.excel.cells import (
    BAND,
    FIELD,
    FIELD_COUNT,
    FIELD_SCORE,
    NOTE,
    NUMBER,
    Style,
    Value,
)
from tournament.exports.excel.sheets import SheetColumn, finish_sheet, head_sheet
from tournament.exports.heading import Heading
from tournament.exports.rows import cancelled_note, hand_conditions, hand_title
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.tables import group_title

_READ = (Column.PAIR, Column.COMPARED, Column.BREAKS, Column.FINAL)
"""Columns of both sides that the standings read."""
ROUNDS = "hands_round"
"""Name of the column of rounds."""
VOID = "hands_void"
"""Name of the column that says why a hand has no score."""
NUMBERS = "hands_number"
"""Name of the column of the hands' numbers, in which their titles stand too."""


def name_of(column: Column, side: Side) -> str:
    """Return the name of a side's column, as formulas use it."""
    return f"hands_{side.value}_{column.name}".lower()


def hands_sheet(sheet: Sheet, heading: Heading, scores: DealtScores) -> None:
    """Write all hands one below the other. There must be a result."""
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
    """Write a hand's block from `row` down, or that of a `group`; return the row after it.

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


def write_fields(sheet: Sheet, rows: FieldRows, hand: HandSheet, settings: Settings) -> None:
    """Write the lines of both fields.

    The average of some final scores is worked out without them, from the hand scores of the field.
    """
    for row, title in (
        (rows.low, _("lowest compared")),
        (rows.high, _("highest compared")),
        (rows.count, _("number compared")),
        (rows.mean, _("mean without the extremes")),
        (rows.offence, _("score of a rule-break")),
        (rows.offenders, _("rule-breaks in the average")),
        (rows.average, pgettext("of a hand", "average")),
    ):
        sheet.put(row, Column.VOID, title, NOTE)
    for side in Side:
        for row, formula, value, style in _lines(rows, side, _values(hand, side, settings)):
            sheet.put_formula(row, Column.COMPARED.of(side), formula, value, style)


@dataclass(frozen=True, slots=True)
class _Values:
    low: int | None
    high: int | None
    count: int
    mean: Fraction | None
    offence: Fraction
    offenders: int
    average: Fraction


def _values(hand: HandSheet, side: Side, settings: Settings) -> _Values:
    counted = [entry for entry in hand.entries if why_void(hand, entry) is None]
    compared = [
        (own.hand_score, own.final or Fraction(0))
        for own in (entry.sides[side] for entry in counted)
        if own.hand_score is not None
    ]
    scores = [score for score, _final in compared]
    offence = settings.scorer.offender(scores)
    offenders = 0
    if settings.average_of is AverageOf.ALL_OTHERS:
        offenders = sum(entry.infraction.by(side) for entry in counted)
    among = len(compared) + offenders
    total = sum((final for _score, final in compared), offenders * offence)
    field = hand.fields[side]
    return _Values(
        field.low,
        field.high,
        field.count,
        trimmed_mean(scores) if scores and settings.method is Method.MEAN else None,
        offence,
        offenders,
        total / among if among else settings.flat,
    )


def _lines(rows: FieldRows, side: Side, now: _Values) -> Iterator[tuple[int, str, Value, Style]]:
    column, cells = Column.COMPARED.of(side), rows.of(side)
    count = cells.count
    breaks = rows.whole(Column.BREAKS.of(side))
    offenders = f"{column_letter(column)}${rows.offenders}"
    all_others = f"average_of={word(AverageOf.ALL_OTHERS)}"
    finals = f"IF({count}=0,0,{methods.sum_of_finals(cells)})+{offenders}*{cells.offence}"
    average = f"IF({count}+{offenders}=0,flat,({finals})/({count}+{offenders}))"
    lowest, highest, mean = ("" if one is None else one for one in (now.low, now.high, now.mean))
    yield rows.low, f'IF({count}=0,"",MIN({cells.scores}))', lowest, FIELD
    yield rows.high, f'IF({count}=0,"",MAX({cells.scores}))', highest, FIELD
    yield rows.count, f"COUNT({cells.scores})", now.count, FIELD_COUNT
    yield rows.mean, methods.mean(cells), mean, FIELD_SCORE
    yield rows.offence, methods.offence(cells), now.offence, FIELD_SCORE
    yield rows.offenders, f"IF({all_others},SUM({breaks}),0)", now.offenders, FIELD_COUNT
    yield rows.average, average, now.average, FIELD_SCORE
