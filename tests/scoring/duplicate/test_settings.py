from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest

from scoring.duplicate.methods import Method
from scoring.duplicate.settings import Scale, Settings
from scoring.duplicate.tie_breaks import TieBreak
from scoring.errors import SettingsError
from scoring.game.variants import PlayVariant


def test_defaults_are_those_of_the_rules() -> None:
    assert {field.name: str(getattr(Settings(), field.name)) for field in fields(Settings)} == {
        "method": "min-max",
        "average_of": "played",
        "flat_score": "3/2",
        "scale": "1-2",
        "rank_by": "auto",
        "least_share": "2/3",
        "withdrawn": "keep",
        "tie_breaks": str(
            (
                TieBreak.HEAD_TO_HEAD,
                TieBreak.HAND_SCORES,
                TieBreak.BEST_RESULTS,
                TieBreak.FEWEST_INFRACTIONS,
            )
        ),
        "play_variant": "obligada",
    }


@pytest.mark.parametrize(("flat", "on_hundred"), [(1, 0), (Fraction(3, 2), 50), (2, 100)])
def test_flat_score_is_100_times_flat_score_minus_1_on_the_scale_to_100(
    flat: Fraction, on_hundred: int
) -> None:
    assert Settings(flat_score=Fraction(flat)).flat == flat
    assert Settings(flat_score=Fraction(flat), scale=Scale.HUNDRED).flat == on_hundred


def test_ends_of_the_scales() -> None:
    assert [Settings().worst, Settings().best] == [1, 2]
    hundred = Settings(scale=Scale.HUNDRED)
    assert [hundred.worst, hundred.best] == [0, 100]


@pytest.mark.parametrize("scale", Scale)
def test_the_mean_has_no_scale(scale: Scale) -> None:
    by_mean = Settings(method=Method.MEAN, scale=scale, flat_score=Fraction(2))
    assert by_mean.worst is by_mean.best is None
    assert by_mean.flat == 0


def test_matchpoints_have_the_scale_of_the_championship() -> None:
    shares = Settings(method=Method.MATCHPOINTS, scale=Scale.HUNDRED, flat_score=Fraction(2))
    assert [shares.worst, shares.best, shares.flat] == [0, 100, 100]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("method", "min-max"),
        ("average_of", "played"),
        ("scale", "1-2"),
        ("rank_by", None),
        ("withdrawn", "keep"),
        ("play_variant", "lliure"),
        ("play_variant", PlayVariant.ABARROTADA),
        ("flat_score", Fraction(5, 4)),
        ("flat_score", 2),
        ("tie_breaks", [TieBreak.DRAW]),
        ("tie_breaks", ("draw",)),
        ("tie_breaks", (TieBreak.DRAW, TieBreak.DRAW)),
    ],
)
def test_values_outside_the_choices_are_refused_by_name(field: str, value: Any) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings(**{field: value})
    assert caught.value.field == field
