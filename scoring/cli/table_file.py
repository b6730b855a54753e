"""Reading a table from a file as spreadsheets write them: CSV in several dialects.

UTF-8 with or without a byte order mark; comma, semicolon or tab, whichever the header line uses;
quoted cells; any line end; lines that are empty, or hold only empty cells, are passed over. What
can't be read becomes a fault with its line and column, and reading goes on after it.
"""

import csv
import io
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scoring.cli.faults import Fault, InputFaults, shortened
from scoring.cli.input_files import read_text
from scoring.cli.text_table import printable

DELIMITERS = ",;\t"


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row, trimmed, and the line of the file where it begins, from 1."""

    line: int
    cells: tuple[str, ...]


@dataclass(slots=True)
class Table:
    """A header and its rows. `faults` collects what is wrong, with the place it stands at."""

    name: str
    header: Row = field(default_factory=lambda: Row(1, ()))
    rows: list[Row] = field(default_factory=list)
    faults: list[tuple[int, int, Fault]] = field(default_factory=list)

    def report(self, line: int, column: int, expected: str, found: str = "") -> None:
        """Add a fault at a line and a column, both from 1."""
        where = f"{self.name}: line {line}, column {column}"
        titles = self.header.cells[column - 1 : column]
        where += "".join(f" ({shortened(printable(title))})" for title in titles if title)
        self.faults.append((line, column, Fault(where, expected, found)))

    def refuse_faults(self) -> None:
        """Raise `InputFaults` in the order of the file, if anything was reported."""
        if self.faults:
            self.faults.sort(key=lambda fault: fault[:2])
            raise InputFaults([fault for _, _, fault in self.faults])


def read_table(path: Path, columns: Collection[str]) -> Table:
    """Return the table in the file; `columns` are the titles by which its delimiter is recognised.

    Titles come in lower case, with `_` for spaces. Raises `InputFaults` where there is no table;
    faults within it are in the table.
    """
    table = Table(printable(path.name))
    lines = io.StringIO(read_text(path), newline="").readlines()
    for row in _read_rows(lines, _delimiter(lines, columns), table):
        if not table.header.cells:
            table.header = Row(row.line, tuple(map(_title, row.cells)))
        else:
            table.rows.append(row)
    if not table.header.cells:
        if not table.faults:
            table.report(1, 1, "a line with the columns' names", "nothing")
        table.refuse_faults()
    return table


def _delimiter(lines: Sequence[str], columns: Collection[str]) -> str:
    """Return the delimiter by which the first line with any text has most of the wanted titles."""
    first = next((line for line in lines if line.strip()), "")
    titles = {
        delimiter: [
            _title(cell) for row in csv.reader([first], delimiter=delimiter) for cell in row
        ]
        for delimiter in DELIMITERS
    }
    return max(DELIMITERS, key=lambda delimiter: len(set(titles[delimiter]) & set(columns)))


def _title(cell: str) -> str:
    return "_".join(cell.casefold().split())


def _read_rows(lines: Sequence[str], delimiter: str, table: Table) -> Iterator[Row]:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error:
            column = _column_of_open_quote("".join(lines[line - 1 : reader.line_num]), delimiter)
            table.report(line, column, "a cell whose quotes are closed, with quotes in it doubled")
            if not table.header.cells:
                return  # What follows would be taken for the header.
            continue
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield Row(line, tuple(cell.strip() for cell in cells))


def _column_of_open_quote(text: str, delimiter: str) -> int:
    """Return the number of the cell, in the record at the start of `text`, that is quoted
    wrongly."""
    cell = re.compile(rf'(?:"(?:[^"]|"")*"|(?!")[^{delimiter}\r\n]*){delimiter}')
    column, at = 1, 0
    while match := cell.match(text, at):
        column, at = column + 1, match.end()
    return column
