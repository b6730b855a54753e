"""A list as people write it, in a chat, a mail or on paper: its lines as pairs.

Decisions that need several lines are made here: whether the numbers before them are the pairs', and
to whom a line of substitutes belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from django.utils.translation import gettext as _

from tournament.contestants.list_import.doubts import Doubt
from tournament.contestants.list_import.free_lines import FreeLine, read_free_line
from tournament.contestants.list_import.grids import MAX_LETTERS, GridRow, Sheet
from tournament.contestants.list_import.layouts import (
    WHOLE_NUMBER,
    Columns,
    Layout,
    Part,
    columns_of_line,
    find_layout,
)
from tournament.contestants.list_import.line_tokens import Token, is_marked, pieces_of
from tournament.contestants.list_import.lines import (
    Fault,
    ReadLine,
    ReadList,
    found_in,
    not_used,
    one_line_of_names,
)
from tournament.contestants.list_import.people import two_players

_Read = tuple[int, GridRow, FreeLine]


def read_free_list(sheet: Sheet, *, alone: bool = False) -> ReadList:
    """Return all lines of a text that describe a pair, or a player `alone`, and the other lines."""
    pairs: list[_Read] = []
    more: dict[int, list[int]] = {}
    passed: list[tuple[int, str]] = []
    left = sheet.left
    for index, row in enumerate(sheet.rows):
        line = read_free_line(index, row.written[:MAX_LETTERS], alone=alone)
        columns = dict(columns_of_line(row, left))
        has_cells = sum(not cell.is_empty for cell in row.cells) > 1
        if alone:  # they get the lowest free numbers, in this order
            line = replace(line, number=None)
        elif line.players and has_cells and is_table_row(row, columns):
            line = _by_columns(row, columns)
        if line.players:
            pairs.append((index, row, line))
        elif line.substitutes and pairs:
            at, above, pair = pairs[-1]
            pairs[-1] = at, above, _with_substitutes(pair, line, row.line)
            more.setdefault(at, []).append(row.line)
        elif any(map(str.isalnum, row.written)):
            passed.append((row.line, row.written[:MAX_LETTERS]))
    lines = (_line(one, tuple(more.get(one[0], ()))) for one in _numbered(pairs))
    return ReadList(tuple(lines), not_pairs=tuple(passed))


def _by_columns(row: GridRow, columns: Columns) -> FreeLine:
    """Return a line of a table that stands among other lines."""
    texts = {part: row.cell(column).line for column, part in columns.items()}
    both = two_players(texts.get(Part.BOTH, ""))
    players = both or (texts.get(Part.FIRST, ""), texts.get(Part.SECOND, ""))
    number = WHOLE_NUMBER.fullmatch(texts.get(Part.NUMBER, ""))
    return FreeLine(int(number[1]) if number else None, True, players, texts.get(Part.CLUB, ""))


def _with_substitutes(pair: FreeLine, below: FreeLine, line: int) -> FreeLine:
    message = _("The substitutes stand in line %(line)d.") % {"line": line}
    doubt = Doubt(f"below {line}", message)
    return replace(
        pair,
        substitutes=(*pair.substitutes, *below.substitutes),
        doubts=(*pair.doubts, *below.doubts, doubt),
    )


def _numbered(pairs: Sequence[_Read]) -> Iterator[_Read]:
    """Yield the pairs with their numbers, if each has one and they go up, or if they have a column.

    Where only some lines have a number it counts the lines, as people do, and nobody asks about it.
    """
    if all(line.has_column or line.number is None for _index, _row, line in pairs):
        yield from pairs
        return
    numbers = [line.number for _index, _row, line in pairs]
    given = [number for number in numbers if number is not None]
    is_for_all = len(given) == len(pairs)
    goes_up = is_for_all and all(one < next_ for one, next_ in pairwise(given))
    for at, (index, row, line) in enumerate(pairs):
        doubts = line.doubts
        if line.number is None:
            yield index, row, line
            continue
        if is_for_all and not goes_up:
            message = _(
                "Number %(number)d is not used, because the lines are not numbered in order."
            ) % {"number": line.number}
            doubts = (*doubts, Doubt(f"no number {line.number}", message))
        elif goes_up and at and given[at - 1] + 1 < line.number:
            message = _("The numbers jump from %(before)d to %(number)d.") % {
                "before": given[at - 1],
                "number": line.number,
            }
            doubts = (*doubts, Doubt(f"jump {line.number}", message))
        yield index, row, replace(line, number=line.number if goes_up else None, doubts=doubts)


def _line(read: _Read, more: tuple[int, ...]) -> ReadLine:
    index, row, line = read
    texts = {
        "number": "" if line.number is None else str(line.number),
        "player_1": line.players[0],
        "player_2": line.players[1] if len(line.players) > 1 else "",
        "club": line.club,
        "name": line.name,
        "substitutes": ";".join(line.substitutes),
    }
    players = {"player_1", "player_2"}
    place = _("line %(line)d") % {"line": row.line}
    found = {name: found_in(text, place) for name, text in texts.items() if text or name in players}
    if others := found.get("substitutes"):
        found["substitutes"] = replace(others, text=one_line_of_names(others.text))
    if len(row.written) > MAX_LETTERS:
        message = _("More than %(max)d characters: enter the right content.")
        fault = Fault(message % {"max": MAX_LETTERS}, place)
        found["player_1"] = replace(found["player_1"], faults=(fault,))
    return ReadLine(
        index,
        row.line,
        row.hidden,
        found,
        more=more,
        doubts=(*line.doubts, *not_used(found.values())),
        written=row.written,
        marks=line.marks,
    )


_BETWEEN_COLUMNS = re.compile(r"[\t;\"]")


def layout_of(sheet: Sheet) -> Layout:
    """Return how the sheet is to be read: as a table, or as people write, one pair on a line in any
    way.

    A table has headings above several columns, or lines that are alike and separated by tabs or
    semicolons, with nothing but names in them.
    """
    layout = find_layout(sheet)
    return Layout(is_free=True) if sheet.is_free and not _is_table(sheet, layout) else layout


def _is_table(sheet: Sheet, layout: Layout) -> bool:
    if layout.headings:
        return len(layout.headings) > 1
    columns = layout.columns
    return bool(columns) and all(is_table_row(row, columns) for row in sheet.rows)


def is_table_row(row: GridRow, columns: Columns) -> bool:
    """Return whether the line has these columns, and nothing in them has to be taken off."""
    if not columns or not _BETWEEN_COLUMNS.search(row.written):
        return False
    names = [column for column, part in columns.items() if part is not Part.NUMBER]
    texts = [row.cell(column).text for column in names]
    if any(map(is_marked, texts)):
        return False
    joins = {Token.JOIN, Token.WITH}
    return len([*filter(None, texts)]) > 2 or not any(
        piece.kind in joins for text in texts for piece in pieces_of(text)
    )
