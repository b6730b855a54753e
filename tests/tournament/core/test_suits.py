"""The drawn suits: one table of outlines, and the sprite that must say the same."""

from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings

from scoring.game.cards import Suit
from tournament.core.suits import OUTLINES, SIZE, commands, sprite, symbol_id

NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0}


def test_the_sprite_file_is_in_step_with_the_table() -> None:
    path = Path(settings.BASE_DIR) / "tournament/static/tournament/suits.svg"
    assert path.read_text(encoding="utf-8") == sprite(), (
        "write tournament.core.suits.sprite() into suits.svg again"
    )


def test_every_suit_has_a_symbol() -> None:
    assert set(OUTLINES) == set(Suit)
    for suit in Suit:
        assert f'id="{symbol_id(suit)}"' in sprite()


@pytest.mark.parametrize("suit", Suit)
def test_outlines_are_closed_loops_inside_the_square(suit: Suit) -> None:
    for outline in OUTLINES[suit]:
        steps = list(commands(outline))
        assert steps[0][0] == "M"
        assert steps[-1][0] == "Z"
        for before, (letter, numbers) in pairwise(steps):
            assert (letter == "M") == (before[0] == "Z"), "a loop begins where the last one closed"
            assert len(numbers) == NUMBERS[letter]
            assert all(0 <= number <= SIZE for number in numbers[-2:])


def test_commands_read_every_character_of_an_outline() -> None:
    for outlines in OUTLINES.values():
        for outline in outlines:
            again = " ".join(
                letter + " ".join(f"{number:g}" for number in numbers)
                for letter, numbers in commands(outline)
            )
            assert again == outline
