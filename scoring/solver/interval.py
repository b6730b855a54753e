"""Points as far as they are known: two bounds that hold, equal where the value is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`, both included."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def __add__(self, points: int) -> "Interval":
        return Interval(self.low + points, self.high + points)

    def __str__(self) -> str:
        return str(self.low) if self.is_exact else f"{self.low}–{self.high}"
