"""The cells of a pasted text or an uploaded file, as rows of texts.

What a file is, is told by its first bytes; a name that contradicts them is refused. Everything that
can be refused without reading the content is refused before.
"""

from __future__ import annotations

import csv
import io
import re
import string
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.core.errors import UserError

MAX_BYTES = 2 * 1024 * 1024
MAX_ROWS = 1000
MAX_COLUMNS = 50

_SEPARATORS = ("\t", ";", ",")
_BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
"""How .xls files begin, and .xlsx files with a password."""
_WORKBOOK_ENDINGS = (".xlsx", ".xlsm", ".xls", ".ods")
_SEPARATOR_LINE = re.compile(r"sep=([^\x22\r\n])\r?\n?", re.IGNORECASE)
"""Excel's own way of telling the separator, in a first line; not one that `csv` would refuse."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's text; `fault` says why it can't be used, if it can't."""

    text: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row: the line or row number in its source, from 1, and its cells."""

    line: int
    cells: tuple[Cell, ...]

    @property
    def is_empty(self) -> bool:
        return not any(cell.text.strip() or cell.fault for cell in self.cells)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(cell.text.strip() for cell in self.cells)


def refuse_size(size: int) -> None:
    """Raise UserError for a file or text that is too large."""
    if size > MAX_BYTES:
        raise UserError(_("This is too large: %(max)d MB at most.") % {"max": MAX_BYTES >> 20})


def refuse_too_many_rows() -> UserError:
    """The refusal of a list that is too long."""
    return UserError(_("These are too many lines: %(max)d at most.") % {"max": MAX_ROWS})


def is_workbook(data: bytes) -> bool:
    """Whether a file begins as a zip archive, which an .xlsx file is."""
    return data.startswith(b"PK")


def refuse_false_workbook(name: str) -> None:
    """Raise UserError for a text in a file whose name says that it is a workbook."""
    if name.lower().endswith(_WORKBOOK_ENDINGS):
        raise UserError(
            _(
                "This is no workbook but a plain text, whatever its name says: save the list as "
                ".xlsx, or let the name end in .csv."
            )
        )


def decode(data: bytes) -> str:
    """The text of a .csv or .txt file: UTF-8, UTF-16 with its mark, or the old Windows encoding."""
    if data.startswith(_OLD_OFFICE):
        raise UserError(
            _("This is an old .xls file, or one with a password: save it as .xlsx or .csv first.")
        )
    encodings = [name for mark, name in _BYTE_ORDER_MARKS.items() if data.startswith(mark)]
    for encoding in encodings or ["utf-8", "cp1252"]:
        try:
            text = data.decode(encoding)
        except UnicodeError:
            continue
        if "\0" not in text:
            return text
        break
    raise UserError(_("This is neither an .xlsx file nor a text: save the list as .xlsx or .csv."))


def _rows(text: str, separator: str, *, others: Sequence[str] = ()) -> list[GridRow]:
    """The rows of a text with this separator, quoted cells understood; all but empty ones.

    A line that is one cell with it is separated by the first of the `others` that makes it several.
    """
    lines = list(io.StringIO(text, newline=""))
    reader = csv.reader(lines, delimiter=separator)
    rows: list[GridRow] = []
    before = 0
    try:
        for parts in reader:
            first, before = before, reader.line_num
            if len(parts) == 1 and reader.line_num == first + 1:
                parts = _separated(lines[first], others) or parts
            row = GridRow(reader.line_num, tuple(Cell(part) for part in parts[:MAX_COLUMNS]))
            if not row.is_empty:
                rows.append(row)
            if len(rows) > MAX_ROWS:
                raise refuse_too_many_rows()
    except csv.Error as error:
        raise UserError(
            _("Line %(line)d can't be read as a table: look at its quotation marks.")
            % {"line": reader.line_num}
        ) from error
    return rows


def _separated(line: str, separators: Sequence[str]) -> list[str] | None:
    """The cells of a line, by the first of these separators that makes several of it."""
    for separator in separators:
        parts = next(csv.reader([line], delimiter=separator))
        if len(parts) > 1:
            return parts
    return None


def text_grid(text: str) -> list[GridRow]:
    """The rows of a text file or a pasted list.

    The separator is the one that makes most rows of two columns and more; among equals tab comes
    before semicolon, and both before the comma, which also stands inside names. A line in which it
    doesn't occur is separated by another one: a list can be pasted together from several.
    """
    refuse_size(len(text))
    if not text.strip("".join(_SEPARATORS) + string.whitespace):
        return []
    if told := _SEPARATOR_LINE.match(text):
        return _rows(text[told.end() :], told[1])
    wide = {
        separator: sum(len(row.texts) > 1 for row in _rows(text, separator))
        for separator in _SEPARATORS
    }
    best = max(_SEPARATORS, key=wide.__getitem__)
    others = [separator for separator in _SEPARATORS if separator != best]
    return _rows(text, best, others=others)
