"""Who deals the hands of a game."""

from scoring.game.seats import Seat
from scoring.ordinary.dealers import dealer_of_hand

N, W, S, E = Seat


def test_dealing_goes_round_anticlockwise() -> None:
    assert [dealer_of_hand(S, hand) for hand in range(1, 6)] == [S, E, N, W, S]
    assert [dealer_of_hand(S, hand, players=3) for hand in range(1, 5)] == [S, N, W, S]
