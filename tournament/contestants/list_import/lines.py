"""Lines of a list as pairs: the text of each field, its place, and its faults.

A cell that can't be used (a formula, an error, a day where a name belongs) is a fault of the field
it would go into, and is shown there with its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.contestants.list_import.doubts import Doubt
from tournament.contestants.list_import.grids import (
    MAX_LETTERS,
    Cell,
    GridRow,
    Kind,
    Sheet,
    place_of,
)
from tournament.contestants.list_import.layouts import (
    WHOLE_NUMBER,
    Columns,
    Layout,
    Part,
    columns_of_line,
    key_part,
    pair_key_of,
)
from tournament.contestants.list_import.line_tokens import Token, pieces_of
from tournament.contestants.list_import.people import two_players
from tournament.core.names import name_key
from tournament.core.private_data import Private, take_out

FIELDS = ("number", "player_1", "player_2", "club", "name", "substitutes")
"""Parts of a pair, by their names in forms and services."""
_PLAYERS = {"player_1", "player_2"}
_FIELD_OF = {
    Part.NUMBER: "number",
    Part.ONE: "player_1",
    Part.FIRST: "player_1",
    Part.FIRST_SURNAME: "player_1",
    Part.SECOND: "player_2",
    Part.SECOND_SURNAME: "player_2",
    Part.CLUB: "club",
    Part.NAME: "name",
    Part.SUBSTITUTE: "substitutes",
}
_IN_ORDER = list(Part)
_BETWEEN_SUBSTITUTES = re.compile(r"[;,/\n\t]")


def field_labels() -> dict[str, str]:
    """Return the titles of the fields above their column."""
    parts = (Part.NUMBER, Part.FIRST, Part.SECOND, Part.CLUB, Part.NAME, Part.SUBSTITUTE)
    return {name: str(part.label) for name, part in zip(FIELDS, parts)}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault, where it was found, and what is expected instead."""

    message: str
    place: str = ""
    """"Parelles, C7"; "" for a fault that is not about a cell."""


@dataclass(frozen=True, slots=True)
class Found:
    """The text for a field of a pair."""

    text: str = ""
    place: str = ""
    faults: tuple[Fault, ...] = ()
    taken: tuple[Private, ...] = ()
    """Private data taken out of it."""
    asides: tuple[str, ...] = ()
    """Texts in brackets."""


def found_in(text: str, place: str) -> Found:
    """Return the content of a text, without private data."""
    cleaned = take_out(text)
    return Found(cleaned.text, place, taken=cleaned.taken, asides=cleaned.asides)


def not_used(found: Iterable[Found]) -> Iterator[Doubt]:
    """Yield questions about brackets that hold more than a known mark such as "pagat"."""
    for text in dict.fromkeys(aside for one in found for aside in one.asides):
        if any(piece.kind is not Token.KNOWN for piece in pieces_of(text)):
            yield Doubt(f"aside {text}", _("“%(text)s” is not used.") % {"text": text})


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of the list, or the lines of one pair, with the text of each field."""

    index: int
    """The line's place among the sheet's rows, from 0."""
    line: int
    """The line's number in the file, from 1."""
    hidden: bool
    found: dict[str, Found]
    faults: tuple[Fault, ...] = ()
    """Faults of the line as a whole."""
    more: tuple[int, ...] = ()
    """Numbers of the other lines that are part of this pair."""
    doubts: tuple[Doubt, ...] = ()
    written: str = ""
    """The line as it was typed or pasted; "" for a row of a workbook."""
    marks: tuple[Private, ...] = ()
    """Private data taken out of the line before its fields were told apart."""

    @property
    def taken(self) -> tuple[Private, ...]:
        """Return the kinds of private data taken out of the line, each once."""
        kinds = {*self.marks, *(kind for one in self.found.values() for kind in one.taken)}
        return tuple(kind for kind in Private if kind in kinds)


