"""Games of one pair, seen from its side."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.game.seats import Side
from tournament.models import NotPlayedReason
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.games.columns import GameFigures
from tournament.standings.rankings.ranking import PairView, RoundOfContestant


@dataclass(frozen=True, slots=True)
class GameOfPair(RoundOfContestant):
    """Pair's round: a rest without opponents; without points no game was played.

    `outcome` is "won", "drawn", "lost" or ""; `given` is true if a referee decided it; `points` are
    its own and its opponents', ignoring the cap.
    """

    table: str = ""
    side: Side | None = None
    opponents: ContestantRef | None = None
    partner: ContestantRef | None = None
    """Partner of a single player; None for a pair."""
    points: tuple[int, int] | None = None
    outcome: str = ""
    given: bool = False
    reason: NotPlayedReason | None = None
    annulled: bool = False
    """True if the game counts for nobody, as somebody withdrew."""


@dataclass(frozen=True, slots=True)
class PairOfGames(PairView[GameFigures]):
    """Pair with its games."""

    games: tuple[GameOfPair, ...]

    @property
    def groups(self) -> tuple[GameOfPair, ...]:
        return self.games
