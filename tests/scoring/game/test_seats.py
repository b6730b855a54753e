import pytest

from scoring.errors import DealError
from scoring.game.seats import Seat, Side, Sides, dealer_of, in_turn, makers_of


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


def test_three_leave_east_empty() -> None:
    assert in_turn(Seat.N, 3) == (Seat.N, Seat.W, Seat.S)
    assert in_turn(Seat.S, 3) == (Seat.S, Seat.N, Seat.W)
    assert in_turn(Seat.S) == (Seat.S, Seat.E, Seat.N, Seat.W)
    for seat in Seat:
        assert (in_turn(seat)[1], in_turn(seat)[-1]) == (seat.right, seat.left)


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


def test_a_value_for_each_side() -> None:
    points = Sides(40, 32)
    assert [points[side] for side in Side] == list(points) == [40, 32]
    assert points == Sides.of(lambda side: 40 if side is Side.NS else 32)
    assert list(points.items()) == [(Side.NS, 40), (Side.EW, 32)]
    assert points.map(str) == Sides("40", "32")
    assert points.side_of(32) is Side.EW
    with pytest.raises(ValueError, match="neither side has 36"):
        points.side_of(36)


def test_only_a_side_asks_for_a_value() -> None:
    # A template asks any object for `sides["ns"]` before it takes `sides.ns`.
    with pytest.raises(KeyError):
        Sides(40, 32)["ns"]  # type: ignore[index]
