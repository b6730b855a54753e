"""Places of rows and columns on the hand sheets of the auditor's workbook."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from scoring.game.seats import Side
from tournament.exports.excel.auditor.methods import FieldCells
from tournament.exports.excel.book import column_letter
from tournament.exports.excel.cells import Style, Value

FormulaCell = tuple[int, str, Value, Style]
"""A column, the formula in it, its current value, and its style."""


class Column(IntEnum):
    """The columns by their place. E–W's columns are one further right than N–S's."""

    HAND = 1
    ROUND = 2
    TABLE = 3
    PAIR = 4
    MAKERS = 6
    POINTS = 7
    TRUMPS = 8
    DOUBLE = 9
    RULE_BREAK = 10
    AWARD = 11
    VOID = 12
    HAND_SCORE = 13
    COMPARED = 15
    BREAKS = 17
    FINAL = 19
    FOUND = 21

    def of(self, side: Side) -> int:
        return self + (side is Side.EW)


@dataclass(frozen=True, slots=True)
class FieldRows:
    """The rows of a hand's tables, below which stand those of its fields."""

    first: int
    last: int

    @property
    def low(self) -> int:
        return self.last + 1

    @property
    def high(self) -> int:
        return self.last + 2

    @property
    def count(self) -> int:
        return self.last + 3

    @property
    def mean(self) -> int:
        return self.last + 4

    @property
    def offence(self) -> int:
        return self.last + 5

    @property
    def offenders(self) -> int:
        return self.last + 6

    @property
    def average(self) -> int:
        return self.last + 7

    def of(self, side: Side) -> FieldCells:
        """Return the cells of a side's field, for formulas that are copied from row to row."""
        letter = column_letter(Column.COMPARED.of(side))
        rows = (self.low, self.high, self.count, self.mean, self.offence)
        return FieldCells(
            self.whole(Column.COMPARED.of(side)), *(f"{letter}${row}" for row in rows)
        )

    def whole(self, column: int) -> str:
        letter = column_letter(column)
        return f"${letter}${self.first}:${letter}${self.last}"
