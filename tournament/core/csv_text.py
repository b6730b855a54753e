"""Tables as CSV that Catalan and Spanish spreadsheets open correctly, made line by line.

UTF-8 with a byte order mark, and semicolons, because the comma is the decimal mark there. A text
that begins like a formula gets an apostrophe in front, so that it stays text. Numbers stay numbers
(−16 is no formula), with decimals stripped of trailing zeros.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from io import StringIO
from itertools import islice

Cell = str | int | Decimal | None
"""A text that somebody may have typed, a number, or nothing."""
Row = Sequence[Cell]

CONTENT_TYPE = "text/csv; charset=utf-8"
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Mark at the beginning of a file by which a spreadsheet knows UTF-8."""
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
_BATCH = 200


def csv_chunks(rows: Iterable[Row]) -> Iterator[bytes]:
    """Yield the rows as CSV, some at a time: a long table is never in memory as a whole."""
    yield MARK.encode()
    ahead = iter(rows)
    while batch := list(islice(ahead, _BATCH)):
        buffer = StringIO()
        writer = csv.writer(buffer, delimiter=";", lineterminator="\r\n")
        writer.writerows([_guarded(cell) for cell in row] for row in batch)
        yield buffer.getvalue().encode()


def _guarded(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.startswith(DANGEROUS):
        return f"'{cell}"
    if isinstance(cell, Decimal):
        text = f"{cell:f}".replace(".", ",")
        return text.rstrip("0").rstrip(",") if "," in text else text
    return cell
