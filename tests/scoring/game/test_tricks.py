import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import PlayError
from scoring.game.announcements import Denomination
from scoring.game.cards import PACK, Card, Suit
from scoring.game.deals import N_DEALS, Deal
from scoring.game.seats import Seat, Side
from scoring.game.tricks import POINTS_IN_A_HAND, Position, Trick
from tests.scoring.game import play_oracle
from tests.scoring.solver.positions import cards, deal_numbers, random_position, seeds
from tests.scoring.strategies import chances

OROS, BOTIFARRA = Denomination.OROS, Denomination.BOTIFARRA
DEAL = Deal.from_number(N_DEALS // 3)


@pytest.mark.parametrize("dealer", list(Seat))
def test_player_to_the_dealers_right_leads_and_play_goes_on_to_the_right(dealer: Seat) -> None:
    position = Position.start(DEAL, dealer, OROS)
    seats = []
    for _ in range(3):
        seats.append(position.to_play)
        position = position.play(position.hand_of(position.to_play)[0])
    assert seats == [dealer.right, dealer.partner, dealer.left]
    assert position.to_play is dealer


@pytest.mark.parametrize(
    ("table", "trump", "winner", "points"),
    [
        ("4E AE 9E RE", OROS, Seat.E, 13),
        ("4E AE 9C RE", OROS, Seat.S, 13),
        ("4E 2O 9E 3O", OROS, Seat.N, 6),
        ("4E 2O 9E 3O", BOTIFARRA, Seat.E, 6),
        ("2O 9C AC RC", OROS, Seat.W, 13),
        ("8O 7O 6O 2C", OROS, Seat.W, 1),
    ],
)
def test_winner_and_points_of_a_trick_that_west_led(
    table: str, trump: Denomination, winner: Seat, points: int
) -> None:
    trick = Trick(Seat.W, trump, cards(table))
    assert (trick.is_complete, trick.to_play) == (True, None)
    assert (trick.winner, trick.points) == (winner, points)


def test_trick_nobody_has_played_to() -> None:
    trick = Trick(Seat.W, OROS)
    assert (trick.to_play, trick.led, trick.winning_card, trick.winner) == (
        *(Seat.W, None, None, None),
    )


@given(seeds)
def test_winner_is_the_oracles(seed: int) -> None:
    trick = random_position(seed, in_trick=[1, 2, 3]).trick
    trump = None if trick.trump is BOTIFARRA else Suit(trick.trump.value)
    place = play_oracle.best_place(trick.cards, trump)
    assert trick.winning_card is trick.cards[place]
    assert trick.winner is trick.seat_of(place)


def test_winner_of_a_trick_leads_the_next_and_has_its_points() -> None:
    hands = dict(zip(Seat, map(cards, ("2E 3C", "AE 9C", "9E 4C", "RE 5C"))))
    position = Position.of_hands(hands, Trick(Seat.N, OROS))
    for card in cards("2E AE 9E RE"):
        position = position.play(card)
    assert position.to_play is Seat.S
    assert position.trick == Trick(Seat.S, OROS)
    assert {side: position.points(side) for side in Side} == {Side.NS: 13, Side.EW: 0}
    for card in cards("4C 5C 3C"):
        position = position.play(card)
    assert not position.is_over
    position = position.play(Card.parse("9C"))
    assert position.is_over
    assert {side: position.points(side) for side in Side} == {Side.NS: 13, Side.EW: 6}


@given(deal_numbers, st.sampled_from(Denomination), chances)
def test_every_play_of_all_cards_makes_twelve_tricks_and_72_points(
    number: int, trump: Denomination, chance: random.Random
) -> None:
    position = Position.start(Deal.from_number(number), Seat.N, trump)
    for played in range(len(PACK)):
        assert position.trick_number == 1 + played // 4
        assert bin(position.gone).count("1") == played
        position = position.play(chance.choice(position.hand_of(position.to_play)))
    assert position.is_over
    assert len(position.won) == 12
    assert sum(position.points(side) for side in Side) == POINTS_IN_A_HAND


def test_position_doesnt_change_when_a_card_is_played() -> None:
    position = Position.start(DEAL, Seat.N, OROS)
    before = position.hands, position.trick
    position.play(position.hand_of(Seat.W)[0])
    assert (position.hands, position.trick) == before


def test_card_of_another_hand_cant_be_played() -> None:
    position = Position.start(DEAL, Seat.N, OROS)
    with pytest.raises(PlayError) as caught:
        position.play(DEAL.hand(Seat.E)[0])
    assert (caught.value.seat, caught.value.card) == ("W", str(DEAL.hand(Seat.E)[0]))


def test_printing_a_position_doesnt_tell_the_hands() -> None:
    position = Position.start(DEAL, Seat.N, OROS)
    assert str(position.hands[0]) not in repr(position)
