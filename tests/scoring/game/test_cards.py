import random

import pytest

from scoring.errors import CardError
from scoring.game.cards import PACK, SHORT_PACK, Card, Rank, Suit


def test_ranks_from_high_to_low_as_printed_on_the_cards() -> None:
    assert [rank.number for rank in Rank] == [9, 1, 12, 11, 10, 8, 7, 6, 5, 4, 3, 2]
    assert "".join(rank.letter for rank in Rank) == "9ARCS8765432"
    assert [rank.strength for rank in Rank] == list(range(12, 0, -1))


def test_three_players_share_36_cards_with_all_the_points() -> None:
    assert len(SHORT_PACK) == 36
    assert {rank.number for rank in Rank} - {card.rank.number for card in SHORT_PACK} == {2, 3, 4}
    assert sum(card.points for card in SHORT_PACK) == sum(card.points for card in PACK) == 60


def test_counting_cards() -> None:
    counting = {rank.letter: rank.points for rank in Rank if rank.points}
    assert counting == {"9": 5, "A": 4, "R": 3, "C": 2, "S": 1}
    assert sum(card.points for card in PACK) == 60


def test_pack_has_48_cards_by_suit_and_from_high_to_low() -> None:
    assert len(set(PACK)) == len(PACK) == 48
    assert " ".join(map(str, PACK[:14])) == "9O AO RO CO SO 8O 7O 6O 5O 4O 3O 2O 9C AC"
    assert [card.position for card in PACK] == list(range(48))
    assert [suit.position for suit in Suit] == [0, 1, 2, 3]


def test_cards_sort_in_pack_order() -> None:
    cards = list(PACK)
    random.Random(1).shuffle(cards)
    assert tuple(sorted(cards)) == PACK
    assert Card.parse("9E") < Card.parse("AE") < Card.parse("9B")


def test_parse_and_print_are_inverse() -> None:
    assert all(Card.parse(str(card)) == card for card in PACK)


@pytest.mark.parametrize("text", ["", "9", "O9", "9o", "10O", "1O", "9O ", "9X", "XO"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError) as caught:
        Card.parse(text)
    assert caught.value.text == text
