"""Points that contestants bring from one stage of a championship into the next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Carried:
    """Points that a contestant brings along, and the number of hands in which they were made.

    Where means rank, the hands count with the points, so that the mean is over all of them. Games
    are not counted in hands: there they are 0.
    """

    points: Fraction = Fraction(0)
    hands: Fraction = Fraction(0)


NOTHING_CARRIED = Carried()


class Carry(StrEnum):
    """Share of the points that goes along."""

    NOTHING = "nothing"
    HALF = "half"
    ALL = "all"

    def of(self, points: Fraction, hands: int | Fraction = 0) -> Carried:
        """Return the part of `points`, made in `hands` hands, that goes along."""
        return Carried(_SHARES[self] * points, _SHARES[self] * Fraction(hands))


_SHARES = {Carry.NOTHING: Fraction(0), Carry.HALF: Fraction(1, 2), Carry.ALL: Fraction(1)}
