"""A table's line on a hand sheet as formulas: from the entered result to final scores.

Each formula is stored with its value.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

from scoring.duplicate.scores import Award, Infraction, Origin
from scoring.game.announcements import Denomination
from scoring.game.seats import Side
from scoring.game.tricks import EVEN_POINTS
from scoring.participation import Withdrawn
from tournament.exports.excel.auditor import methods, results
from tournament.exports.excel.auditor.layout import Column, FieldRows, FormulaCell
from tournament.exports.excel.auditor.results import key_of, name_of
from tournament.exports.excel.auditor.words import text_of, word
from tournament.exports.excel.book import at, column_letter
from tournament.exports.excel.cells import HELPER, NUMBER, SIGNED, STRONG_SCORE, TEXT
from tournament.models import Outcome
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet

_BREAK = {Side.NS: Infraction.NS, Side.EW: Infraction.EW}
_AWARD = {Side.NS: Award.NS, Side.EW: Award.EW}


def table_cells(
    row: int, hand: HandSheet, entry: HandEntry, field: FieldRows, place: int
) -> Iterator[FormulaCell]:
    """Yield the formulas of a line; `place` is where the table's result is among the raw ones."""
    key = f"MATCH({key_of(entry)},{name_of(results.Column.KEY)},0)"
    yield Column.FOUND, key, place, HELPER
    yield from _copied(row, hand, entry)
    void = why_void(hand, entry)
    yield Column.VOID, _void(row), _word(void), TEXT
    for side in Side:
        score = entry.sides[side].hand_score
        yield Column.HAND_SCORE.of(side), _hand_score(row, side), _shown(score), SIGNED
        compared = None if void else score
        yield Column.COMPARED.of(side), _compared(row, side), _shown(compared), SIGNED
        broke = int(void is None and entry.infraction.by(side))
        yield Column.BREAKS.of(side), _breaks(row, side), broke, NUMBER
        final = _shown(entry.sides[side].final)
        yield Column.FINAL.of(side), _final(row, side, field), final, STRONG_SCORE


def why_void(hand: HandSheet, entry: HandEntry) -> Enum | None:
    """Return why no side has a final score at a table; None where they have."""
    if entry.outcome != Outcome.PLAYED:
        return entry.outcome
    if hand.cancelled:
        return Origin.CANCELLED
    return Origin.ANNULLED if entry.sides.ns.origin is Origin.ANNULLED else None


def _shown(value: int | Fraction | None) -> int | Fraction | str:
    """Return a value as a formula shows it; None is an empty text."""
    return "" if value is None else value


def _word(value: Enum | None) -> str:
    return text_of(value) if value else ""


def _copied(row: int, hand: HandSheet, entry: HandEntry) -> Iterator[FormulaCell]:
    """Yield the cells copied from the sheet of results."""

    def read(column: results.Column) -> str:
        return f"INDEX({name_of(column)},{at(Column.FOUND, row)})"

    announced = entry.announcement
    for side, own in entry.sides.items():
        yield Column.PAIR.of(side), read(results.Column[side.name]), own.contestant.number, NUMBER
    # An empty cell would be read as 0.
    points = read(results.Column.POINTS)
    yield Column.POINTS, f'IF({points}="","",{points})', _shown(entry.points.ns), NUMBER
    for column, source, value in (
        (Column.MAKERS, results.Column.MAKERS, hand.makers),
        (Column.TRUMPS, results.Column.TRUMPS, announced.trump),
        (Column.DOUBLE, results.Column.DOUBLE, announced.double),
        (Column.RULE_BREAK, results.Column.RULE_BREAK, entry.infraction),
        (Column.AWARD, results.Column.AWARD, entry.award),
    ):
        yield column, f'{read(source)}&""', _word(value or None), TEXT


def _void(row: int) -> str:
    """Return the first reason there is. Points that somebody took away are a missing result."""
    outcome = f"INDEX({name_of(results.Column.OUTCOME)},{at(Column.FOUND, row)})"
    pairs = [at(Column.PAIR.of(side), row) for side in Side]
    withdrawn = "+".join(f"COUNTIF(withdrawn_pairs,{pair})" for pair in pairs)
    annulled = f"AND(when_withdrawn={word(Withdrawn.ANNUL)},{withdrawn}>0)"
    points, broken = at(Column.POINTS, row), at(Column.RULE_BREAK, row)
    missing = f'AND({points}="",{broken}="",{at(Column.AWARD, row)}<>{word(Award.BOTH)})'
    return (
        f'IF({outcome}<>{word(Outcome.PLAYED)},{outcome}&"",'
        f"IF({missing},{word(Outcome.BLANK)},"
        f"IF(COUNTIF(cancelled_hands,{at(Column.HAND, row)})>0,{word(Origin.CANCELLED)},"
        f'IF({annulled},{word(Origin.ANNULLED)},""))))'
    )


def _hand_score(row: int, side: Side) -> str:
    """Return the points above 36, those of a side that announced a double twice."""
    points, void = at(Column.POINTS, row), at(Column.VOID, row)
    award, broken = at(Column.AWARD, row), at(Column.RULE_BREAK, row)
    makers, trumps, double = (
        at(column, row) for column in (Column.MAKERS, Column.TRUMPS, Column.DOUBLE)
    )
    unplayed = ",".join(f"{void}={word(one)}" for one in (Outcome.NOT_PLAYED, Outcome.BLANK))
    awarded = f"{award}={word(_AWARD[side])},{award}={word(Award.BOTH)}"
    doubled = f'IF({makers}={word(side)},{trumps}={word(Denomination.BOTIFARRA)},{double}<>"")'
    above = f"{points}-{EVEN_POINTS}" if side is Side.NS else f"{EVEN_POINTS}-{points}"
    return f'IF(OR({points}="",{broken}<>"",{unplayed},{awarded}),"",({above})*IF({doubled},2,1))'


def _compared(row: int, side: Side) -> str:
    """Return the hand score where it counts for the field."""
    return f'IF({at(Column.VOID, row)}="",{at(Column.HAND_SCORE.of(side), row)},"")'


def _breaks(row: int, side: Side) -> str:
    """Return 1 for a rule-break of the side's own that counts."""
    broken, void = at(Column.RULE_BREAK, row), at(Column.VOID, row)
    own = f"OR({broken}={word(_BREAK[side])},{broken}={word(Infraction.BOTH)})"
    return f'IF(AND({void}="",{own}),1,0)'


def _final(row: int, side: Side, field: FieldRows) -> str:
    cells = field.of(side)
    average = f"{column_letter(Column.COMPARED.of(side))}${field.average}"
    score = at(Column.COMPARED.of(side), row)
    placed = methods.final(cells, score)
    otherwise = f"IF({at(Column.BREAKS.of(side), row)}=1,{cells.offence},{average})"
    return f'IF({at(Column.VOID, row)}<>"","",IF({score}<>"",{placed},{otherwise}))'