@dataclass(frozen=True, slots=True)
class ReadList:
    """All lines that describe a pair, and those in which nothing is used."""

    lines: tuple[ReadLine, ...]
    passed_over: tuple[int, ...] = ()
    formulas: int = 0
    """Number of used cells that hold a formula with a value."""
    is_joined: bool = False
    """Whether each line of the list holds one player."""
    not_pairs: tuple[tuple[int, str], ...] = ()
    """Lines such as titles, in which no pair was seen: their numbers and texts."""


def read_lines(
    sheet: Sheet, layout: Layout, columns: Columns, *, take_formulas: bool = False
) -> ReadList:
    """Return the lines below the headings, by these columns, or each by itself without any."""
    lines: list[ReadLine] = []
    passed: list[int] = []
    formulas = 0
    left = sheet.left
    for index, row in enumerate(sheet.rows[layout.begin :], start=layout.begin):
        if _repeats(row, layout):
            continue
        if columns and _tells_nothing(row, columns):
            passed.append(row.line)
            continue
        own = columns or dict(columns_of_line(row, left))
        found = {
            field: _found(field, cells, take_formulas)
            for field, cells in _used(sheet, row, own).items()
        }
        formulas += sum(row.cell(one).formula and bool(row.cell(one).line) for one in own)
        faults = () if own else (_too_many(row, sheet),)
        doubts = tuple(not_used(found.values()))
        lines.append(
            ReadLine(index, row.line, row.hidden, found, faults, doubts=doubts, written=row.written)
        )
    return ReadList(tuple(lines), tuple(passed), formulas)


def _tells_nothing(row: GridRow, columns: Columns) -> bool:
    """Return whether nothing stands in these columns, but perhaps a number written beforehand."""
    return all(
        row.cell(column).is_empty for column, part in columns.items() if part is not Part.NUMBER
    )


def _repeats(row: GridRow, layout: Layout) -> bool:
    """Return whether these are the headings again, as above each page of a long list."""
    return bool(layout.headings) and layout.headings == {
        column: cell.line for column, cell in enumerate(row.cells) if cell.line
    }


def _too_many(row: GridRow, sheet: Sheet) -> Fault:
    count = row.width - sheet.left
    message = _("There are %(count)d parts: expected player 1, player 2, club.")
    return Fault(message % {"count": count})


@dataclass(frozen=True, slots=True)
class _Used:
    """A cell that a field is read from, and its fault for that field."""

    cell: Cell
    found: Found
    fault: str = ""


def _used(sheet: Sheet, row: GridRow, columns: Columns) -> dict[str, list[_Used]]:
    """Return the cells of each field; a cell with both players is in two."""
    used: dict[str, list[_Used]] = {}
    for column, part in sorted(columns.items(), key=lambda one: _IN_ORDER.index(one[1])):
        cell, place = row.cell(column), place_of(sheet, row, column)
        found = Found(cell.line, place) if part is Part.NUMBER else found_in(cell.text, place)
        if part is not Part.BOTH:
            used.setdefault(_FIELD_OF[part], []).append(_Used(cell, found))
            continue
        first, second = two_players(found.text) or (found.text, "")
        fault = "" if second or cell.is_empty else _not_two(cell)
        used["player_1"] = [_Used(replace(cell, text=first), replace(found, text=first))]
        used["player_2"] = [_Used(replace(cell, text=second), Found(second, place), fault)]
    return used


def _not_two(cell: Cell) -> str:
    return _("“%(text)s” is not two players: expected “player 1 - player 2”.") % {
        "text": cell.line[:40]
    }


def _found(field: str, cells: Sequence[_Used], take_formulas: bool) -> Found:
    if field == "substitutes":
        text = one_line_of_names(";".join(one.found.text for one in cells))
    else:
        text = " ".join(" ".join(one.found.text for one in cells).split())
    faults = [
        Fault(message, one.found.place)
        for one in cells
        for message in (one.fault or next(_cell_faults(field, one.cell, take_formulas), ""),)
        if message
    ]
    return Found(
        text,
        cells[0].found.place,
        tuple(faults),
        tuple(kind for one in cells for kind in one.found.taken),
        tuple(aside for one in cells for aside in one.found.asides),
    )


