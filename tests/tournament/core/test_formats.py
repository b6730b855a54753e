"""Times have 24 hours in every language, and the day comes before the month."""

from datetime import datetime

import pytest
from django.utils.formats import date_format
from django.utils.timezone import make_aware
from django.utils.translation import override

EVENING = make_aware(datetime(2026, 11, 3, 19, 5))  # noqa: DTZ001  the site's own time zone


@pytest.mark.parametrize("language", ["ca", "es", "en"])
@pytest.mark.parametrize("style", ["DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"])
def test_day_first_and_24_hours(language: str, style: str) -> None:
    with override(language):
        text = date_format(EVENING, style)
    assert text.endswith("19:05")
    assert text.lstrip("0").startswith("3")


@pytest.mark.parametrize(
    ("month", "written"),
    [(4, "21 d'abril de 2026"), (5, "21 de maig de 2026"), (10, "21 d'octubre de 2026")],
)
def test_catalan_months_carry_their_preposition(month: int, written: str) -> None:
    with override("ca"):
        assert date_format(datetime(2026, month, 21), "DATE_FORMAT") == written  # noqa: DTZ001
