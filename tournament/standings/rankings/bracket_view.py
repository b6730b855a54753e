"""The bracket of a knock-out, as far as it is known: who meets whom, and who goes on."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.standings.contestants import ContestantRef


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A side of a tie. Without a contestant it isn't known who comes there, or nobody does.

    `points` are None without a game that counts. `goes_on`: it has got through, or won the match
    for third place.
    """

    contestant: ContestantRef | None
    points: int | None = None
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class BracketTie:
    """Two places that meet. `is_bye`: one of them was never taken, so there is no match.

    `is_over`: its round counts.
    """

    sides: tuple[BracketSide, BracketSide]
    is_bye: bool = False
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round: its number in the championship, what it is called, and its ties from the top."""

    number: int
    name: str
    ties: tuple[BracketTie, ...]
    is_over: bool

    @property
    def matches(self) -> tuple[BracketTie, ...]:
        """The ties that are no byes."""
        return tuple(one for one in self.ties if not one.is_bye)


@dataclass(frozen=True, slots=True)
class BracketView:
    """All rounds of a bracket, and the match for third place."""

    rounds: tuple[BracketRound, ...]
    third: BracketTie | None

    @property
    def now(self) -> int:
        """The first round that isn't over, from 0; the last one where all are."""
        left = [at for at, one in enumerate(self.rounds) if not one.is_over]
        return left[0] if left else len(self.rounds) - 1
