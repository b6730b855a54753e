"""Lists of pairs as files, for tests: workbooks as spreadsheet programs write them, and worse."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

import openpyxl


def workbook(rows: Iterable[Sequence[Any]], *, empty_sheets: int = 0) -> bytes:
    """An .xlsx file with these rows on its (last) sheet."""
    book = openpyxl.Workbook()
    for _sheet in range(empty_sheets):
        book.create_sheet()
    sheet = book.worksheets[-1]
    for row in rows:
        sheet.append(list(row))
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """The workbook with one part of its archive replaced or added."""
    changed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.infolist():
            if part.filename != name:
                new.writestr(part, old.read(part))
        new.writestr(name, content)
    return changed.getvalue()
