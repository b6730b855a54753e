"""Values on their way to a reader.

Exact fractions everywhere, rounded to the nearest and only to be shown; halves go away from zero
(1.125 is shown as 1.13, −2.375 as −2.38). So spreadsheets show them too, and both sides of a table
are treated alike where one has what the other lacks. No value is rounded before it is compared or
added.
"""

from decimal import Decimal
from fractions import Fraction


def rounded(value: Fraction, places: int = 2) -> Decimal:
    """Return `value` rounded to `places` decimals (0 or more), which the result always carries.

    A value that rounds to zero has no sign.
    """
    units = _units(value, places)
    return Decimal((int(units < 0), tuple(int(digit) for digit in str(abs(units))), -places))


def display(value: Fraction, places: int = 2) -> str:
    """Return `value` as text with `places` decimals and a point, such as "1.13" or "-0.50"."""
    units = _units(value, places)
    sign = "-" if units < 0 else ""
    # Without the decimal: a page or a file has thousands of them.
    whole, rest = divmod(abs(units), 10**places)
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"


def _units(value: Fraction, places: int) -> int:
    """Return `value` in units of the last decimal, rounded."""
    top, bottom = value.as_integer_ratio()
    scale: int = 10**places
    units, rest = divmod(abs(top) * scale, bottom)
    if 2 * rest >= bottom:
        units += 1
    return -units if top < 0 else units
