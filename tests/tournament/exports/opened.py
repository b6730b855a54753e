"""Workbooks and tables opened by LibreOffice, without its window."""

from __future__ import annotations

import csv
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from openpyxl.workbook import Workbook

from tests.checks.machine import libreoffice

ComputedSheet = list[list[Any]]
"""The cells of a sheet by row and column: a number, a text, or None without either."""
ComputedBook = dict[str, ComputedSheet]
"""The sheets of a workbook by their tabs, in their order."""

_EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1"
"""Each sheet as a file: commas, UTF-8, from line 1, every text in quotes, numbers without them and
with all their digits. LibreOffice writes it in half the time that a workbook takes."""


def converted(sources: Sequence[Path], folder: Path, to: str, *options: str) -> list[Path]:
    """The files in another format, all in one run; `to` begins with its ending."""
    target = _convert(sources, folder, to, *options)
    made = [target / f"{source.stem}.{to.partition(':')[0]}" for source in sources]
    # It ends without a complaint and without a file when it can't convert.
    assert [one for one in made if not one.exists()] == []
    return made


def computed(books: dict[str, Workbook], folder: Path) -> dict[str, ComputedBook]:
    """The workbooks as LibreOffice computes them, from formulas without any value."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = []
    for name, book in books.items():
        sources.append(folder / f"{name}.xlsx")
        book.save(sources[-1])
    target = _convert(sources, folder, _EVERY_SHEET)
    return {
        name: {tab: _sheet(target / f"{name}-{tab}.csv") for tab in book.sheetnames}
        for name, book in books.items()
    }


def _convert(sources: Sequence[Path], folder: Path, to: str, *options: str) -> Path:
    """Convert the files; returns the folder of what was made of them."""
    program = libreoffice()
    assert program is not None
    target = folder / "converted"
    subprocess.run(
        [
            program,
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--headless",
            *options,
            "--convert-to",
            to,
            "--outdir",
            str(target),
            *map(str, sources),
        ],
        check=True,
        capture_output=True,
        timeout=300,
    )
    return target


def _sheet(path: Path) -> ComputedSheet:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, quoting=csv.QUOTE_NONNUMERIC)
        return [[None if cell == "" else cell for cell in row] for row in rows]
