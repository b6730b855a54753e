"""Ranking of tables of abarrotada: the points of each player in all hands, added up.

Where players have played different numbers of hands (a rest, a table whose time was over), the mean
per hand ranks instead, unless the settings say otherwise. A player without a hand has no points,
and is ranked behind all others, whatever they made. A rule that splits ties is a member of
`SoloTieBreak` and its entry in `SOLO_TIE_BREAKS`.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

from scoring.game.announcements import SANT_VICENC, SantVicencRule
from scoring.game.variants import PlayVariant
from scoring.lots import DRAWING
from scoring.ordinary.abarrotada import SoloRules
from scoring.ordinary.dealers import MISDEAL, Misdeal
from scoring.ordinary.hands import DEFAULT_MULTIPLIERS, MULTIPLIERS, Multipliers
from scoring.ordinary.ladder import Lots, Merit, Row, Rule, drawn, own, ranked
from scoring.participation import (
    DEFAULT_LEAST_SHARE,
    LEAST_SHARE,
    Participation,
    Shortfall,
    Withdrawn,
)
from scoring.rank_by import RankBy, ranking_setting
from scoring.settings import N_, NC_, Choice, InOrder, StageSettings, setting

T = TypeVar("T", bound=Hashable)


class SoloTieBreak(StrEnum):
    """A rule that splits players with the same points."""

    TABLES_WON = "tables-won"
    BEST_ROUND = "best-round"
    DRAW = "draw"


DEFAULT_SOLO_TIE_BREAKS = (SoloTieBreak.TABLES_WON, SoloTieBreak.BEST_ROUND)


_RANK_BY = ranking_setting(
    N_("What the players are ranked by, in provisional standings too."),
    N_(
        "By the sum of their points if all have played the same number of hands, otherwise by the "
        "mean per hand."
    ),
    N_("By the sum, however many hands each has played."),
    N_("By the mean per hand."),
)
_TIE_BREAKS = InOrder(
    title=N_("Tie-breaks"),
    record=NC_("in the record", "tie-breaks"),
    choices={
        SoloTieBreak.TABLES_WON: Choice(
            N_("tables won"), N_("At how many tables nobody had more points.")
        ),
        SoloTieBreak.BEST_ROUND: Choice(
            N_("best round"), N_("The points of the round in which the player made most.")
        ),
        SoloTieBreak.DRAW: DRAWING,
    },
    unsaid=None,
)


@dataclass(frozen=True, slots=True)
class SoloSettings(StageSettings):
    """Settings of scoring and ranking in abarrotada. Raises `SettingsError` for what can't be."""

    rank_by: RankBy = setting(RankBy.AUTO, _RANK_BY)
    least_share: Fraction | None = setting(DEFAULT_LEAST_SHARE, LEAST_SHARE)
    withdrawn: Withdrawn = Withdrawn.KEEP
    play_variant: PlayVariant = PlayVariant.ABARROTADA
    multipliers: Multipliers = setting(DEFAULT_MULTIPLIERS, MULTIPLIERS)
    sant_vicenc: SantVicencRule = setting(SantVicencRule.ALLOWED, SANT_VICENC)
    misdeal: Misdeal = setting(Misdeal.SAME_DEALER_ONCE, MISDEAL)
    tie_breaks: tuple[SoloTieBreak, ...] = setting(DEFAULT_SOLO_TIE_BREAKS, _TIE_BREAKS)

    def rules(self, hands: int) -> SoloRules:
        """Return the rules for a table that plays `hands` hands at most."""
        return SoloRules(hands, self.multipliers, self.sant_vicenc)


DEFAULT_SOLO_SETTINGS = SoloSettings()


@dataclass(frozen=True, slots=True)
class SoloGame(Generic[T]):
    """Result of a table in a round: players from North on, their points, and the number of
    hands."""

    players: tuple[T, ...]
    points: tuple[int, ...]
    hands: int

    @property
    def winners(self) -> tuple[T, ...]:
        """Players with the most points there."""
        most = max(self.points)
        return tuple(one for one, points in zip(self.players, self.points) if points == most)


@dataclass(slots=True)
class SoloTally(Generic[T]):
    """Sum of a player's tables."""

    contestant: T
    points: int = 0
    hands: int = 0
    rests: int = 0
    wins: int = 0
    """Number of tables at which nobody had more."""
    rounds: list[int] = field(default_factory=list)
    """The points of each."""

    @property
    def mean(self) -> Fraction:
        """Points per hand; 0 without one."""
        return Fraction(self.points, self.hands) if self.hands else Fraction(0)

    @property
    def best(self) -> int:
        """The points of the best round; 0 without one."""
        return max(self.rounds, default=0)

    def merit(self, *, by_mean: bool) -> Merit:
        """Return the values that rank the player."""
        return Fraction(self.hands > 0), self.mean if by_mean else Fraction(self.points)


SoloRow = Row[SoloTally[T], SoloTieBreak]
"""A player's place, what it rests on, and the rules that split its ties."""
SOLO_TIE_BREAKS: Mapping[SoloTieBreak, Rule] = {
    SoloTieBreak.TABLES_WON: Rule(own(lambda one: one.wins)),
    SoloTieBreak.BEST_ROUND: Rule(own(lambda one: one.best)),
    SoloTieBreak.DRAW: Rule(drawn),
}
"""Every rule by its name."""


def ranks_by_mean(tallies: Iterable[SoloTally[T]], rank_by: RankBy) -> bool:
    """Return whether the mean per hand ranks, and not the sum."""
    if rank_by is RankBy.AUTO:
        return len({one.hands for one in tallies}) > 1
    return rank_by is RankBy.MEAN


def rank_solo(
    contestants: Iterable[T],
    games: Iterable[SoloGame[T]],
    settings: SoloSettings = DEFAULT_SOLO_SETTINGS,
    *,
    rests: Mapping[T, int],
    participation: Participation[T] | None = None,
    draw_seed: str = "",
    drawn_as: Callable[[T], str] = str,
) -> tuple[SoloRow[T], ...]:
    """Rank `contestants`, best first; those who share a rank in the order in which they were given.

    `rests` are the numbers of rounds in which each rested. Games of anybody else count only at
    their tables. While means rank, players with too few hands are ranked behind the others, and
    withdrawn ones behind both; `participation` None: nobody withdrew and no missing hand is
    excused.
    """
    participation = participation or Participation()
    tallies = {one: SoloTally(one, rests=rests.get(one, 0)) for one in contestants}
    for game in games:
        for player, points in zip(game.players, game.points):
            if player in tallies:
                _add(tallies[player], points, game)
    by_mean = ranks_by_mean(tallies.values(), settings.rank_by)
    shortfalls: Mapping[T, Shortfall] = {}
    if by_mean:
        hands = {one.contestant: one.hands for one in tallies.values()}
        shortfalls = participation.shortfalls(hands, settings.least_share)
    return ranked(
        tuple(tallies.values()),
        lambda one: one.merit(by_mean=by_mean),
        settings.tie_breaks,
        SOLO_TIE_BREAKS,
        Lots(draw_seed, drawn_as),
        participation,
        shortfalls,
    )


def _add(tally: SoloTally[T], points: int, game: SoloGame[T]) -> None:
    tally.points += points
    tally.hands += game.hands
    tally.wins += tally.contestant in game.winners
    tally.rounds.append(points)
