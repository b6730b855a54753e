"""Tables of one player, round by round."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.game.seats import Seat
from tournament.models import NotPlayedReason
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.abarrotada.columns import SoloFigures
from tournament.standings.rankings.ranking import PairView, RoundOfContestant


@dataclass(frozen=True, slots=True)
class TableOfPlayer(RoundOfContestant):
    """Player's round: a rest without `others`; without points nothing was played.

    `others` are the other players there, each with its points; `won` is true if nobody made more.
    """

    table: str = ""
    seat: Seat | None = None
    points: int | None = None
    hands: int | None = None
    others: tuple[tuple[ContestantRef, int | None], ...] = ()
    won: bool = False
    reason: NotPlayedReason | None = None


@dataclass(frozen=True, slots=True)
class PlayerOfTables(PairView[SoloFigures]):
    """Player with its tables."""

    tables: tuple[TableOfPlayer, ...]

    @property
    def groups(self) -> tuple[TableOfPlayer, ...]:
        return self.tables
