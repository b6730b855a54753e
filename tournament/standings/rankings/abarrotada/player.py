"""The tables of one player, round by round."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.game.seats import Seat
from tournament.models import NotPlayedReason
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.abarrotada.columns import SoloFigures
from tournament.standings.rankings.ranking import PairView, RoundOfContestant


@dataclass(frozen=True, slots=True)
class TableOfPlayer(RoundOfContestant):
    """A player's round: without others it rested, without points nothing was played.

    `others` are those who sat there too, each with what it made; `won`: nobody made more.
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
    """A player with its tables."""

    tables: tuple[TableOfPlayer, ...]

    @property
    def groups(self) -> tuple[TableOfPlayer, ...]:
        return self.tables
