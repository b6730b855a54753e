"""How rows are shared out among the screens of a projector's page."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TypeVar

T = TypeVar("T")

ONE_COLUMN = 14
"""Up to so many rows stand in one column."""
ROWS = 16
"""So many rows of a column fit on a screen of 1920 × 1080."""


def row_screens(rows: Sequence[T]) -> list[list[Sequence[T]]]:
    """The screens, each a list of its columns, as evenly filled as can be; none without rows."""
    if not rows:
        return []
    if len(rows) <= ONE_COLUMN:
        return [[rows]]
    screens = ceil(len(rows) / (2 * ROWS))
    each = ceil(len(rows) / screens)
    return [_columns(rows[start : start + each]) for start in range(0, len(rows), each)]


def _columns(rows: Sequence[T]) -> list[Sequence[T]]:
    half = ceil(len(rows) / 2)
    return [part for part in (rows[:half], rows[half:]) if part]
