"""An empty list to fill in, with headings in the language of the page that the import knows."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.contestants.list_import.layouts import Part
from tournament.core.csv_text import csv_chunks

COLUMNS = (Part.NUMBER, Part.FIRST, Part.SECOND, Part.CLUB, Part.NAME, Part.SUBSTITUTE)


def headings() -> list[str]:
    """What stands above the columns."""
    return [str(part.label) for part in COLUMNS]


def csv_template() -> Iterable[bytes]:
    return csv_chunks([headings()])
