"""Exact values on their way to a reader: rounded half up, as decimals, and only for display.

Half up means away from zero when exactly halfway, for negative values too: 1.125 is shown as 1.13
and −1.125 as −1.13. No value is ever rounded before it is compared or added.
"""

from decimal import Decimal
from fractions import Fraction


def half_up(value: Fraction, places: int = 2) -> Decimal:
    """`value` rounded to `places` decimals (0 or more), which the result always carries.

    A value that rounds to zero has no sign.
    """
    units, rest = divmod(abs(value.numerator) * 10**places, value.denominator)
    if 2 * rest >= value.denominator:
        units += 1
    digits = tuple(int(digit) for digit in str(units))
    negative = value < 0 and units > 0
    return Decimal((int(negative), digits, -places))


def display(value: Fraction, places: int = 2) -> str:
    """`value` as text with exactly `places` decimals and a point, such as "1.13" or "-0.50"."""
    return format(half_up(value, places), "f")
