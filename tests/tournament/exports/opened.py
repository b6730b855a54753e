"""Workbooks and tables opened by LibreOffice, without its window."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from tests.checks.machine import libreoffice


def converted(sources: Sequence[Path], folder: Path, to: str, *options: str) -> list[Path]:
    """The files in another format, all in one run; `to` begins with its ending."""
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
    made = [target / f"{source.stem}.{to.partition(':')[0]}" for source in sources]
    # It ends without a complaint and without a file when it can't convert.
    assert [one for one in made if not one.exists()] == []
    return made


def computed(books: dict[str, Workbook], folder: Path) -> dict[str, Workbook]:
    """The workbooks as LibreOffice computes them, from formulas without any value."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = []
    for name, book in books.items():
        sources.append(folder / f"{name}.xlsx")
        book.save(sources[-1])
    results = converted(sources, folder, "xlsx")
    return {name: load_workbook(one, data_only=True) for name, one in zip(books, results)}
