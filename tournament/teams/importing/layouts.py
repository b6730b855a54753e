"""Where a list's headings stand, and which column is what.

Headings are looked for below titles, in one row or in two ("Jugador 1" over "Nom" and "Cognoms").
Without any, the columns are told by their cells if all lines have the same shape: a number, two
players or both in one cell, a club. If they haven't, each line is read by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.teams.importing.grids import GridRow, Kind, Sheet
from tournament.teams.importing.headings import Said, said_by
from tournament.teams.importing.joined import two_players

_MAX_HEADING_LINE = 20
"""How many rows of title and remarks may stand above the headings."""
WHOLE_NUMBER = re.compile(r"0*(\d{1,9})(?:[.,]0*)?")


class Part(Enum):
    """What a column holds; the value is what forms call it."""

    NUMBER = "number"
    FIRST = "first"
    FIRST_SURNAME = "first-surname"
    SECOND = "second"
    SECOND_SURNAME = "second-surname"
    BOTH = "both"
    CLUB = "club"
    NAME = "name"
    SUBSTITUTE = "substitute"

    @property
    def label(self) -> Promise:
        return _LABELS[self]


_LABELS = {
    Part.NUMBER: _("Number"),
    Part.FIRST: _("Player 1"),
    Part.FIRST_SURNAME: _("Player 1: surname"),
    Part.SECOND: _("Player 2"),
    Part.SECOND_SURNAME: _("Player 2: surname"),
    Part.BOTH: _("Both players"),
    Part.CLUB: _("Club"),
    Part.NAME: _("Name of the pair"),
    Part.SUBSTITUTE: _("Substitutes"),
}
_PART_SAID = {
    Said.NUMBER: Part.NUMBER,
    Said.FIRST: Part.FIRST,
    Said.FIRST_SURNAME: Part.FIRST_SURNAME,
    Said.SECOND: Part.SECOND,
    Said.SECOND_SURNAME: Part.SECOND_SURNAME,
    Said.PLAYERS: Part.BOTH,
    Said.NAME: Part.NAME,
    Said.CLUB: Part.CLUB,
    Said.SUBSTITUTE: Part.SUBSTITUTE,
}

Columns = Mapping[int, Part]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a sheet is to be read."""

    columns: Columns = field(default_factory=dict)
    """By column, from 0; empty where each line is read by itself."""
    headings: Mapping[int, str] = field(default_factory=dict)
    """By column, what stands above it."""
    begin: int = 0
    """How many of the sheet's rows come before the first pair."""


def is_complete(columns: Columns) -> bool:
    """Whether the two players stand in these columns."""
    parts = set(columns.values())
    return Part.BOTH in parts or {Part.FIRST, Part.SECOND} <= parts


def find_layout(sheet: Sheet) -> Layout:
    """How the sheet is to be read, as far as it can be told."""
    best: tuple[int, Layout] | None = None
    for begin, texts in _heading_rows(sheet.rows):
        columns = _columns(texts, sheet.rows[begin:])
        if is_complete(columns) and (best is None or len(columns) > best[0]):
            headings = {column: text for column, text in enumerate(texts) if text}
            best = len(columns), Layout(columns, headings, begin)
    return best[1] if best else Layout(_columns_by_shape(sheet))


def _heading_rows(rows: Sequence[GridRow]) -> Iterator[tuple[int, list[str]]]:
    """The rows that may be headings, alone and with the one above, and where the list begins."""
    above: list[str] = []
    for index, row in enumerate(rows[:_MAX_HEADING_LINE]):
        texts = [cell.line for cell in row.cells]
        yield index + 1, texts
        if above:
            width = max(len(above), len(texts))
            upper = _spread([*above, *[""] * (width - len(above))])
            lower = [*texts, *[""] * (width - len(texts))]
            yield index + 1, [f"{one} {two}".strip() for one, two in zip(upper, lower)]
        above = texts


def _spread(texts: Sequence[str]) -> Iterator[str]:
    """A row in which a text also stands for the empty cells to its right, as merged ones do."""
    last = ""
    for text in texts:
        last = text or last
        yield last


def _columns(texts: Sequence[str], rows: Sequence[GridRow]) -> dict[int, Part]:
    """By column, what the headings say it holds; the first of several that say the same."""
    said = {column: found for column, text in enumerate(texts) if (found := said_by(text))}
    columns: dict[int, Part] = {}
    for column, part in sorted(_resolved(said, rows).items()):
        if part is Part.SUBSTITUTE or part not in columns.values():
            columns[column] = part
    return columns


def _resolved(said: Mapping[int, Said], rows: Sequence[GridRow]) -> dict[int, Part]:
    """The columns, where what is said of one depends on those beside it and on its cells.

    "Player", "Player" are the two; "Pair" alone is both, and beside the players its number or name.
    """
    columns = {column: _PART_SAID[one] for column, one in said.items() if one in _PART_SAID}
    people, given, surnames, pairs = (
        [column for column, one in said.items() if one is kind]
        for kind in (Said.PERSON, Said.GIVEN, Said.SURNAME, Said.PAIR)
    )
    missing = [part for part in (Part.FIRST, Part.SECOND) if part not in columns.values()]
    if missing and Part.BOTH not in columns.values():
        loose = next((some for some in (people, given) if len(some) >= len(missing)), ())
        columns.update(zip(loose, missing))
        if not loose and len(missing) == 2 and (others := [*people, *pairs, *given]):
            columns[max(others, key=lambda column: _count_pairs(rows, column))] = Part.BOTH
    columns.update(zip(surnames, (Part.FIRST_SURNAME, Part.SECOND_SURNAME)))
    for column in (*pairs, *given):
        is_numbered = column in pairs and _holds_numbers(rows, column)
        columns.setdefault(column, Part.NUMBER if is_numbered else Part.NAME)
    return columns


def _count_pairs(rows: Sequence[GridRow], column: int) -> int:
    """In how many cells of this column two players stand."""
    return sum(two_players(row.cell(column).text) is not None for row in rows)


def _holds_numbers(rows: Sequence[GridRow], column: int) -> bool:
    filled = [row for row in rows if not row.cell(column).is_empty]
    return bool(filled) and all(is_number(row, column) for row in filled)


def is_number(row: GridRow, column: int) -> bool:
    """Whether a whole number stands in this cell."""
    cell = row.cell(column)
    return cell.kind in {Kind.TEXT, Kind.NUMBER} and bool(WHOLE_NUMBER.fullmatch(cell.line))


def _columns_by_shape(sheet: Sheet) -> dict[int, Part]:
    """The columns of a list without headings; empty if its lines are not alike."""
    shapes = {columns_of_line(sheet, row) for row in sheet.rows}
    longest = max(shapes, key=len, default=())
    alike = () not in shapes and all(longest[: len(shape)] == shape for shape in shapes)
    columns = dict(longest) if alike else {}
    return columns if is_complete(columns) else {}


def columns_of_line(sheet: Sheet, row: GridRow) -> tuple[tuple[int, Part], ...]:
    """What the cells of one line hold: perhaps a number, the players, perhaps a club.

    Empty for a line with more cells than that.
    """
    columns = list(range(sheet.left, row.width))
    parts: list[Part] = []
    if len(columns) > 1 and is_number(row, columns[0]):
        parts.append(Part.NUMBER)
    players = columns[len(parts) :]
    if players and two_players(row.cell(players[0]).text, surely=len(players) > 1):
        parts += [Part.BOTH, Part.CLUB]
    else:
        parts += [Part.FIRST, Part.SECOND, Part.CLUB]
    return tuple(zip(columns, parts)) if len(columns) <= len(parts) else ()
