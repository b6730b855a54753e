"""Scales, which place values on a drawing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

Value = int | Fraction


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` lie evenly from `start` to `end`; `low` is below `high`."""

    low: Value
    high: Value
    start: float
    end: float

    def place(self, value: Value) -> float:
        """Return the place of a value: exactly `end` for `high`."""
        share = Fraction(value - self.low) / (self.high - self.low)
        return self.start + float(share) * (self.end - self.start)


def scale_of(values: Collection[Value], start: float, end: float) -> Scale:
    """Return a scale from the lowest to the highest value; equal values lie in its middle."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    return Scale(low, high, start, end)
