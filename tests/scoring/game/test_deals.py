from itertools import pairwise
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import CardError, DealError, DealFault
from scoring.game.cards import PACK, Card, Suit
from scoring.game.deals import N_DEALS, Deal, hand_text, parse_hand
from scoring.game.seats import Seat

numbers = st.integers(0, N_DEALS - 1)
card_sets = st.sets(st.sampled_from(PACK)).map(list)


def hands_of(deal: Deal) -> dict[Seat, tuple[Card, ...]]:
    return {seat: deal.hand(seat) for seat in Seat}


def lexicographic_rank(holders: list[Seat]) -> int:
    """Counted from the definition alone: sequences that are smaller at the first difference."""
    rank, left = 0, dict.fromkeys(Seat, 12)
    for place, holder in enumerate(holders):
        for smaller in list(Seat)[: list(Seat).index(holder)]:
            if left[smaller]:
                rest = left | {smaller: left[smaller] - 1}
                n, w, s, e = (rest[seat] for seat in Seat)
                assert n + w + s + e == 47 - place
                rank += comb(n + w + s + e, n) * comb(w + s + e, w) * comb(s + e, s)
        left[holder] -= 1
    return rank


def test_number_of_deals() -> None:
    assert comb(48, 12) * comb(36, 12) * comb(24, 12) == N_DEALS


@given(numbers)
def test_deal_of_a_number_has_that_number(number: int) -> None:
    assert Deal.from_hands(hands_of(Deal.from_number(number))).number == number


@given(st.permutations(PACK))
def test_number_of_hands_gives_back_the_hands(cards: list[Card]) -> None:
    hands = {seat: cards[index::4] for index, seat in enumerate(Seat)}
    deal = Deal.from_hands(hands)
    assert hands_of(Deal.from_number(deal.number)) == {
        seat: tuple(sorted(held)) for seat, held in hands.items()
    }


@given(st.permutations([seat for seat in Seat for _ in range(12)]))
def test_number_is_the_lexicographic_rank_of_the_seats_holding_the_pack(seats: list[Seat]) -> None:
    hands = {seat: [card for card, holder in zip(PACK, seats) if holder is seat] for seat in Seat}
    assert Deal.from_hands(hands).number == lexicographic_rank(seats)


def test_first_and_last_deal() -> None:
    first, last = Deal.from_number(0), Deal.from_number(N_DEALS - 1)
    assert [hand_text(first.hand(seat)) for seat in Seat] == [
        "9ARCS8765432.-.-.-",
        "-.9ARCS8765432.-.-",
        "-.-.9ARCS8765432.-",
        "-.-.-.9ARCS8765432",
    ]
    assert [last.hand(seat) for seat in reversed(Seat)] == [first.hand(seat) for seat in Seat]


@given(numbers)
def test_every_deal_gives_twelve_sorted_cards_to_each_seat(number: int) -> None:
    deal = Deal.from_number(number)
    hands = hands_of(deal)
    assert all(len(hand) == 12 and list(hand) == sorted(hand) for hand in hands.values())
    assert sorted(card for hand in hands.values() for card in hand) == list(PACK)
    assert all(deal.seat_of(card) is seat for seat, hand in hands.items() for card in hand)
    for seat, hand in hands.items():
        suits = [deal.suit_of_hand(seat, suit) for suit in Suit]
        assert tuple(card for suit in suits for card in suit) == hand


def test_hands_of_other_seats_are_refused() -> None:
    hands: dict[Any, tuple[Card, ...]] = {**hands_of(Deal.from_number(0)), "X": ()}
    with pytest.raises(DealError) as caught:
        Deal.from_hands(hands)
    assert caught.value.fault is DealFault.SEATS


@pytest.mark.parametrize("number", [-1, N_DEALS])
def test_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(DealError) as caught:
        Deal.from_number(number)
    assert caught.value.fault is DealFault.NUMBER


def test_hands_that_are_no_deal_are_refused() -> None:
    hands = hands_of(Deal.from_number(0))
    short = hands | {Seat.W: hands[Seat.W][:11]}
    twice = hands | {Seat.W: (*hands[Seat.W][:11], PACK[0])}
    for wrong, fault, where in (
        (short, DealFault.CARDS_IN_HAND, "W"),
        (twice, DealFault.CARD_TWICE, "9O"),
        ({seat: hands[seat] for seat in (Seat.N, Seat.W, Seat.S)}, DealFault.CARDS_IN_HAND, "E"),
    ):
        with pytest.raises(DealError) as caught:
            Deal.from_hands(wrong)
        assert (caught.value.fault, caught.value.where) == (fault, where)


def test_printing_a_deal_doesnt_tell_it() -> None:
    assert "12345" not in repr(Deal.from_number(12345))


def test_deals_are_equal_when_their_numbers_are() -> None:
    assert Deal.from_number(7) == Deal.from_number(7) != Deal.from_number(8)
    assert len({Deal.from_number(7), Deal.from_number(7)}) == 1


@given(card_sets)
def test_hand_text_is_read_back(cards: list[Card]) -> None:
    assert parse_hand(hand_text(cards)) == tuple(sorted(cards))


def test_hand_text_lists_suits_and_marks_voids() -> None:
    cards = [Card.parse(text) for text in ("2B", "9O", "3B", "RE", "5O", "SE", "AO", "8B")]
    assert hand_text(cards) == "9A5.-.RS.832"


@pytest.mark.parametrize(
    "text", ["", "9", "9.A.R", "9.A.R.", "9.A.R.-.-", "99.A.R.-", "9.A.R.--", "9-.A.R.-", "x.-.-.-"]
)
def test_text_that_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(CardError):
        parse_hand(text)


def test_consecutive_numbers_are_consecutive_in_the_order_north_west_south_east() -> None:
    order = list(Seat)
    sequences = [
        [order.index(seat) for seat in Deal.from_number(number).holders] for number in range(200)
    ]
    assert all(before < after for before, after in pairwise(sequences))
