"""A game of the ordinary kind, from hand to hand until it is over.

A game ends when a side reaches the target, after so many hands, or with the hand that was being
played when the round's time ran out, whichever comes first; where several do at once the first of
these is the reason told. The side with more points has won. Equal points are a draw, or extra hands
are played until they aren't equal any more. In the second of two games that are decided together
the points of both are compared, those up to the cap and all of them: extra hands are played while
both are equal, also above the target.

Totals run on without a limit. The cap concerns the match points alone, which count beyond the game,
and the winner is who has the higher total. What the winner has above the target can begin its next
game against the same opponents:

    95–40, then NS score 20: 115–40, over by the target of 101; NS carry 14

A `Game` never changes: playing a hand gives the next one, so a score sheet is a list of games.

Sources: the rules of the tournaments of Torrefarrera, Vilaplana, Lloret and Girona.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.errors import GameError, GameFault, SettingsError
from scoring.game.seats import Side, Sides
from scoring.ordinary.hands import DEFAULT_HAND_RULES, Hand, HandRules, score_hand

NOTHING_YET = Sides(0, 0)
MOST_GAME_POINTS = 999
"""More than any game ends with."""
MOST_EXTRA_HANDS = 24
"""Greatest number of extra hands at a time."""


class Ended(StrEnum):
    """Reasons why a game is over."""

    TARGET = "target"
    HANDS = "hands"


@dataclass(frozen=True, slots=True)
class GameRules:
    """Limits of a game, and rules by which its hands are scored. Raises `SettingsError`.

    `target`, `hands` and `cap` are whole numbers from 1, or None where there is none. While the
    totals are equal at the end, `extra_hands` are played at a time: 0 where a draw stands. `before`
    are the points of the game before, where both are decided together.
    """

    target: int | None = 101
    hands: int | None = None
    cap: int | None = None
    extra_hands: int = 0
    hand: HandRules = DEFAULT_HAND_RULES
    before: Sides[int] | None = None

    def __post_init__(self) -> None:
        for field in ("target", "hands", "cap"):
            value = getattr(self, field)
            if value is not None and (type(value) is not int or value < 1):
                raise SettingsError(f"{field} must be a whole number from 1, or None", field=field)
        if type(self.extra_hands) is not int or self.extra_hands < 0:
            raise SettingsError("extra_hands must be a whole number from 0", field="extra_hands")

    def are_level(self, totals: Sides[int]) -> bool:
        """Return whether neither side is ahead with these totals at the end."""
        before = self.before
        if before is None:
            return totals.ns == totals.ew
        cap = max(*totals, *before) if self.cap is None else self.cap
        counted = Sides.of(lambda side: min(before[side], cap) + min(totals[side], cap))
        made = Sides.of(lambda side: before[side] + totals[side])
        return counted.ns == counted.ew and made.ns == made.ew


@dataclass(frozen=True, slots=True)
class Game:
    """State of a game after `played` hands.

    `totals` run from the start without a limit, and `scores` is what the last hand added to them.
    `target_hand` is the one with which a side reached the target, None while none has.
    """

    rules: GameRules
    totals: Sides[int] = NOTHING_YET
    played: int = 0
    scores: Sides[int] = NOTHING_YET
    target_hand: int | None = None

    @classmethod
    def begin(cls, rules: GameRules, start: Sides[int] = NOTHING_YET) -> "Game":
        """Return the game before the first hand, with the points that the sides begin with.

        Raises `GameError` for a start that is negative or has reached the target.
        """
        if any(type(points) is not int or points < 0 for points in start):
            raise GameError("a start is a whole number from 0", fault=GameFault.NEGATIVE_START)
        if rules.target is not None and max(start) >= rules.target:
            text = f"a start must lie below the target {rules.target}"
            raise GameError(text, fault=GameFault.START_AT_TARGET)
        return cls(rules, start)

    def play(self, hand: Hand) -> "Game":
        """Return the game after one more hand.

        Raises `GameError` when it is over, and `AnnouncementError` as `score_hand` does.
        """
        if self.ended is not None:
            text = f"the game was over after hand {self.played}"
            raise GameError(text, fault=GameFault.OVER)
        scores = score_hand(hand, self.totals, self.rules.hand)
        totals = Sides.of(lambda side: self.totals[side] + scores[side])
        target, number, reached = self.rules.target, self.played + 1, self.target_hand
        if reached is None and target is not None and max(totals) >= target:
            reached = number
        return replace(self, totals=totals, played=number, scores=scores, target_hand=reached)

    @property
    def ended(self) -> Ended | None:
        """Reason why the game is over, None while it goes on."""
        if self.target_hand is not None:
            return None if self._goes_on_after(self.target_hand) else Ended.TARGET
        limit = self.rules.hands
        if limit is None or limit > self.played or self._goes_on_after(limit):
            return None
        return Ended.HANDS

    def _goes_on_after(self, limit: int) -> bool:
        """Return whether extra hands are due after the hand that would end the game."""
        extra = self.rules.extra_hands
        if not extra:
            return False
        return self.rules.are_level(self.totals) or bool((self.played - limit) % extra)

    @property
    def winner(self) -> Side | None:
        """The side that has won; None while the game goes on, and of a draw."""
        ns, ew = self.totals
        if self.ended is None or ns == ew:
            return None
        return Side.NS if ns > ew else Side.EW

    @property
    def is_draw(self) -> bool:
        """Return whether the game is over with equal points."""
        return self.ended is not None and self.totals.ns == self.totals.ew

    @property
    def match_points(self) -> Sides[int]:
        """The totals, cut to the cap."""
        cap = self.rules.cap
        return self.totals if cap is None else self.totals.map(lambda total: min(total, cap))

    @property
    def carried(self) -> Sides[int]:
        """Points above the target of each side that has won, from the totals without the cap."""
        target, winner = self.rules.target, self.winner
        if target is None:
            return NOTHING_YET
        return Sides.of(lambda side: max(0, self.totals[side] - target) if side is winner else 0)


def score_sheet(
    rules: GameRules, hands: Iterable[Hand], start: Sides[int] = NOTHING_YET
) -> tuple[Game, ...]:
    """Return the game before the first hand and after each of them. Raises as `Game` does."""
    games = [Game.begin(rules, start)]
    for hand in hands:
        games.append(games[-1].play(hand))
    return tuple(games)
