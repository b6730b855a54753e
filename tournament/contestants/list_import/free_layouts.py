"""Whether a text is a table or written as people write, one pair on a line in any way.

A table has headings above several columns, or lines that are alike and separated by tabs or
semicolons, with nothing but names in them. All else that is pasted is read by `free_lists`.
"""

from __future__ import annotations

import re

from tournament.contestants.list_import.grids import GridRow, Sheet
from tournament.contestants.list_import.layouts import Columns, Layout, Part, find_layout
from tournament.contestants.list_import.line_tokens import Token, is_marked, pieces_of

_BETWEEN_COLUMNS = re.compile(r"[\t;\"]")


def layout_of(sheet: Sheet) -> Layout:
    """How the sheet is to be read."""
    layout = find_layout(sheet)
    return Layout(is_free=True) if sheet.is_free and not _is_table(sheet, layout) else layout


def _is_table(sheet: Sheet, layout: Layout) -> bool:
    if layout.headings:
        return len(layout.headings) > 1
    columns = layout.columns
    return bool(columns) and all(is_table_row(row, columns) for row in sheet.rows)


def is_table_row(row: GridRow, columns: Columns) -> bool:
    """Whether the line has these columns, and nothing in them has to be taken off."""
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
