"""The cells of one sheet of a workbook.

Formulas are not computed: what is read is the value that the program saved with them, and the cell
says that it is a formula. Links are not followed; their text is read. A row that is empty costs
nothing, however many there are said to be: what counts is what is written in the file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta

from tournament.teams.importing.grids import (
    MAX_COLUMNS,
    MAX_LETTERS,
    MAX_ROWS,
    Cell,
    GridRow,
    Kind,
    Sheet,
    Unread,
    clipped,
    sheet_of,
)
from tournament.teams.importing.markup import Enough, HostileMarkup, TooMuchMarkup, walk

LAST_ROW = 1_048_576
"""The format has no more."""
_MOST_MERGED = 1000
_NAME = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
"""How the format writes letters that XML can't hold."""
_YES = {"1", "true"}


@dataclass(slots=True)
class RawCell:
    """A cell as it is written: its type, style and value, before the other parts are looked up."""

    kind: str
    style: int
    value: str
    formula: bool = False


@dataclass(slots=True)
class RawRow:
    line: int
    hidden: bool
    cells: dict[int, RawCell] = field(default_factory=dict)


@dataclass(slots=True)
class RawSheet:
    """A sheet as it is written."""

    rows: list[RawRow] = field(default_factory=list)
    hidden_columns: set[int] = field(default_factory=set)
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    """The merged areas: column, first and last row."""
    wider: bool = False
    unread: Unread | None = None
    elements: int = 0

    def strings(self) -> set[int]:
        """The numbers of the shared texts that its cells refer to."""
        return {
            int(cell.value)
            for row in self.rows
            for cell in row.cells.values()
            if cell.kind == "s" and cell.value.isdecimal()
        }


@dataclass(frozen=True, slots=True)
class Shared:
    """What cells refer to: texts by number, the styles that show a day, and the first day."""

    texts: Mapping[int, Cell]
    day_styles: frozenset[int]
    first_day: datetime


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


class _Reader:
    """Follows the elements of a sheet."""

    def __init__(self) -> None:
        self.sheet = RawSheet()
        self._row: RawRow | None = None
        self._column = -1
        self._cell: RawCell | None = None
        self._taking: list[str] | None = None
        """The letters of a value, while its element is open."""
        self._spoken = 0
        """How deep in the phonetic reading of a text, which is no part of it."""

    def begin(self, name: str, given: Mapping[str, str]) -> None:
        if (
            name in {"v", "t"}
            and self._cell is not None
            and not self._spoken
            and self._taking is None
        ):
            self._taking = []
        elif name == "c":
            self._begin_cell(given)
        elif name == "row":
            self._begin_row(given)
        elif name == "f" and self._cell is not None:
            self._cell.formula = True
        elif name == "rPh":
            self._spoken += 1
        elif name == "col":
            self._hide_columns(given)
        elif name == "mergeCell":
            self._merge(given.get("ref", ""))

    def end(self, name: str) -> None:
        if name in {"v", "t"} and self._taking is not None and self._cell is not None:
            room = MAX_LETTERS + 1 - len(self._cell.value)
            self._cell.value += "".join(self._taking)[:room]
            self._taking = None
        elif name == "c":
            self._end_cell()
        elif name == "row":
            self._end_row()
        elif name == "rPh":
            self._spoken -= 1

    def letters(self, text: str) -> None:
        if self._taking is not None and len(self._taking) <= MAX_LETTERS:
            self._taking.append(text[: MAX_LETTERS + 1])

    def _begin_row(self, given: Mapping[str, str]) -> None:
        last = self.sheet.rows[-1].line if self.sheet.rows else 0
        line = int(given["r"]) if "r" in given else last + 1
        if not last <= line <= LAST_ROW:
            raise HostileMarkup
        self._row = RawRow(line, given.get("hidden") in _YES)
        self._column = -1

    def _end_row(self) -> None:
        if self._row is not None and self._row.cells:
            self.sheet.rows.append(self._row)
            if len(self.sheet.rows) > MAX_ROWS:
                self.sheet.unread = Unread.LONG
                raise Enough
        self._row = None

    def _begin_cell(self, given: Mapping[str, str]) -> None:
        if name := given.get("r"):
            found = _NAME.fullmatch(name)
            if found is None:
                raise HostileMarkup
            self._column = _column(found[1])
        else:
            self._column += 1
        style = given.get("s", "0")
        self._cell = RawCell(given.get("t", "n"), int(style) if style.isdecimal() else 0, "")

    def _end_cell(self) -> None:
        cell, self._cell = self._cell, None
        if self._row is None or cell is None or not (cell.value.strip() or cell.formula):
            return
        if self._column < MAX_COLUMNS:
            self._row.cells[self._column] = cell
        else:
            self.sheet.wider = True

    def _hide_columns(self, given: Mapping[str, str]) -> None:
        if given.get("hidden") in _YES:
            first, last = int(given["min"]), int(given["max"])
            self.sheet.hidden_columns.update(range(max(first, 1) - 1, min(last, MAX_COLUMNS)))

    def _merge(self, area: str) -> None:
        if len(self.sheet.merged) == _MOST_MERGED:
            return
        begin, _colon, end = area.partition(":")
        first, last = _NAME.fullmatch(begin), _NAME.fullmatch(end)
        if first and last and first[2] != last[2]:
            self.sheet.merged.append((_column(first[1]), int(first[2]), int(last[2])))


