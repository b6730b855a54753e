from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rounding import display, rounded


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("9/8", "1.13"),
        ("-9/8", "-1.13"),
        ("-19/8", "-2.38"),
        ("39/22", "1.77"),
        ("2", "2.00"),
        ("1/200", "0.01"),
        ("-1/200", "-0.01"),
        ("-1/201", "0.00"),
        ("0", "0.00"),
        ("199/200", "1.00"),
        ("123456789012345678901234567890123456789", "123456789012345678901234567890123456789.00"),
    ],
)
def test_halves_go_away_from_zero(value: str, shown: str) -> None:
    assert display(Fraction(value)) == shown


@given(st.fractions(), st.integers(0, 30))
def test_rounded_value_is_the_nearest(value: Fraction, places: int) -> None:
    shown = rounded(value, places)
    off = abs(Fraction(shown) - value) * 10**places
    assert off <= Fraction(1, 2)
    if off == Fraction(1, 2):
        assert abs(Fraction(shown)) > abs(value)
    assert shown.as_tuple().exponent == -places
    assert Fraction(display(value, places)) == Fraction(shown)
