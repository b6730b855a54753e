"""An .xls or .ods file: its sheets, read by calamine in a process of their own.

    python -m tournament.contestants.list_import.other_workbooks

reads the file from standard input, and writes its sheets as JSON. calamine makes every cell that a
sheet says it has, and ends the process where there is no memory for them: so this one is small, and
short-lived.

calamine doesn't tell which rows are hidden or which cells are formulas: every row is read, and of a
formula the value that was saved with it. What is an error is empty.
"""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
import zipfile
from contextlib import suppress

from django.conf import settings
from django.utils.translation import gettext as _
from python_calamine import (
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from tournament.contestants.list_import.archives import Archive
from tournament.contestants.list_import.grids import (
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SHEETS,
    Cell,
    Sheet,
    Source,
    Unread,
    cell_of,
    fill_down,
    rows_of,
    sheet_in,
    sheet_of,
    sheet_out,
    within_limits,
)
from tournament.core.errors import UserError

_MEMORY = 512 * 1024 * 1024
"""Bytes that the process may ask for; Windows knows no such limit."""
_COMPUTING = 10
"""Seconds that it may compute, where there is such a limit."""
_LONGEST = 60
"""Seconds that it may take, on a machine that is busy with other things."""
_DAMAGED, _LOCKED = 3, 4
"""Exit codes for a file that is damaged, or has a password."""


def other_source(data: bytes) -> Source:
    """Return the sheets with any content. Raises `UserError` for a file that can't be read."""
    try:
        if data.startswith(b"PK"):
            Archive(data)  # refuses a file that is too large before anything is unpacked
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            cwd=settings.BASE_DIR,
            input=data,
            capture_output=True,
            timeout=_LONGEST,
        )
    except subprocess.TimeoutExpired as error:
        raise UserError(Unread.LARGE.sentence) from error
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError, struct.error) as error:
        raise _damaged() from error
    if done.returncode == _DAMAGED:
        raise _damaged()
    if done.returncode == _LOCKED:
        raise UserError(_("This file has a password: save it without one."))
    if done.returncode:
        raise UserError(Unread.LARGE.sentence)
    sheets, hidden = json.loads(done.stdout)
    return Source(tuple(map(sheet_in, sheets)), tuple(hidden))


def _damaged() -> UserError:
    return UserError(_("This file is damaged: save it again, or save the list as .xlsx or .csv."))


def _main() -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (_COMPUTING, _COMPUTING))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    try:
        source = _read(sys.stdin.buffer.read())
    except PasswordError:
        sys.exit(_LOCKED)
    except MemoryError:
        raise
    except BaseException:  # a damaged file makes calamine raise anything, and panic
        sys.exit(_DAMAGED)
    json.dump([[sheet_out(sheet) for sheet in source.sheets], source.hidden], sys.stdout)


def _read(data: bytes) -> Source:
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    of_cells = [one for one in book.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]
    shown = [one.name for one in of_cells if one.visible == SheetVisibleEnum.Visible]
    hidden = tuple(one.name for one in of_cells if one.visible != SheetVisibleEnum.Visible)
    sheets = [_sheet(book.get_sheet_by_name(name)) for name in shown[:MAX_SHEETS]]
    sheets += [Sheet((), name, unread=Unread.LARGE) for name in shown[MAX_SHEETS:]]
    return Source(tuple(within_limits(sheets)), hidden)


def _sheet(sheet: CalamineSheet) -> Sheet:
    """Return a sheet. A sheet that is too long is read only until that is known."""
    rows: dict[int, dict[int, Cell]] = {}
    wider = False
    _row, left = sheet.start or (0, 0)
    for line, values in enumerate(sheet.iter_rows(), start=1):
        cells = {
            column: cell
            for column, value in enumerate(values, start=left)
            if value != "" and not (cell := cell_of(value)).is_empty
        }
        wider = wider or any(column >= MAX_COLUMNS for column in cells)
        if own := {column: cell for column, cell in cells.items() if column < MAX_COLUMNS}:
            rows[line] = own
        if len(rows) > MAX_ROWS:
            break
    for (first, column), (last, _column) in sheet.merged_cell_ranges or ():
        fill_down(rows, column, first + 1, last + 1)
    return sheet_of(rows_of(rows), name=sheet.name, wider=wider)


if __name__ == "__main__":
    _main()
