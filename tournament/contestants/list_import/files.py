"""Sheets of an uploaded file or a pasted text. Raises UserError for all that can't be read.

The format is told by the first bytes. A file name that says otherwise is refused, because one of
the two is a mistake. The encoding of a text is recognised by its first bytes, its separator by what
the lines have in common.
"""

from __future__ import annotations

import csv
import io
import re
import string
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from django.utils.translation import gettext as _

from tournament.contestants.list_import.grids import (
    MAX_COLUMNS,
    MAX_LETTERS,
    MAX_ROWS,
    GridRow,
    Sheet,
    Source,
    Unread,
    clipped,
    refuse_size,
    sheet_of,
    within_limits,
)
from tournament.contestants.list_import.other_workbooks import other_source
from tournament.core.errors import UserError

_ZIP = b"PK"
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
"""Bytes after the first thirty of an .ods file."""
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
"""First bytes of .xls files, and of workbooks with a password."""
_PASSWORD = "EncryptedPackage".encode("utf-16-le")
_OTHERS = (b"%pdf", b"{\\rtf", b"\x89png", b"\xff\xd8\xff", b"gif8", b"<?xml", b"<html", b"<!doc")
"""First bytes of files that could be taken for a text and are no list."""
_ENDING = re.compile(r"\.[a-z]{2,8}\Z")
_TEXT_ENDINGS = {".csv", ".txt", ".tsv", ".tab"}


def read_text(text: str) -> Source:
    return _some(Source(tuple(within_limits([text_sheet(text, is_pasted=True)]))))


def read_file(data: bytes, name: str = "") -> Source:
    """Return the sheets of an uploaded workbook or text file."""
    refuse_size(len(data))
    found = _ENDING.search(name.lower())
    ending = found[0] if found else ""
    if data.startswith((_ZIP, _OLD_OFFICE)):
        source, own = _workbook(data)
        if ending not in {"", own}:
            raise UserError(
                _("This is a workbook, but its name ends in %(ending)s: let it end in %(own)s.")
                % {"ending": ending, "own": own}
            )
        return _some(source)
    text = _text(data)
    if text.strip() and ending not in {"", *_TEXT_ENDINGS}:
        raise UserError(
            _(
                "This is a plain text, but its name ends in %(ending)s: save the list as .xlsx, "
                "or let the name end in .csv."
            )
            % {"ending": ending}
        )
    return _some(Source(tuple(within_limits([text_sheet(text)]))))


def _workbook(data: bytes) -> tuple[Source, str]:
    """Return the content, and the ending that such a file's name should have."""
    if data.startswith(_OLD_OFFICE):
        if _PASSWORD in data:
            raise UserError(_("This file has a password: save it without one."))
        return other_source(data), ".xls"
    if data[30:].startswith(_OPEN_DOCUMENT):
        return other_source(data), ".ods"
    # openpyxl takes a tenth of a server's start to load, and only this reads with it.
    from tournament.contestants.list_import.workbooks import workbook_source

    return workbook_source(data), ".xlsx"


def _text(data: bytes) -> str:
    text = None if data[:64].lstrip().lower().startswith(_OTHERS) else decode(data)
    if text is None:
        raise UserError(
            _("This is neither an .xlsx file nor a text file: save the list as .xlsx or .csv.")
        )
    return text


def _some(source: Source) -> Source:
    """Return the source, if there is anything to read in it."""
    if any(sheet.rows for sheet in source.sheets):
        return source
    for sheet in source.sheets:
        if sheet.unread:
            raise UserError(sheet.unread.sentence)
    if source.hidden:
        raise UserError(
            _("The visible sheets are empty: unhide the one with the list, and save the file.")
        )
    raise UserError(_("There is no pair in this list."))


_SEPARATORS = ("\t", ";", ",")
_MOST_LINES = 50_000
"""Most lines of a text, empty ones included.

Each is looked at a few times, and a million would keep everybody waiting; a sheet that was
formatted far below its list still comes in.
"""
_BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_SEPARATOR_LINE = re.compile(r"sep=([^\x22\r\n])\r?\n?", re.IGNORECASE)
"""Excel's declaration of the separator, in a first line; not one that `csv` would refuse."""


