import pytest

from scoring.errors import DealError
from scoring.seats import Seat, Side, dealer_of, makers_of


def test_play_goes_anticlockwise_north_west_south_east() -> None:
    seat, order = Seat.N, []
    for _ in range(4):
        order.append(seat)
        seat = seat.right
    assert order == [Seat.N, Seat.W, Seat.S, Seat.E] == list(Seat)
    assert seat is Seat.N


@pytest.mark.parametrize("seat", list(Seat))
def test_neighbours_and_partner_fit_together(seat: Seat) -> None:
    assert seat.right.left is seat
    assert seat.right.right is seat.partner
    assert seat.partner.side is seat.side
    assert seat.right.side is seat.side.opponents


def test_sides() -> None:
    assert [seat.side for seat in Seat] == [Side.NS, Side.EW, Side.NS, Side.EW]
    assert Side.NS.opponents is Side.EW
    assert Side.EW.opponents is Side.NS


def test_each_player_deals_once_in_four_hands_and_the_dealers_side_makes_trumps() -> None:
    assert [dealer_of(deal) for deal in range(1, 6)] == [Seat.N, Seat.W, Seat.S, Seat.E, Seat.N]
    assert [makers_of(deal) for deal in range(1, 5)] == [Side.NS, Side.EW, Side.NS, Side.EW]


def test_deals_count_from_one() -> None:
    with pytest.raises(DealError):
        dealer_of(0)
