"""Columns that line up on a terminal, whatever the letters in them.

Widths are counted in terminal cells: a combining accent takes none, an East Asian wide letter two.
Figures are aligned to the right. Control characters are shown escaped, so that a name can neither
break a line nor speak to the terminal.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

Grid = Sequence[Sequence[str]]

GAP = "  "


@dataclass(frozen=True, slots=True)
class Column:
    """A column's title (a second line after a line feed) and on which side its cells line up."""

    title: str = ""
    right: bool = False


def render(columns: Sequence[Column], rows: Grid) -> str:
    """Return the rows below the titles, if there are titles; every line ends with a line feed."""
    titles = _title_lines(columns)
    cells = [*titles, *([printable(cell) for cell in row] for row in rows)]
    widths = [max(map(width, texts), default=0) for texts in zip(*cells)]
    lines = [
        GAP.join(_padded(text, size, column) for text, size, column in zip(row, widths, columns))
        for row in cells
    ]
    if titles:
        lines.insert(len(titles), GAP.join("-" * size for size in widths))
    return "".join(line.rstrip() + "\n" for line in lines)


def width(text: str) -> int:
    """Return the number of a terminal's cells that `text` takes."""
    cells = 0
    for character in text:
        if unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        cells += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return cells


def printable(text: str) -> str:
    """Return `text` with control characters and the like escaped."""
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in text
    )


def _title_lines(columns: Sequence[Column]) -> list[list[str]]:
    """Return the lines of titles, shorter titles at the bottom; none where all are empty."""
    titles = [column.title.split("\n") for column in columns]
    height = max(map(len, titles))
    lines = [[""] * (height - len(title)) + title for title in titles]
    return [list(line) for line in zip(*lines)] if any(map(any, titles)) else []


def _padded(text: str, size: int, column: Column) -> str:
    padding = " " * (size - width(text))
    return padding + text if column.right else text + padding
