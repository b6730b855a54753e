"""What everybody may read about a championship."""

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.game.seats import Side
from tests.tournament.day import make_day
from tournament.models import Championship, Contestant, Match, RoundStatus, Stage, Table, User
from tournament.public.front_page import championship_lines
from tournament.public.queries import round_pairings
from tournament.schedule.queries import (
    Away,
    Cell,
    RoundLine,
    current_round,
    round_lines,
    schedule_grid,
)
from tournament.standings.contestants import contestant_refs

pytestmark = pytest.mark.django_db


def test_the_plan_costs_the_same_whatever_its_size(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for contestants in (4, 8):
        stage = make_day(contestants=contestants, slug=f"day{contestants}").stage
        with django_assert_num_queries(5):
            grid = schedule_grid(stage)
        with django_assert_num_queries(6):
            found = round_pairings((stage,), 1)
        assert found is not None
        assert len(list(grid.rows)) == contestants
        assert len(found.tables) == contestants // 2


def test_the_grid_says_the_same_as_the_pairings() -> None:
    stage = make_day(contestants=6).stage
    Table.objects.filter(number=2).update(name="Finestra")
    by_number = {row.contestant.number: row.cells for row in schedule_grid(stage).rows}
    for line in round_lines(stage):
        found = round_pairings((stage,), line.number)
        assert found is not None
        for pairing in found.tables:
            ns = by_number[pairing.pairs.ns.number][line.number - 1]
            ew = by_number[pairing.pairs.ew.number][line.number - 1]
            number = pairing.table_number
            assert ns == Cell(pairing.pairs.ew, Side.NS, pairing.table, number)
            assert ew == Cell(pairing.pairs.ns, Side.EW, pairing.table, number)
        assert "2 · Finestra" in [pairing.table for pairing in found.tables]


def test_hands_of_a_round() -> None:
    found = round_pairings((make_day().stage,), 2)
    assert found is not None
    assert (found.first_deal, found.last_deal) == (5, 8)


def test_there_is_no_round_beyond_the_plan() -> None:
    assert round_pairings((make_day().stage,), 4) is None


def test_everybody_finds_their_table_by_name() -> None:
    found = round_pairings((make_day(contestants=4).stage,), 1)
    assert found is not None
    people = found.by_person()
    assert len(people) == 12
    assert [place.person for place in people[:2]] == ["Àngels 1", "Àngels 2"], "À sorts as A"
    assert [place.is_substitute for place in people if place.person == "Núria 1"] == [True]
    first = people[0]
    match = Match.objects.get(round__number=1, seats__contestant__number=1)
    assert (first.side, first.table) == (Side.NS, str(match.table.number))
    assert first.opponent is not None
    assert first.opponent.number == match.pairs.ew.number


def test_a_cancelled_match_leaves_both_resting() -> None:
    stage = make_day(contestants=4).stage
    Match.objects.filter(round__number=1, table__number=1).cancel()
    found = round_pairings((stage,), 1)
    assert found is not None
    assert len(found.tables) == 1
    assert {contestant.number for contestant in found.resting} == {1, 4}
    resting = [place for place in found.by_person() if place.side is None]
    assert len(resting) == 6
    resting_row = next(
        row for row in schedule_grid(stage).rows if row.contestant == found.resting[0]
    )
    assert resting_row.cells[0] is Away.RESTS


def test_who_has_left_or_not_yet_come_does_not_rest() -> None:
    stage = make_day(contestants=4).stage
    Match.objects.filter(round__number=2).cancel()
    Contestant.objects.filter(number=1).update(withdrawn_from=2)
    Contestant.objects.filter(number=2).update(joined_round=3)
    found = round_pairings((stage,), 2)
    assert found is not None
    assert [contestant.number for contestant in found.resting] == [3, 4]


def test_pairs_tell_their_substitutes_apart() -> None:
    day = make_day()
    Contestant.objects.filter(number=2).update(name="Els Manillaires")
    first, second, *_ = contestant_refs(day.championship).values()
    assert first.players == ("Àngels 1", "Marçal 1")
    assert first.substitutes == ("Núria 1",)
    assert first.name == "Àngels 1 – Marçal 1"
    assert not first.has_own_name
    assert second.name == "Els Manillaires"
    assert second.has_own_name


@pytest.mark.parametrize(
    ("statuses", "number"),
    [
        ("planned planned", 1),
        ("open planned", 1),
        ("closed planned", 2),
        ("closed open", 2),
        ("open open", 1),
        ("closed closed", 2),
    ],
)
def test_the_round_people_look_for_now(statuses: str, number: int) -> None:
    lines = [
        RoundLine(i, RoundStatus(text), paired=True)
        for i, text in enumerate(statuses.split(), start=1)
    ]
    now = current_round(lines)
    assert now is not None
    assert now.number == number


def test_no_rounds_no_current_one() -> None:
    assert current_round([]) is None


def test_unpublished_championships_are_seen_by_their_people_only() -> None:
    public, hidden = make_day(slug="public"), make_day(slug="hidden", published=False)
    without_stage_date = Championship.objects.create(name="Old", slug="old", date=date(2020, 1, 1))
    Stage.objects.create(championship=without_stage_date)
    root = User.objects.create(username="root", is_superuser=True)
    assert [line.slug for line in championship_lines(None)] == ["public"]
    assert [line.slug for line in championship_lines(public.referee)] == ["public"]
    assert {line.slug: line.role for line in championship_lines(hidden.referee)} == {
        "hidden": "referee",
        "public": "",
    }
    assert [line.slug for line in championship_lines(root)] == ["hidden", "public", "old"]


def test_the_first_page_costs_the_same_whatever_its_length(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    days = []
    for count in (1, 2):
        days += [make_day(slug=f"day{count}{index}") for index in range(count)]
        with django_assert_num_queries(1):
            assert len(championship_lines(None)) == len(days)
        with django_assert_num_queries(2):
            championship_lines(days[0].referee)
