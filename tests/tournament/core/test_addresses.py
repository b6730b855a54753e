from __future__ import annotations

import pytest
from django.test.utils import override_script_prefix
from django.urls import reverse

from tournament.core.addresses import numbered


@pytest.mark.parametrize(
    ("view", "args"),
    [
        ("standings:pair_sheet", ("lliga", 7)),
        ("standings:pair_sheet", ("copa", 120)),
        ("score_explanations:score", ("lliga", 9, 10)),
        ("score_explanations:score", ("lliga", 10, 10)),
    ],
)
@pytest.mark.parametrize("prefix", ["/", "/botifarra/"])
def test_an_address_with_its_number_put_in_is_the_one_that_is_looked_up(
    view: str, args: tuple[str | int, ...], prefix: str
) -> None:
    with override_script_prefix(prefix):
        assert numbered(view, *args) == reverse(view, args=args)


def test_an_address_that_does_not_end_with_its_number_is_refused() -> None:
    with pytest.raises(AssertionError):
        numbered("score_explanations:history", "lliga", 1, 1, 1)
