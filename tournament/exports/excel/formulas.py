"""References in formulas: rows of a sheet and their columns, by place or by name.

A formula is made of our own words only, never of what somebody typed. The names are English in
every language, as no reader has to type them.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.exports.excel.book import Sheet, column_letter


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of a worksheet that follow one another."""

    sheet: Sheet
    first: int
    last: int

    def here(self, column: int) -> str:
        """A column's cells in these rows, as a formula on the same sheet calls them."""
        letter = column_letter(column)
        return f"${letter}${self.first}:${letter}${self.last}"

    def name(self, name: str, column: int) -> None:
        """Give a column's cells in these rows a name, by which every sheet calls them."""
        place = self.here(column)
        if self.first == self.last:
            place = place.partition(":")[0]
        self.sheet.book.define(name, f"{self.sheet.reference}!{place}")


def at(column: int, row: int) -> str:
    """A cell of the same sheet; its column stays when the formula is copied."""
    return f"${column_letter(column)}{row}"
