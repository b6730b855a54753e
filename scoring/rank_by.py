"""Whether contestants are ranked by what they made in all or by the mean per hand."""

from enum import StrEnum


class RankBy(StrEnum):
    """What ranks the contestants."""

    AUTO = "auto"
    """Total while all contestants have equally many scored hands, mean per hand while they
    don't."""
    TOTAL = "total"
    MEAN = "mean"
