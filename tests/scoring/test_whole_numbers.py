"""Whole numbers as people and programs write them."""

from __future__ import annotations

import pytest

from scoring.whole_numbers import whole_number


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999999999", 999_999_999)]
)
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", " 1", "1.0", "1e3", "1_000", "²", "٣", "x", "1000000000", "9" * 5000]
)
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text) is None


def test_more_digits_where_they_are_asked_for() -> None:
    assert whole_number("1" * 16, digits=16) == 1111111111111111
    assert whole_number("100", digits=2) is None
