"""Individuals with rotating partners: four players, three games, each the partner of each once.

A player's score is the sum over the three games of what the own side made, and the number of games
that side has won.

    N–S – E–W:  A C – B D,  A D – C B,  A B – D C

Source: "Botifarra" on pagat.com.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scoring.errors import GameError, GameFault
from scoring.game.seats import Seat, Side
from scoring.ordinary.games import Game

T = TypeVar("T", bound=Hashable)

PLAYERS, GAMES_IN_A_SET = 4, 3


@dataclass(frozen=True, slots=True)
class PlayerScore(Generic[T]):
    """Score of a player after some games: match points of the own sides, games won and drawn."""

    player: T
    points: int
    won: int
    drawn: int


def seats_of_set(players: Sequence[T]) -> tuple[dict[Seat, T], ...]:
    """Return the seats in each of the three games; the first player sits North in all of them.

    Raises `GameError` unless they are four different players.
    """
    if len(players) != PLAYERS or len(set(players)) != PLAYERS:
        text = f"expected {PLAYERS} different players"
        raise GameError(text, fault=GameFault.PLAYERS)
    first, *others = players
    return tuple(
        dict(zip(Seat, (first, *others[turn:], *others[:turn]))) for turn in range(GAMES_IN_A_SET)
    )


def set_scores(players: Sequence[T], games: Sequence[Game]) -> tuple[PlayerScore[T], ...]:
    """Return each player's score after the games of a set, one to three, in the order of the
    players.

    Raises `GameError` for other numbers of players or games.
    """
    if len(games) > GAMES_IN_A_SET:
        raise GameError(f"a set has {GAMES_IN_A_SET} games", fault=GameFault.OVER)
    sides = [
        ({player: seat.side for seat, player in seats.items()}, game)
        for seats, game in zip(seats_of_set(players), games)
    ]
    return tuple(
        _score(player, [(side[player], game) for side, game in sides]) for player in players
    )


def _score(player: T, games: Sequence[tuple[Side, Game]]) -> PlayerScore[T]:
    return PlayerScore(
        player,
        points=sum(game.match_points[side] for side, game in games),
        won=sum(game.winner is side for side, game in games),
        drawn=sum(game.is_draw for _side, game in games),
    )
