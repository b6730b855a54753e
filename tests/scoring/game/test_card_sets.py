from hypothesis import given
from hypothesis import strategies as st

from scoring.game.card_sets import (
    ALL_CARDS,
    COUNTING,
    SUITS,
    cards_in,
    higher_cards,
    lowest_of_each_suit,
    set_of,
)
from scoring.game.cards import PACK, Card, Suit

held_cards = st.sets(st.sampled_from(PACK))


@given(held_cards)
def test_set_gives_back_its_cards_in_order(held: set[Card]) -> None:
    assert cards_in(set_of(held)) == tuple(sorted(held))


def test_sets_of_the_pack() -> None:
    assert cards_in(ALL_CARDS) == PACK
    assert [cards_in(SUITS[suit]) for suit in Suit] == [
        tuple(card for card in PACK if card.suit is suit) for suit in Suit
    ]
    assert sum(card.points for card in cards_in(COUNTING)) == 60
    assert len(cards_in(COUNTING)) == 20


def test_higher_cards_are_those_of_the_suit_that_are_stronger() -> None:
    for card in PACK:
        assert cards_in(higher_cards(card)) == tuple(
            other
            for other in PACK
            if other.suit is card.suit and other.rank.strength > card.rank.strength
        )


@given(held_cards)
def test_lowest_of_each_suit(held: set[Card]) -> None:
    expected = {
        min((card for card in held if card.suit is suit), key=lambda card: card.rank.strength)
        for suit in {card.suit for card in held}
    }
    assert set(cards_in(lowest_of_each_suit(set_of(held)))) == expected
