"""Who deals first, next, and after a misdeal."""

import pytest

from scoring.game.cards import Card
from scoring.game.seats import Seat
from scoring.ordinary.dealers import Misdeal, dealer_of_hand, first_dealer

N, W, S, E = Seat


@pytest.mark.parametrize(("card", "dealer"), [("9O", W), ("2C", S), ("AE", E), ("RB", N)])
def test_card_that_north_lifts_says_who_deals_first(card: str, dealer: Seat) -> None:
    assert first_dealer(N, Card.parse(card)) is dealer


def test_dealing_goes_round_anticlockwise() -> None:
    assert [dealer_of_hand(S, hand) for hand in range(1, 6)] == [S, E, N, W, S]
    assert [dealer_of_hand(S, hand, players=3) for hand in range(1, 5)] == [S, N, W, S]


@pytest.mark.parametrize(
    ("rule", "times", "dealer"),
    [
        (Misdeal.RIGHT_OF_ERRING, 1, S),
        (Misdeal.RIGHT_OF_ERRING, 2, S),
        (Misdeal.SAME_DEALER_ONCE, 1, N),
        (Misdeal.SAME_DEALER_ONCE, 2, S),
        (Misdeal.SAME_DEALER, 1, N),
        (Misdeal.SAME_DEALER, 2, N),
    ],
)
def test_who_deals_again_when_west_spoilt_norths_deal(
    rule: Misdeal, times: int, dealer: Seat
) -> None:
    assert rule.next_dealer(N, W, times) is dealer


def test_of_three_players_north_sits_on_the_right_of_south() -> None:
    assert Misdeal.RIGHT_OF_ERRING.next_dealer(W, S, players=3) is N
