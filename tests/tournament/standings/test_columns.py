"""How cells of standings are written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournament.standings.columns import Kind, StandingsColumn


@pytest.mark.parametrize(
    ("kind", "value", "written"),
    [
        (Kind.COUNT, 12, "12"),
        (Kind.COUNT, -10, "−10"),
        (Kind.SIGNED, -10, "−10"),
        (Kind.HALVES, Fraction(3, 2), "1½"),
    ],
)
def test_below_zero_stands_a_minus_and_no_hyphen(
    kind: Kind, value: int | Fraction, written: str
) -> None:
    column: StandingsColumn[None] = StandingsColumn(
        key="points", title="Points", meaning="", kind=kind, value=lambda _line: value
    )
    assert column.written(value) == written
