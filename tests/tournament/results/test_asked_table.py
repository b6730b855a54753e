"""Finding a table by its number, its name, or parts of it."""

from __future__ import annotations

import pytest

from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tournament.core.errors import UserError
from tournament.models import Table
from tournament.results.queries import asked_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    """Table 1 has no name, table 2 is "Finestra del fons"."""
    day = make_day()
    name(day, 2, "Finestra del fons")
    return day


def name(day: Day, number: int, name: str) -> None:
    Table.objects.filter(championship=day.championship, number=number).update(name=name)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("2", 2),
        ("finestra del fons", 2),
        ("2 · Finestra del fons", 2),
        ("fin", 2),
        ("FÍN", 2),
        (" fons fin ", 2),
    ],
)
def test_number_name_and_parts(day: Day, text: str, number: int) -> None:
    assert asked_table(day.round(1), text).number == number


@pytest.mark.parametrize("text", ["3", "20", "ons", "finestres", "·", "%"])
def test_none(day: Day, text: str) -> None:
    with pytest.raises(UserError, match="There is no table"):
        asked_table(day.round(1), text)


def test_several_are_named(day: Day) -> None:
    name(day, 1, "Finestra")
    assert asked_table(day.round(1), "finestra").number == 1
    with pytest.raises(UserError, match="1 · Finestra; 2 · Finestra del fons"):
        asked_table(day.round(1), "fine")
    name(day, 1, "Finestra del fons")
    with pytest.raises(UserError, match="Enter more"):
        asked_table(day.round(1), "finestra del fons")


def test_a_number_comes_before_a_name(day: Day) -> None:
    name(day, 2, "1")
    assert asked_table(day.round(1), "1").number == 1


def test_the_desk_completes_names_and_shows_them_with_their_numbers(day: Day) -> None:
    day.open(1)
    client = english_client(day.referee)
    for page in (f"/c/{day.slug}/manage/rounds/1/", f"/c/{day.slug}/manage/desk/1/"):
        content = client.get(page, follow=True).content.decode()
        assert content.count("<option value=") == 1
        assert '<option value="2 · Finestra del fons">' in content