def names_of(text: str) -> list[str]:
    """Return the names in a text that holds several: substitutes."""
    names = (" ".join(name.split()) for name in _BETWEEN_SUBSTITUTES.split(text))
    return [name for name in names if name]


def one_line_of_names(text: str) -> str:
    return "; ".join(names_of(text))


def _cell_faults(field: str, cell: Cell, take_formulas: bool) -> Iterator[str]:
    shown = {"text": cell.line[:40]}
    if cell.formula and not cell.line:
        yield _("A formula without a value: enter the right content.")
    elif cell.kind is Kind.ERROR:
        yield _("The error “%(text)s”: enter the right content.") % shown
    elif cell.formula and not take_formulas:
        yield (
            _(
                "A formula with the value “%(text)s”: enter the right content, or tick below "
                "that the values of formulas are right."
            )
            % shown
        )
    elif cell.kind is Kind.CLIPPED:
        yield _("More than %(max)d characters: enter the right content.") % {"max": MAX_LETTERS}
    elif field != "number" and cell.kind in {Kind.DAY, Kind.TRUTH}:
        yield _("“%(text)s” is a date or a yes/no value: enter the right content.") % shown
    elif field in _PLAYERS and (cell.kind is Kind.NUMBER or WHOLE_NUMBER.fullmatch(cell.line)):
        yield _("“%(text)s” is a number: expected a player's name.") % shown


_BETWEEN = {"club": " / ", "substitutes": "; "}
"""Signs that join several texts of a field; of other fields the first text is taken."""


def join_players(found: ReadList, columns: Columns) -> ReadList:
    """Return the list with lines of one player joined to pairs, by the pair's number or name.

    What is given beside both players (their clubs) is kept for both. A third player becomes a
    substitute, with a remark, because the number may be a mistake. Other lists stay as they are.
    """
    key = key_part(columns)
    if key is None:
        return found
    field = "number" if key is Part.NUMBER else "name"
    groups: dict[str, list[ReadLine]] = {}
    last = ""
    for line in found.lines:
        last = pair_key_of(_given(line, field).text) or last  # an empty cell goes on with the pair
        groups.setdefault(last or f"line {line.line}", []).append(line)
    return replace(found, lines=tuple(map(_joined, groups.values())), is_joined=True)


def _given(line: ReadLine, field: str) -> Found:
    return line.found.get(field, Found())


def _joined(lines: Sequence[ReadLine]) -> ReadLine:
    """Return the lines of one pair as one, in the place of the first."""
    first = lines[0]
    players = [(line.line, _given(line, "player_1")) for line in lines]
    found = {"player_1": players[0][1]}
    if len(players) > 1:
        found["player_2"] = players[1][1]
    extra = [one for _line, one in players[2:]]
    for field in FIELDS:
        given = [line.found[field] for line in lines if field in line.found]
        several = [*extra, *given] if field == "substitutes" else given
        if field not in {"player_1", "player_2"} and several:
            found[field] = _together(several, _BETWEEN.get(field))
    return replace(
        first,
        hidden=any(line.hidden for line in lines),
        found=found,
        faults=tuple(fault for line in lines for fault in line.faults),
        more=tuple(line.line for line in lines[1:]),
        doubts=(
            *(doubt for line in lines for doubt in line.doubts),
            *_third_players(players[2:]),
        ),
        marks=tuple(kind for line in lines for kind in line.taken),
        written=" · ".join(line.written for line in lines if line.written),
    )


def _together(several: Sequence[Found], between: str | None) -> Found:
    """Return the texts of several lines for one field, each once."""
    texts = {name_key(one.text): one.text for one in reversed(several) if one.text}
    different = list(reversed(texts.values()))
    return Found(
        (between or " ").join(different if between else different[:1]),
        several[0].place,
        tuple(fault for one in several for fault in one.faults),
    )


def _third_players(players: Sequence[tuple[int, Found]]) -> Iterator[Doubt]:
    for line, one in players:
        message = _("%(name)s, in line %(line)d, is a third player and becomes a substitute.")
        yield Doubt(f"third {one.text}", message % {"name": one.text, "line": line})
