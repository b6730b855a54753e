"""Numbers as the reader's language writes them."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from tournament.core.numbers import mean_text, minutes_text, score_text, signed_text


@pytest.mark.parametrize(("language", "text"), [("ca", "1,13"), ("es", "1,13"), ("en", "1.13")])
def test_the_decimal_mark_is_the_languages(language: str, text: str) -> None:
    with override(language):
        assert score_text(Fraction(9, 8)) == text


def test_a_half_goes_up_and_zeros_stay() -> None:
    with override("en"):
        assert score_text(Fraction(2)) == "2.00"
        assert score_text(Fraction(201, 200)) == "1.01"
        assert score_text(Fraction(1, 3), 4) == "0.3333"


def test_a_negative_score_has_the_real_minus_sign() -> None:
    with override("ca"):
        assert score_text(Fraction(-1, 2)) == "−0,50"


def test_large_totals_have_no_thousands_mark() -> None:
    with override("ca"):
        assert score_text(Fraction(12345)) == "12345,00"


@pytest.mark.parametrize(("value", "text"), [(4, "+4"), (-8, "−8"), (0, "0"), (None, "–")])
def test_a_hand_score_shows_its_sign(value: int | None, text: str) -> None:
    assert signed_text(value) == text


def test_nothing_is_a_dash() -> None:
    assert score_text(None) == "–"


def test_means_have_three_decimals_as_pairs_that_are_not_tied_should_not_look_so() -> None:
    with override("ca"):
        assert mean_text(Fraction(3663, 2400)) == "1,526"
        assert mean_text(Fraction(3648, 2400)) == "1,520"
        assert mean_text(None) == "–"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "00:00"), (545, "09:05"), (5400, "90:00"), (360000, "6000:00")]
)
def test_time_left_is_minutes_and_seconds(seconds: int, text: str) -> None:
    assert minutes_text(seconds) == text
