"""What the lines below a hand's tables compute: its two fields, and the average that comes of each.

The average of some final scores is worked out without them, from the hand scores of the field.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.duplicate.methods import Method, trimmed_mean
from scoring.duplicate.settings import AverageOf, Settings
from scoring.game.seats import Side
from tournament.exports.excel.auditor import methods
from tournament.exports.excel.auditor.layout import Column, FieldRows
from tournament.exports.excel.auditor.tables import why_void
from tournament.exports.excel.auditor.words import word
from tournament.exports.excel.book import Sheet, column_letter
from tournament.exports.excel.cells import FIELD, FIELD_COUNT, FIELD_SCORE, NOTE, Style, Value
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet


def write_fields(sheet: Sheet, rows: FieldRows, hand: HandSheet, settings: Settings) -> None:
    """The lines of both fields."""
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
