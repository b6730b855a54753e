"""Scores of a hand of abarrotada, where everybody plays alone.

Each of four players with more than 18 points scores what is above them, times the factor of the
ordinary game; each of three, with a pack of 36 cards and the same 72 points, what is above 24.

    26, 14, 8 and 24 points, nothing announced: 8, 0, 0 and 6

Whoever revokes loses the points at stake, (72 − threshold) × factor, and each of the others scores
an equal part of them. The hand is not played again.

So 26 points of four players score 8; where a description says 9, that is taken for a slip.
"""

from dataclasses import dataclass

from scoring.errors import GameError, GameFault
from scoring.game.announcements import NOTHING_ANNOUNCED, Announcement, SantVicencRule
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.hands import DEFAULT_MULTIPLIERS, Multipliers

THRESHOLDS = {4: 18, 3: 24}
"""Points that a player must exceed to score, by the number of players: an equal part of all."""


@dataclass(frozen=True, slots=True)
class SoloHand:
    """A hand of abarrotada. Players are places from 0 to 3, or 2, in the order of the table.

    `points` are one number a player, which add up to 72. They may be missing (None) only beside a
    revoke, and are not used there. Raises `GameError`.
    """

    players: int
    maker: int
    points: tuple[int, ...] | None
    announcement: Announcement = NOTHING_ANNOUNCED
    revoke: int | None = None

    def __post_init__(self) -> None:
        if self.players not in THRESHOLDS:
            raise GameError("four or three play abarrotada", fault=GameFault.PLAYERS)
        places = range(self.players)
        if self.maker not in places or (self.revoke is not None and self.revoke not in places):
            raise GameError("expected one of the players", fault=GameFault.PLAYERS)
        if self.points is None:
            if self.revoke is None:
                raise GameError("points are missing", fault=GameFault.POINTS)
        elif len(self.points) != self.players or not _are_all_points(self.points):
            text = f"expected {self.players} whole numbers that add up to {POINTS_IN_A_HAND}"
            raise GameError(text, fault=GameFault.POINTS)


@dataclass(frozen=True, slots=True)
class SoloRules:
    """Greatest number of hands, and factors of doubles."""

    hands: int | None = None
    multipliers: Multipliers = DEFAULT_MULTIPLIERS
    sant_vicenc: SantVicencRule = SantVicencRule.ALLOWED

    def hands_of(self, players: int) -> int | None:
        """Return the number of hands that a table plays, so that each deals as often: of 8 a table
        of four plays 8, a table of three 6. None without a limit."""
        return None if self.hands is None else players * max(1, self.hands // players)


def score_solo_hand(
    hand: SoloHand, multipliers: Multipliers = DEFAULT_MULTIPLIERS
) -> tuple[int, ...]:
    """Return each player's score, in the order of the table; below 0 for a player who revoked."""
    threshold, factor = THRESHOLDS[hand.players], multipliers.factor(hand.announcement)
    if hand.revoke is not None:
        stake = (POINTS_IN_A_HAND - threshold) * factor
        part = stake // (hand.players - 1)
        return tuple(-stake if place == hand.revoke else part for place in range(hand.players))
    assert hand.points is not None  # only a revoke goes without
    return tuple(max(0, points - threshold) * factor for points in hand.points)


def _are_all_points(points: tuple[int, ...]) -> bool:
    numbers = all(type(number) is int and number >= 0 for number in points)
    return numbers and sum(points) == POINTS_IN_A_HAND
