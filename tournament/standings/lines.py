"""A line of the standings: what every ranking has, and beside it the ranking's own figures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from scoring.game.cards import Card
from tournament.standings.contestants import ContestantRef
from tournament.standings.rulings import Deduction

F = TypeVar("F")
"""The figures of a ranking."""


class Split(Protocol):
    """A rule that split a tie, and what the contestant had by it: a value or a drawn card."""

    @property
    def rule(self) -> str: ...
    @property
    def value(self) -> Fraction | None: ...
    @property
    def card(self) -> Card | None: ...


@dataclass(frozen=True, slots=True)
class StandingsLine(Generic[F]):
    """A contestant in the standings.

    `figures` are what the ranking counts. `deductions` are what rulings took from them; `rests` the
    shown rounds in which it took part and sat at no table. `tie_text` says in the language in force
    how a tie was split or that it stands, "" where there was none. `ranks` are those after each of
    the rounds, None where it was not ranked; () where nobody asked for them.
    """

    rank: int
    shared: bool
    contestant: ContestantRef
    figures: F
    deductions: tuple[Deduction, ...]
    rests: tuple[int, ...]
    splits: tuple[Split, ...]
    tie_text: str
    ranks: tuple[int | None, ...] = ()

    @property
    def climb(self) -> int | None:
        """How many ranks it rose with the last round; negative where it fell, None where it had no
        rank before."""
        if len(self.ranks) < 2 or self.ranks[-2] is None or self.ranks[-1] is None:
            return None
        return self.ranks[-2] - self.ranks[-1]
