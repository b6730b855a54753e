"""Cells of one sheet of a workbook, read by openpyxl.

openpyxl's `read_only` sheets don't tell which cells are formulas, hidden or merged, and trust the
size that a sheet declares. So this uses the parser below them, row by row: it sees what is in the
file, and empty rows cost nothing, however many are declared. Everything else in a sheet is ignored,
so a filter or drawing that openpyxl doesn't understand keeps no list from being read.

Formulas are not computed: the value that was saved with them is read, and the cell is marked as a
formula. Links are not followed; their text is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import IO, Any
from xml.etree.ElementTree import Element

from openpyxl.utils.cell import range_boundaries
from openpyxl.utils.datetime import from_excel
from openpyxl.worksheet._reader import COL_TAG, FORMULA_TAG, MERGE_TAG, ROW_TAG, WorkSheetParser
from openpyxl.xml.functions import iterparse

from tournament.contestants.list_import.grids import (
    MAX_COLUMNS,
    MAX_LETTERS,
    MAX_ROWS,
    Cell,
    Kind,
    Sheet,
    cell_of,
    clipped,
    fill_down,
    rows_of,
    sheet_of,
)

LAST_ROW = 1_048_576
"""Most rows of a sheet in this format."""
_MOST_MERGED = 1000
_ESCAPED = re.compile("_x(?![Dd][89A-Fa-f])([0-9A-Fa-f]{4})_")
"""The format's escapes for letters that XML can't hold. Half a letter (D800 to DFFF) is none."""
_YES = {"1", "true"}


@dataclass(frozen=True, slots=True)
class Shared:
    """Data that cells refer to: texts by number, the first day, styles of days and times."""

    texts: Sequence[Cell]
    first_day: datetime
    day_styles: frozenset[int]
    duration_styles: frozenset[int]
    """Day styles that show a duration, as in 26:30."""


class _Reader(WorkSheetParser):
    """openpyxl's parser of rows, which also tells formulas, hidden, merged and wide cells."""

    def __init__(self, part: IO[bytes], shared: Shared) -> None:
        # A shared text is a cell already.
        super().__init__(part, shared.texts, data_only=True)  # type: ignore[arg-type]
        self._shared = shared
        self._rows: dict[int, dict[int, Cell]] = {}
        self._last = 0
        self._hidden_rows: set[int] = set()
        self._hidden_columns: set[int] = set()
        self._wider = False

    def read(self, name: str) -> Sheet:
        """Return the sheet. One that is too long is read only until that is known."""
        for _event, element in iterparse(self.source):
            if element.tag == ROW_TAG:
                self._take_row(element)
                if len(self._rows) > MAX_ROWS:
                    break
            elif element.tag == COL_TAG and element.get("hidden") in _YES:
                first, last = int(element.attrib["min"]), int(element.attrib["max"])
                self._hidden_columns.update(range(max(first, 1) - 1, min(last, MAX_COLUMNS)))
            elif element.tag == MERGE_TAG:
                for area in element[:_MOST_MERGED]:
                    column, first, _to, last = (
                        one or 0 for one in range_boundaries(area.attrib["ref"])
                    )
                    fill_down(self._rows, column - 1, first, last)
        return sheet_of(
            rows_of(self._rows, self._hidden_rows),
            name=name,
            hidden_columns=frozenset(self._hidden_columns),
            wider=self._wider,
        )

    def parse_cell(self, element: Element) -> dict[str, Any]:
        """Return a cell as openpyxl reads it, and whether it is a formula."""
        return {**super().parse_cell(element), "formula": element.find(FORMULA_TAG) is not None}

    def _take_row(self, element: Element) -> None:
        line, found = self.parse_row(element)  # type: ignore[arg-type]  # the stub knows no element
        if not self._last <= line <= LAST_ROW:
            raise ValueError(line)
        self._last = line
        if element.get("hidden") in _YES:
            self._hidden_rows.add(line)
        element.clear()
        for given in found:
            cell = _cell(given, self._shared)
            if cell.is_empty:
                continue
            if given["column"] <= MAX_COLUMNS:
                self._rows.setdefault(line, {})[given["column"] - 1] = cell
            else:
                self._wider = True


def read_sheet(part: IO[bytes], name: str, shared: Shared) -> Sheet:
    """Return the sheet in this part. Raises any exception for a damaged one."""
    return _Reader(part, shared).read(name)


def text_cell(text: str) -> Cell:
    return clipped(_ESCAPED.sub(lambda found: chr(int(found[1], 16)), text))


def _cell(given: Mapping[str, Any], shared: Shared) -> Cell:
    """Return a cell as openpyxl tells it: a number with the day that its style shows."""
    value, formula = given["value"], given["formula"]
    if value is None:
        return Cell(formula=formula)
    if given["data_type"] == "e":
        return Cell(str(value).strip()[:MAX_LETTERS], Kind.ERROR, formula)
    if isinstance(value, int | float) and not isinstance(value, bool):
        day = _day(value, given["style_id"], shared)
        value = value if day is None else day
    if isinstance(value, str):
        value = text_cell(value)
    cell = value if isinstance(value, Cell) else cell_of(value)
    return replace(cell, formula=formula)


def _day(number: float, style: int, shared: Shared) -> date | time | timedelta | None:
    """Return the value that a style shows instead of a number; None if it shows the number."""
    if style not in shared.day_styles or number < 0:
        return None
    try:
        day: date | time | timedelta = from_excel(
            number, shared.first_day, style in shared.duration_styles
        )
    except (ValueError, OverflowError):
        return None
    return day
