"""A match: one game, or several in a row against the same opponents.

With carry-over a game begins with what its winner had above the target in the game before. A game
can't begin at its target, so what is carried stops one point below it.
"""

from collections.abc import Iterable, Sequence

from scoring.game.seats import Sides
from scoring.ordinary.games import NOTHING_YET, Game, GameRules, score_sheet
from scoring.ordinary.hands import Hand


def next_start(game: Game) -> Sides[int]:
    """What the next game begins with by carry-over, after a game that is over."""
    target = game.rules.target
    if target is None:
        return NOTHING_YET
    return game.carried.map(lambda points: min(points, target - 1))


def play_match(
    rules: GameRules, games: Iterable[Iterable[Hand]], *, carry_over: bool = False
) -> tuple[tuple[Game, ...], ...]:
    """The score sheets of games in a row: each the game before its first hand and after each.

    Raises as `score_sheet` does.
    """
    sheets: list[tuple[Game, ...]] = []
    for hands in games:
        start = next_start(sheets[-1][-1]) if carry_over and sheets else NOTHING_YET
        sheets.append(score_sheet(rules, hands, start))
    return tuple(sheets)


def games_won(games: Sequence[Game]) -> Sides[int]:
    """How many of these games each side has won."""
    return Sides.of(lambda side: sum(game.winner is side for game in games))


def match_points(games: Sequence[Game]) -> Sides[int]:
    """Each side's match points in these games together."""
    return Sides.of(lambda side: sum(game.match_points[side] for game in games))
