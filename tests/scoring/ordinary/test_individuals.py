"""Sets of three games with rotating partners."""

from itertools import combinations

import pytest

from scoring.errors import GameError, GameFault
from scoring.game.seats import Seat, Sides
from scoring.ordinary.games import Game, GameRules
from scoring.ordinary.individuals import PlayerScore, seats_of_set, set_scores

RULES = GameRules(hands=1)


def game(ns: int, ew: int) -> Game:
    return Game(RULES, Sides(ns, ew), played=1)


def test_each_is_the_partner_of_each_once() -> None:
    partners = [
        frozenset((seats[one], seats[one.partner]))
        for seats in seats_of_set("ABCD")
        for one in (Seat.N, Seat.W)
    ]
    assert sorted(map(sorted, partners)) == [list(two) for two in combinations("ABCD", 2)]


def test_seats_of_the_three_games() -> None:
    ns = [{seats[Seat.N], seats[Seat.S]} for seats in seats_of_set("ABCD")]
    assert ns == [{"A", "C"}, {"A", "D"}, {"A", "B"}]


def test_players_score_what_their_sides_made() -> None:
    games = [game(101, 40), game(50, 50), game(20, 110)]
    assert set_scores("ABCD", games) == (
        PlayerScore("A", 101 + 50 + 20, won=1, drawn=1),
        PlayerScore("B", 40 + 50 + 20, won=0, drawn=1),
        PlayerScore("C", 101 + 50 + 110, won=2, drawn=1),
        PlayerScore("D", 40 + 50 + 110, won=1, drawn=1),
    )


def test_a_set_that_was_begun_has_the_scores_so_far() -> None:
    assert [score.points for score in set_scores("ABCD", [game(30, 101)])] == [30, 101, 30, 101]
    assert [score.points for score in set_scores("ABCD", [])] == [0, 0, 0, 0]


@pytest.mark.parametrize("players", ["ABC", "ABCDE", "ABCA"])
def test_other_than_four_players_are_refused(players: str) -> None:
    with pytest.raises(GameError) as caught:
        seats_of_set(players)
    assert caught.value.fault is GameFault.PLAYERS


def test_a_fourth_game_is_refused() -> None:
    with pytest.raises(GameError) as caught:
        set_scores("ABCD", [game(101, 0)] * 4)
    assert caught.value.fault is GameFault.OVER
