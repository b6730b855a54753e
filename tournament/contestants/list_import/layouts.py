"""The place of a list's headings, and the content of each column.

Headings are looked for below titles, in one row or in two ("Jugador 1" over "Nom" and "Cognoms").
Without headings, the columns are recognised by their cells if all lines have one shape: a number,
two players or both in one cell, a club. Otherwise each line is read by itself.

A list may also have one player on each line, with the pair's number or name beside it
(`join_players`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.contestants.list_import.grids import GridRow, Kind, Sheet
from tournament.contestants.list_import.headings import Heading, heading_of
from tournament.contestants.list_import.people import two_players
from tournament.core.names import name_key

_MAX_HEADING_LINE = 20
"""Most rows of title and remarks above the headings."""
WHOLE_NUMBER = re.compile(r"0*(\d{1,9})(?:[.,]0*)?")


class Part(Enum):
    """Content of a column; the value is its name in forms."""

    NUMBER = "number"
    ONE = "one"
    """One of the two players; the other stands in another line with the pair's number or name."""
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
    Part.ONE: _("One player on each line"),
    Part.FIRST: _("Player 1"),
    Part.FIRST_SURNAME: _("Player 1: surname"),
    Part.SECOND: _("Player 2"),
    Part.SECOND_SURNAME: _("Player 2: surname"),
    Part.BOTH: _("Both players"),
    Part.CLUB: _("Club"),
    Part.NAME: _("Name of the pair"),
    Part.SUBSTITUTE: _("Substitutes"),
}
_PART_OF = {
    Heading.NUMBER: Part.NUMBER,
    Heading.FIRST: Part.FIRST,
    Heading.SECOND: Part.SECOND,
    Heading.PLAYERS: Part.BOTH,
    Heading.NAME: Part.NAME,
    Heading.CLUB: Part.CLUB,
    Heading.SUBSTITUTE: Part.SUBSTITUTE,
}

SEVERAL = frozenset({Part.SUBSTITUTE, Part.FIRST_SURNAME, Part.SECOND_SURNAME})
"""Parts that several columns can hold: a person has two surnames."""

Columns = Mapping[int, Part]


@dataclass(frozen=True, slots=True)
class Layout:
    """The way a sheet is to be read."""

    columns: Columns = field(default_factory=dict)
    """Parts by column, from 0; empty where each line is read by itself."""
    headings: Mapping[int, str] = field(default_factory=dict)
    """Headings by column."""
    begin: int = 0
    """Number of the sheet's rows before the first pair."""
    guessed: bool = False
    """Whether there are headings, and none of them was understood."""
    is_free: bool = False
    """Whether the lines are read as people write them (`free_lists`)."""


def is_complete(columns: Columns) -> bool:
    """Return whether the two players stand in these columns."""
    parts = set(columns.values())
    return Part.BOTH in parts or {Part.FIRST, Part.SECOND} <= parts or bool(key_part(columns))


def key_part(columns: Columns) -> Part | None:
    """Return the part that lines of one pair share in a list with one player on each; None in other
    lists."""
    parts = set(columns.values())
    if Part.ONE not in parts or parts & {Part.FIRST, Part.SECOND, Part.BOTH}:
        return None
    return next((part for part in (Part.NUMBER, Part.NAME) if part in parts), None)


def find_layout(sheet: Sheet) -> Layout:
    """Return how the sheet is to be read, as far as it can be told."""
    best: tuple[int, Layout] | None = None
    for begin, texts in _heading_rows(sheet.rows):
        columns = _columns(texts, sheet.rows[begin:])
        if is_complete(columns) and (best is None or len(columns) > best[0]):
            headings = {column: text for column, text in enumerate(texts) if text}
            best = len(columns), Layout(columns, headings, begin)
    return _widened(best[1], sheet.rows) if best else _layout_by_shape(sheet)


def is_list(sheet: Sheet, layout: Layout) -> bool:
    """Return whether there are lines below headings that are those of a list of pairs."""
    understood = bool(layout.headings) and not layout.guessed and is_complete(layout.columns)
    return understood and layout.begin < len(sheet.rows)


def _widened(layout: Layout, rows: Sequence[GridRow]) -> Layout:
    """Return the layout; a heading for both spread over two columns, if a player is in each."""
    both = next((column for column, part in layout.columns.items() if part is Part.BOTH), None)
    if both is None or both + 1 in layout.headings or not _goes_on(rows[layout.begin :], both):
        return layout
    columns = {**layout.columns, both: Part.FIRST, both + 1: Part.SECOND}
    return replace(layout, columns=columns)


