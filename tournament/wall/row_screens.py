"""Share rows out among the screens of a projector's page."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TypeVar

T = TypeVar("T")

ONE_COLUMN = 14
"""Most rows in a single column."""
_TITLES = 2
"""Rows taken by the name of a group and the titles of its columns."""
ROWS = 16
"""Rows of a column that fit on a screen of 1920 × 1080."""


_ROWS_OF_GROUPS = ROWS - _TITLES


def row_screens(rows: Sequence[T]) -> list[list[Sequence[T]]]:
    """Return the screens, each a list of columns, as evenly filled as can be; none without rows."""
    if not rows:
        return []
    if len(rows) <= ONE_COLUMN:
        return [[rows]]
    screens = ceil(len(rows) / (2 * ROWS))
    each = ceil(len(rows) / screens)
    return [_columns(rows[start : start + each]) for start in range(0, len(rows), each)]


def group_screens(
    groups: Sequence[tuple[str, Sequence[T]]], lines: int = 1
) -> list[list[tuple[str, Sequence[T]]]]:
    """Return the screens of groups in two columns, as many below each other as there is room for.

    A group that is too long for a column goes on in the next one. A row is `lines` high, 1 or 2.
    """
    each = _ROWS_OF_GROUPS // lines
    parts = [
        (name, rows[start : start + each])
        for name, rows in groups
        for start in range(0, len(rows), each)
    ]
    screens: list[list[tuple[str, Sequence[T]]]] = []
    at = 0
    while at < len(parts):
        taken, most = 0, 0
        # A row of two groups is as high as the longer of them, and its titles.
        while at + taken < len(parts):
            row = parts[at + taken : at + taken + 2]
            high = max(lines * len(rows) for _name, rows in row) + _TITLES
            if taken and most + high > ROWS:
                break
            most, taken = most + high, taken + len(row)
        screens.append(list(parts[at : at + taken]))
        at += taken
    return screens


def _columns(rows: Sequence[T]) -> list[Sequence[T]]:
    half = ceil(len(rows) / 2)
    return [part for part in (rows[:half], rows[half:]) if part]