def read_raw(chunks: Iterable[bytes], *, most: int) -> RawSheet:
    """The sheet as it is written; unread if it holds more than `most` elements."""
    reader = _Reader()
    try:
        reader.sheet.elements = walk(
            chunks, begin=reader.begin, end=reader.end, letters=reader.letters, most=most
        )
    except TooMuchMarkup:
        reader.sheet.unread, reader.sheet.elements = Unread.LARGE, most
    return reader.sheet


def unescaped(text: str) -> str:
    """A text without the format's own way of writing letters that XML can't hold."""
    return _ESCAPED.sub(_letter, text)


def _letter(found: re.Match[str]) -> str:
    letter = chr(int(found[1], 16))
    return found[0] if "\ud800" <= letter <= "\udfff" else letter  # half a letter is none


def _read_cell(raw: RawCell, shared: Shared) -> Cell:
    formula = raw.formula
    if raw.kind == "s":
        found = shared.texts.get(int(raw.value)) if raw.value.isdecimal() else None
        if found is None:
            raise HostileMarkup
        return Cell(found.text, found.kind, formula)
    if raw.kind in {"inlineStr", "str"}:
        text = clipped(unescaped(raw.value))
        return Cell(text.text, text.kind, formula)
    if raw.kind == "e":
        return Cell(raw.value.strip(), Kind.ERROR, formula)
    if raw.kind == "b":
        return Cell("TRUE" if raw.value.strip() in _YES else "FALSE", Kind.TRUTH, formula)
    if raw.kind == "d":
        return Cell(raw.value.strip().removesuffix("T00:00:00"), Kind.DAY, formula)
    return _number(raw, shared)


def _number(raw: RawCell, shared: Shared) -> Cell:
    """A number, whole ones without a fraction; or the day or time that its style shows."""
    text = raw.value.strip()
    if not text:
        return Cell(formula=raw.formula)
    number = float(text)
    if not math.isfinite(number):
        raise HostileMarkup
    if raw.style in shared.day_styles and 0 <= number < 2_958_466:  # the year 10,000
        return Cell(_day_text(number, shared.first_day), Kind.DAY, raw.formula)
    return Cell(str(int(number) if number.is_integer() else number), Kind.NUMBER, raw.formula)


def _day_text(number: float, first_day: datetime) -> str:
    moment = first_day + timedelta(days=number)
    if number < 1:
        return f"{moment:%H:%M}"
    if moment.time() == time.min:
        return f"{moment:%Y-%m-%d}"
    return f"{moment:%Y-%m-%d %H:%M}"


def finished(raw: RawSheet, name: str, shared: Shared) -> Sheet:
    """The sheet with its cells' texts and days looked up."""
    if raw.unread:
        return Sheet((), name, unread=raw.unread)
    rows: dict[int, dict[int, Cell]] = {}
    for row in raw.rows:
        cells = {column: _read_cell(cell, shared) for column, cell in row.cells.items()}
        rows.setdefault(row.line, {}).update(cells)
    for column, first, last in raw.merged:
        _fill_down(rows, column, first, last)
    hidden = {row.line for row in raw.rows if row.hidden}
    return sheet_of(
        [
            GridRow(
                line,
                tuple(cells.get(column, Cell()) for column in range(max(cells) + 1)),
                line in hidden,
            )
            for line, cells in rows.items()
        ],
        name=name,
        hidden_columns=frozenset(raw.hidden_columns),
        wider=raw.wider,
    )


def _fill_down(rows: Mapping[int, dict[int, Cell]], column: int, first: int, last: int) -> None:
    """Give each row of a merged area its value: one club beside several pairs, say."""
    value = rows.get(first, {}).get(column)
    if value is not None:
        for line, cells in rows.items():
            if first < line <= last:
                cells.setdefault(column, value)
