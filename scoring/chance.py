"""Numbers that look random and are the same everywhere.

The searches for schedules need many small random numbers and have to give the same schedule with
every version of Python, which `random` promises only in part. This is D. E. Knuth's linear
congruential generator MMIX; its upper bits are good enough for a search. It is never used
for secrets or for drawing lots.
"""


class Chance:
    """A stream of numbers that depends on the seed alone."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, limit: int) -> int:
        """Return the next number from 0 to limit - 1, for limits far below 2**31."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self._state >> 33) % limit
