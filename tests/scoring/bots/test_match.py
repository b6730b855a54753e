"""Figures of a match of bots, against bots whose worth is known."""

from fractions import Fraction

import pytest

from scoring.bots.match import BotMatch, play_match
from scoring.bots.registry import BOTS
from scoring.bots.seated import QuickBot, SeatedBot
from scoring.chance import Chance
from scoring.game.cards import Card
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from scoring.play.knowledge import Knowledge

OBLIGADA = PlayVariant.OBLIGADA


class _Thoughtless(SeatedBot):
    """Plays the first legal card."""

    def card(self, knows: Knowledge, chance: Chance) -> Card:
        return knows.legal[0]


def test_a_bot_is_as_good_as_itself() -> None:
    match = play_match(QuickBot(), QuickBot(), 6, "same", OBLIGADA)
    assert match.figures == (Fraction(),) * 6
    assert match.standard_error == 0


@pytest.mark.parametrize("variant", PARTNERSHIP_VARIANTS)
def test_figures_are_the_second_bots(variant: PlayVariant) -> None:
    ahead = play_match(_Thoughtless(), QuickBot(), 6, "sign", variant)
    behind = play_match(QuickBot(), _Thoughtless(), 6, "sign", variant)
    assert ahead.mean > 0
    assert behind.figures == tuple(-figure for figure in ahead.figures)
    assert all(-36 <= figure <= 36 for figure in ahead.figures)


def test_deals_depend_on_the_seed_alone() -> None:
    def figures(seed: str, deals: int = 4) -> tuple[Fraction, ...]:
        return play_match(_Thoughtless(), QuickBot(), deals, seed, OBLIGADA).figures

    assert figures("one") == figures("one")
    assert figures("one", 6)[:4] == figures("one")
    assert figures("one") != figures("two")


def test_mean_and_its_standard_error() -> None:
    """For 1, 2, 3, 6 the mean is 3, the squares add up to 14, and 14 / (4 × 3) is 1.166667."""
    match = BotMatch(tuple(map(Fraction, (1, 2, 3, 6))), nanoseconds=3 * 10**9, cards=4)
    assert match.mean == 3
    assert match.standard_error == Fraction(1080123, 10**6)
    assert match.seconds_a_card == Fraction(3, 4)


def test_every_bot_has_a_name() -> None:
    assert set(BOTS) == {"quick", "strong"}