def decode(data: bytes) -> str | None:
    """Return the text in UTF-8, UTF-16 with or without mark, or the old Windows encoding, or
    None."""
    marked = [name for mark, name in _BYTE_ORDER_MARKS.items() if data.startswith(mark)]
    for encoding in marked or _unmarked(data):
        try:
            text = data.decode(encoding)
        except UnicodeError:
            continue
        return text if "\0" not in text else None
    return None


def _unmarked(data: bytes) -> tuple[str, ...]:
    """Return the encodings to try. In UTF-16 every other byte of these languages is zero."""
    half = len(data) // 4
    if half and data[1::2].count(0) > half:
        return ("utf-16-le",)
    if half and data[::2].count(0) > half:
        return ("utf-16-be",)
    return ("utf-8", "cp1252")


def _rows(
    text: str,
    separator: str,
    *,
    above: int = 0,
    others: Sequence[str] = (),
    quotes: bool = True,
) -> list[GridRow]:
    """Return the rows of a text with this separator, without empty ones; with `quotes` quotation
    marks around cells are understood.

    `above` is the number of lines before the text. A line that is one cell with this separator is
    separated by the first of the `others` that makes it several.
    """
    lines = list(io.StringIO(text, newline=""))
    marks: Literal[0, 3] = csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE
    reader = csv.reader(lines, delimiter=separator, quoting=marks)
    rows: list[GridRow] = []
    before = 0
    try:
        for parts in reader:
            first, before = before, reader.line_num
            if len(parts) == 1 and reader.line_num == first + 1:
                parts = _separated(lines[first], others) or parts
            parts = parts[: MAX_COLUMNS + 1]
            if "".join(parts).strip():
                written = "".join(lines[first : reader.line_num]).strip("\r\n")[: MAX_LETTERS + 1]
                cells = tuple(map(clipped, parts))
                rows.append(GridRow(above + first + 1, cells, written=written))
            if len(rows) > MAX_ROWS:
                break
    except csv.Error as error:
        raise UserError(
            _("Line %(line)d can't be read as a table: look at its quotation marks.")
            % {"line": above + before + 1}
        ) from error
    return rows


def _separated(line: str, separators: Sequence[str]) -> list[str] | None:
    """Return the cells of a line, by the first of these separators that makes several of it."""
    for separator in separators:
        parts = next(csv.reader([line], delimiter=separator))
        if len(parts) > 1:
            return parts
    return None


def text_sheet(text: str, *, is_pasted: bool = False) -> Sheet:
    """Return the rows of a text file or a pasted list. Raises `UserError` if it can't be taken
    apart.

    The separator is the one that makes most rows of two columns and more; among equals tab comes
    before semicolon, and both before the comma, which also stands inside names. A line in which it
    doesn't occur is separated by another one: a list can be pasted together from several. A pasted
    text, or a file of one column, may be no table at all. Where few lines have several cells,
    quotation marks are those of nicknames.
    """
    refuse_size(len(text))
    if not text.strip("".join(_SEPARATORS) + string.whitespace):
        return Sheet(())
    if max(text.count("\n"), text.count("\r")) > _MOST_LINES:
        return Sheet((), unread=Unread.LARGE)
    if told := _SEPARATOR_LINE.match(text):
        rows = _rows(text[told.end() :], told[1], above=1)
    else:
        wide = {
            separator: sum(len(row.cells) > 1 for row in _rows(text, separator))
            for separator in _SEPARATORS
        }
        best = max(_SEPARATORS, key=wide.__getitem__)
        others = [separator for separator in _SEPARATORS if separator != best]
        rows = _rows(text, best, others=others)
        if is_pasted and 2 * wide[best] < len(rows):
            rows = _rows(text, best, others=others, quotes=False)
    wider = any(len(row.cells) > MAX_COLUMNS for row in rows)
    narrow = [replace(row, cells=row.cells[:MAX_COLUMNS]) for row in rows]
    is_free = is_pasted or all(row.width <= 1 for row in narrow)
    return sheet_of(narrow, wider=wider, is_free=is_free)
