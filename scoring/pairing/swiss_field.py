"""Contestants of a Swiss round, their pairs, and the cost of these."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from scoring.errors import PairingError, PairingFault

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class SwissEntrant(Generic[T]):
    """A contestant, its score (keys from the most to the least important), how often it rested."""

    contestant: T
    score: tuple[Fraction, ...]
    rests: int = 0


@dataclass(frozen=True, slots=True)
class SwissField(Generic[T]):
    """The contestants of a round; who has met, and who must not meet, as sets of two.

    Contestants must differ as texts. Sets of two may name others, which play no part here. Raises
    PairingError for fewer than two contestants, one twice, and scores with different numbers of
    keys.
    """

    entrants: tuple[SwissEntrant[T], ...]
    met: frozenset[frozenset[T]] = frozenset()
    forbidden: frozenset[frozenset[T]] = frozenset()

    def __post_init__(self) -> None:
        count = len(self.entrants)
        if count < 2:
            text = f"{count} contestants: expected two at least"
            raise PairingError(text, fault=PairingFault.TOO_FEW)
        names = [str(one.contestant) for one in self.entrants]
        twice = [one.contestant for one in self.entrants if names.count(str(one.contestant)) > 1]
        if twice:
            raise PairingError(
                f"{twice[0]}: expected each contestant once",
                fault=PairingFault.CONTESTANT_TWICE,
                contestants=twice[:1],
            )
        keys = len(self.entrants[0].score)
        for one in self.entrants:
            if len(one.score) != keys:
                raise PairingError(
                    f"{one.contestant}: {len(one.score)} keys of the score, expected {keys}",
                    fault=PairingFault.SCORE_KEYS,
                    contestants=[one.contestant],
                )

    def have_met(self, one: T, other: T) -> bool:
        """Return whether the two have met before."""
        return frozenset((one, other)) in self.met

    def may_meet(self, one: T, other: T) -> bool:
        """Return whether the two are no forbidden pair."""
        return frozenset((one, other)) not in self.forbidden


@dataclass(frozen=True, slots=True)
class SwissRound(Generic[T]):
    """Pairs, the higher in the order first, from the top; and the contestant that rests, if any."""

    pairs: tuple[tuple[T, T], ...]
    rest: T | None
    window: int | None = None
    """None where the cost is the least of all ways; else the window within which it is."""

    @property
    def is_exact(self) -> bool:
        """Return whether no way at all costs less."""
        return self.window is None


@dataclass(frozen=True, slots=True)
class Price:
    """Cost of pairs: less is better."""

    rematches: int
    """Pairs of two who have met before."""
    cost: tuple[Fraction, ...]
    """Squares of the differences added up over the pairs, by key of the score."""


def price_of(field: SwissField[T], pairs: Sequence[tuple[T, T]]) -> Price:
    """Return the cost of these pairs of the field's contestants."""
    scores = {one.contestant: one.score for one in field.entrants}
    keys = len(field.entrants[0].score)
    return Price(
        rematches=sum(field.have_met(*pair) for pair in pairs),
        cost=tuple(
            sum(((scores[one][key] - scores[other][key]) ** 2 for one, other in pairs), Fraction(0))
            for key in range(keys)
        ),
    )
