"""Names that look the same have one skeleton; others have their own."""

from __future__ import annotations

import pytest

from tournament.core.lookalikes import skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("marta", "mаrtа"),  # Cyrillic а
        ("MARTA", "МАRТА"),
        ("marta", "ｍａｒｔａ"),
        ("joan", "jοan"),  # Greek omicron
        ("HELENA", "ΗΕLΕΝΑ"),
        ("laura", "Iaura"),
        ("laura", "1aura"),
        ("oriol", "0riol"),
        ("mireia", "mıreia"),
        ("bernat", "bemat"),
        ("josé", "jоsé"),
        ("núria", "nu\u0301ria"),
        ("Anna", "anna"),
    ],
)
def test_these_look_the_same(one: str, other: str) -> None:
    assert one != other
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("anna", "ana"), ("jordi", "jorda"), ("josé", "jose"), ("pere", "pera"), ("joan2", "joan3")],
)
def test_these_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
