"""What the fields of forms of results ask for, where they refuse what was typed."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from tournament.results.forms.fields import HandsField, PointsField, SignedPointsField


@pytest.mark.parametrize(
    ("field", "typed", "asked_for"),
    [
        (PointsField(), "73", "Points are a whole number from 0 to 72."),
        (PointsField(), "-1", "Points are a whole number from 0 to 72."),
        (SignedPointsField(999), "1000", "Points are a whole number from −999 to 999."),
        (SignedPointsField(999), "-x", "Points are a whole number from −999 to 999."),
        (HandsField(24), "500", "The hands played are a whole number from 1 to 24."),
    ],
)
def test_it_names_what_was_typed_and_its_range(
    field: PointsField, typed: str, asked_for: str
) -> None:
    with translation.override("en"), pytest.raises(ValidationError) as refused:
        field.clean(typed)
    assert refused.value.messages == [asked_for]


def test_points_below_zero_are_read_with_either_minus() -> None:
    assert [SignedPointsField(999).clean(typed) for typed in ("-8", "−8", "8", "")] == [
        -8,
        -8,
        8,
        None,
    ]
