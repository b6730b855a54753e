"""The cells of an .xlsx file's first sheet with anything in it.

A workbook is a zip archive of XML, so it can be far larger than it looks: what it says it unpacks
to is checked first, and only so many rows and columns are ever asked for. Formulas are not
computed here, and what another program computed may be long out of date: such cells are faults.
"""

from __future__ import annotations

import datetime
import io
import zipfile
from typing import Any

import openpyxl
from django.utils.translation import gettext as _
from openpyxl.cell.read_only import EmptyCell

from tournament.core.errors import UserError
from tournament.teams.importing.grids import (
    MAX_COLUMNS,
    MAX_ROWS,
    Cell,
    GridRow,
    refuse_too_many_rows,
)

MAX_UNPACKED = 16 * 1024 * 1024
MAX_PARTS = 500
LAST_ROW = 1_048_576
"""The format has no more; a file that says so would have the library count up to it."""
_NEEDED_PARTS = {"[Content_Types].xml", "xl/workbook.xml"}


def _check_archive(data: bytes) -> None:
    """Refuse what isn't a workbook, or would unpack to too much, without unpacking anything."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise _unreadable() from error
    if not _NEEDED_PARTS.issubset({part.filename for part in parts}):
        raise UserError(_("This archive is no .xlsx file: save the list as .xlsx or .csv."))
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise UserError(
            _("This file unpacks to more than %(max)d MB: copy the list into a new one.")
            % {"max": MAX_UNPACKED >> 20}
        )
    if any(part.flag_bits & 0x1 for part in parts):
        raise UserError(_("This file has a password: save it without one."))


def _unreadable() -> UserError:
    return UserError(_("This .xlsx file is damaged: save it anew, or save the list as .csv."))


def _cell(cell: Any) -> Cell:
    """A cell of the sheet as text: whole numbers without a fraction, days as year-month-day."""
    value = cell.value
    if value is None:
        return Cell()
    if cell.data_type == "f":
        return Cell(
            fault=_("Cell %(cell)s holds a formula: put its value there.")
            % {"cell": cell.coordinate}
        )
    if cell.data_type == "e":
        return Cell(fault=_("Cell %(cell)s holds an error.") % {"cell": cell.coordinate})
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        value = value.isoformat()
    return Cell(str(value))


def _sheet_rows(sheet: Any) -> list[GridRow]:
    rows: list[GridRow] = []
    nothing = None
    sheet.reset_dimensions()  # a sheet's own word on its size may be wrong
    asked = sheet.iter_rows(max_col=MAX_COLUMNS, max_row=LAST_ROW + 1)
    for line, cells in enumerate(asked, start=1):
        if line > LAST_ROW:
            raise _unreadable()
        # A gap can be a million rows, for which the library gives the same one again and again.
        if cells is nothing:
            continue
        if {type(cell) for cell in cells} <= {EmptyCell}:
            nothing = cells
            continue
        row = GridRow(line, tuple(_cell(cell) for cell in cells))
        if not row.is_empty:
            rows.append(row)
        if len(rows) > MAX_ROWS:
            raise refuse_too_many_rows()
    return rows


def workbook_grid(data: bytes) -> list[GridRow]:
    """The rows of the first sheet that has any. Raises UserError for what can't be read."""
    _check_archive(data)
    try:
        book = openpyxl.load_workbook(
            io.BytesIO(data), read_only=True, data_only=False, keep_links=False
        )
        try:
            for sheet in book.worksheets:
                if rows := _sheet_rows(sheet):
                    return rows
        finally:
            book.close()
    except UserError:
        raise
    except Exception as error:  # whatever a made-up file provokes deep inside the library
        raise _unreadable() from error
    return []
