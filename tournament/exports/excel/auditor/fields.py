"""What the lines below a hand's tables compute: its two fields, and the average that comes of each.

The average of some final scores is worked out from the sum of their hand scores, as the scale
between the lowest and the highest is a straight line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.duplicate.settings import AverageOf, Settings
from scoring.game.seats import Side
from tournament.exports.excel.auditor.layout import Column, FieldRows
from tournament.exports.excel.auditor.tables import why_void
from tournament.exports.excel.auditor.words import word
from tournament.exports.excel.book import Sheet, column_letter
from tournament.exports.excel.cells import FIELD, FIELD_COUNT, FIELD_SCORE, NOTE, Style, Value
from tournament.standings.queries import HandSheet


def write_fields(sheet: Sheet, rows: FieldRows, hand: HandSheet, settings: Settings) -> None:
    """The lines of both fields."""
    for row, title in (
        (rows.low, _("lowest compared")),
        (rows.high, _("highest compared")),
        (rows.count, _("number compared")),
        (rows.zeros, _("rule-breaks counted with 0")),
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
    zeros: int
    average: Fraction


def _values(hand: HandSheet, side: Side, settings: Settings) -> _Values:
    counted = [entry for entry in hand.entries if why_void(hand, entry) is None]
    finals = [
        entry.sides[side].final or Fraction(0)
        for entry in counted
        if entry.sides[side].hand_score is not None
    ]
    zeros = 0
    if settings.average_of is AverageOf.ALL_OTHERS:
        zeros = sum(entry.infraction.by(side) for entry in counted)
    among = len(finals) + zeros
    average = sum(finals, Fraction(0)) / among if among else settings.flat
    field = hand.fields[side]
    return _Values(field.low, field.high, field.count, zeros, average)


def _lines(rows: FieldRows, side: Side, now: _Values) -> Iterator[tuple[int, str, Value, Style]]:
    column = Column.COMPARED.of(side)
    scores, breaks = rows.whole(column), rows.whole(Column.BREAKS.of(side))

    def here(row: int) -> str:
        return f"{column_letter(column)}{row}"

    low, high, count, zeros = map(here, (rows.low, rows.high, rows.count, rows.zeros))
    finals = (
        f"IF({high}={low},flat*{count},"
        f"worst*{count}+(best-worst)*(SUM({scores})-{count}*{low})/({high}-{low}))"
    )
    averaged = f"IF({count}=0,0,{finals})/({count}+{zeros})"
    all_others = f"average_of={word(AverageOf.ALL_OTHERS)}"
    lowest, highest = ("" if one is None else one for one in (now.low, now.high))
    yield rows.low, f'IF({count}=0,"",MIN({scores}))', lowest, FIELD
    yield rows.high, f'IF({count}=0,"",MAX({scores}))', highest, FIELD
    yield rows.count, f"COUNT({scores})", now.count, FIELD_COUNT
    yield rows.zeros, f"IF({all_others},SUM({breaks}),0)", now.zeros, FIELD_COUNT
    yield rows.average, f"IF({count}+{zeros}=0,flat,{averaged})", now.average, FIELD_SCORE