def _heading_rows(rows: Sequence[GridRow]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that may be headings, alone and with the one above, and the list's begin."""
    above: list[str] = []
    for index, row in enumerate(rows[:_MAX_HEADING_LINE]):
        texts = [cell.line for cell in row.cells]
        yield index + 1, texts
        if above:
            width = max(len(above), len(texts))
            upper = _spread([*above, *[""] * (width - len(above))])
            lower = [*texts, *[""] * (width - len(texts))]
            yield index + 1, list(map(_in_two_rows, upper, lower))
        above = texts


def _in_two_rows(upper: str, lower: str) -> str:
    """Return two cells as one heading. "Player 1" above "Player 2" are lines of a remark."""
    if (heading_of(upper), heading_of(lower)) == (Heading.FIRST, Heading.SECOND):
        return lower
    return f"{upper} {lower}".strip()


def _spread(texts: Sequence[str]) -> Iterator[str]:
    """Yield a row in which a text also stands for the empty cells to its right."""
    last = ""
    for text in texts:
        last = text or last
        yield last


def _columns(texts: Sequence[str], rows: Sequence[GridRow]) -> dict[int, Part]:
    """Return the parts by column that the headings name; the first of several with one meaning."""
    headings = {column: found for column, text in enumerate(texts) if (found := heading_of(text))}
    columns: dict[int, Part] = {}
    for column, part in sorted(_resolved(headings, rows).items()):
        if part in SEVERAL or part not in columns.values():
            columns[column] = part
    return columns


_OF_NAMES = {Heading.PERSON, Heading.GIVEN, Heading.FIRST, Heading.SECOND}
_OF_SURNAMES = {Heading.SURNAME, Heading.FIRST_SURNAME, Heading.SECOND_SURNAME}


def _surnames(headings: Mapping[int, Heading]) -> dict[int, Part]:
    """Return the surnames by column; a person may have two: "Nom | 1r cognom | 2n cognom".

    They belong to the name before them, or after them where the list begins with a surname. Where
    both names come first, as in "Nom 1 | Nom 2 | Cognom 1 | Cognom 2", half of them are each one's.
    """
    told = [(column, one) for column, one in headings.items() if one in _OF_NAMES | _OF_SURNAMES]
    told.sort()
    if is_reversed := bool(told) and told[0][1] in _OF_SURNAMES:
        told.reverse()
    people: list[tuple[Heading, list[int]]] = []
    for column, one in told:
        if one in _OF_NAMES:
            people.append((one, []))
        elif people:
            people[-1][1].append(column)
    if is_reversed:
        people.reverse()
    if not 0 < len(people) <= 2:
        return {}
    owned = [sorted(columns) for _name, columns in people]
    if len(people) == 2 and not owned[is_reversed]:
        half, odd = divmod(len(owned[not is_reversed]), 2)
        owned = [] if odd else [owned[not is_reversed][:half], owned[not is_reversed][half:]]
    players = [Part.FIRST_SURNAME, Part.SECOND_SURNAME]
    if people[0][0] is Heading.SECOND or (people[-1][0] is Heading.FIRST and len(people) == 2):
        players.reverse()
    return {column: part for part, columns in zip(players, owned) for column in columns}


def _goes_on(rows: Sequence[GridRow], column: int) -> bool:
    """Return whether a heading is also the next column's: one player in each, "Jugadors" above."""
    filled = [row for row in rows if not row.cell(column).is_empty]
    beside = [row for row in filled if not row.cell(column + 1).is_empty]
    return (
        _single_players(filled, column)
        and 2 * len(beside) > len(filled)
        and not any(is_number(row, column + 1) for row in beside)
    )


def _resolved(headings: Mapping[int, Heading], rows: Sequence[GridRow]) -> dict[int, Part]:
    """Return the columns, where the part of one depends on those beside it and on its cells.

    "Player", "Player" are the two; "Pair" alone is both, and beside the players its number or name.
    """
    if single := _one_by_one(headings, rows):
        return single
    columns = {column: _PART_OF[one] for column, one in headings.items() if one in _PART_OF}
    people, given, pairs = (
        [column for column, one in headings.items() if one is kind]
        for kind in (Heading.PERSON, Heading.GIVEN, Heading.PAIR)
    )
    missing = [part for part in (Part.FIRST, Part.SECOND) if part not in columns.values()]
    if missing and Part.BOTH not in columns.values():
        loose = next((some for some in (people, given) if len(some) >= len(missing)), ())
        columns.update(zip(loose, missing))
        if not loose and len(missing) == 2 and (others := [*people, *pairs, *given]):
            columns[max(others, key=lambda column: _count_pairs(rows, column))] = Part.BOTH
    columns.update(_surnames(headings))
    for column in (*pairs, *given):
        is_numbered = column in pairs and _holds_numbers(rows, column)
        columns.setdefault(column, Part.NUMBER if is_numbered else Part.NAME)
    return columns


def _one_by_one(headings: Mapping[int, Heading], rows: Sequence[GridRow]) -> dict[int, Part]:
    """Return the columns of a list with one player a line; empty where that is not certain."""
    by_kind = {
        kind: [column for column, one in headings.items() if one is kind] for kind in Heading
    }
    kinds = (Heading.PERSON, Heading.GIVEN, Heading.PLAYERS)
    people = next((by_kind[kind] for kind in kinds if by_kind[kind]), [])
    surnames = [column for column, one in headings.items() if one in _OF_SURNAMES]
    told = any(by_kind[kind] for kind in (Heading.FIRST, Heading.SECOND))
    if told or len(people) != 1 or len(surnames) > 2 or not _single_players(rows, people[0]):
        return {}
    keys = [*by_kind[Heading.NUMBER], *by_kind[Heading.PAIR], *by_kind[Heading.NAME]]
    for key in keys:
        if not pairs_up(rows, key, people[0]):
            continue
        others = {
            column: _PART_OF[one]
            for column, one in headings.items()
            if one in {Heading.NAME, Heading.CLUB, Heading.SUBSTITUTE}
        }
        is_number_of_pair = headings[key] is Heading.NUMBER or _holds_numbers(rows, key)
        return {
            key: Part.NUMBER if is_number_of_pair else Part.NAME,
            people[0]: Part.ONE,
            **dict.fromkeys(surnames, Part.FIRST_SURNAME),
            **{column: part for column, part in others.items() if column != key},
        }
    return {}


def _single_players(rows: Sequence[GridRow], column: int) -> bool:
    """Return whether this column holds a player in each cell. An "i" alone joins surnames too."""
    filled = [row for row in rows if not row.cell(column).is_empty]
    return not any(two_players(row.cell(column).text, surely=True) for row in filled) and (
        2 * _count_pairs(filled, column) < len(filled)
    )


def pair_key_of(text: str) -> str:
    """Return the key that lines of one pair share in this cell: its number, or its name."""
    number = WHOLE_NUMBER.fullmatch(text)
    return number[1] if number else name_key(text)


def pairs_up(rows: Sequence[GridRow], key: int, player: int) -> bool:
    """Return whether most texts in the column `key` stand beside two players (or three).

    An empty cell there continues the one above it, as in a list made of merged cells.
    """
    lines: Counter[str] = Counter()
    last = ""
    for row in rows:
        if not row.cell(player).is_empty:
            last = pair_key_of(row.cell(key).line) or last
            lines[last] += 1
    return 2 * sum(count in {2, 3} for one, count in lines.items() if one) > len(lines)


def _count_pairs(rows: Sequence[GridRow], column: int) -> int:
    """Return in how many cells of this column two players stand."""
    return sum(two_players(row.cell(column).text) is not None for row in rows)


def _holds_numbers(rows: Sequence[GridRow], column: int) -> bool:
    filled = [row for row in rows if not row.cell(column).is_empty]
    return bool(filled) and all(is_number(row, column) for row in filled)


def is_number(row: GridRow, column: int) -> bool:
    """Return whether a whole number stands in this cell."""
    cell = row.cell(column)
    return cell.kind in {Kind.TEXT, Kind.NUMBER} and bool(WHOLE_NUMBER.fullmatch(cell.line))


def _layout_by_shape(sheet: Sheet) -> Layout:
    """Return how a sheet without headings, or with headings that are not understood, is to be read.

    A first line that has a word where all others have their number is no pair.
    """
    columns = _columns_by_shape(sheet, sheet.rows)
    if not columns and len(sheet.rows) > 1:
        first, *others = sheet.rows
        below = _columns_by_shape(sheet, others)
        numbers = [column for column, part in below.items() if part is Part.NUMBER]
        if any(first.cell(one).line and not is_number(first, one) for one in numbers):
            headings = {column: one.line for column, one in enumerate(first.cells) if one.line}
            return Layout(below, headings, 1, guessed=True)
    return Layout(columns)


def _columns_by_shape(sheet: Sheet, rows: Sequence[GridRow]) -> dict[int, Part]:
    """Return the columns of lines without headings; empty if they are not alike."""
    left = sheet.left
    shapes = {columns_of_line(row, left) for row in rows}
    longest = max(shapes, key=len, default=())
    alike = () not in shapes and all(longest[: len(shape)] == shape for shape in shapes)
    columns = dict(longest) if alike else {}
    if list(columns.values()) == [Part.NUMBER, Part.FIRST]:
        number, player = columns
        if _single_players(rows, player) and pairs_up(rows, number, player):
            columns[player] = Part.ONE
    return columns if is_complete(columns) else {}


def columns_of_line(row: GridRow, left: int) -> tuple[tuple[int, Part], ...]:
    """Return the parts of one line's cells: perhaps a number, the players, perhaps a club.

    `left` is the first column of the list. Empty for a line with more cells than that.
    """
    columns = list(range(left, row.width))
    parts: list[Part] = []
    if len(columns) > 1 and is_number(row, columns[0]):
        parts.append(Part.NUMBER)
    players = columns[len(parts) :]
    if players and two_players(row.cell(players[0]).text, surely=len(players) > 1):
        parts += [Part.BOTH, Part.CLUB]
    else:
        parts += [Part.FIRST, Part.SECOND, Part.CLUB]
    return tuple(zip(columns, parts)) if len(columns) <= len(parts) else ()
