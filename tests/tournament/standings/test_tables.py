"""The order of the standings' rows, and the links that change it."""

import pytest
from django.http import QueryDict

from tests.tournament.day import Day
from tests.tournament.standings.days import played_day
from tournament.models import Match, Team
from tournament.standings.queries import round_scores, standings_view, view_of
from tournament.standings.tables import StandingsTable, hand_parts, round_parts, standings_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return played_day(teams=6, rounds=2)


def table(day: Day, query: str = "") -> StandingsTable:
    view = standings_view(day.stage)
    return standings_table(view, round_parts(view), QueryDict(query))


def numbers(table: StandingsTable) -> list[int]:
    return [row.line.team.number for row in table.rows]


def test_by_rank_unless_told_otherwise(day: Day) -> None:
    ranked = [line.team.number for line in standings_view(day.stage).lines]
    for query in ("", "sort=rank", "sort=nonsense", "sort=-nonsense", "sort=r9"):
        assert numbers(table(day, query)) == ranked
    assert numbers(table(day, "sort=-rank")) == ranked[::-1]


def test_by_number_and_name(day: Day) -> None:
    assert numbers(table(day, "sort=number")) == [1, 2, 3, 4, 5, 6]
    assert numbers(table(day, "sort=-number")) == [6, 5, 4, 3, 2, 1]
    for number, name in ((1, "ÉS"), (2, "zebra"), (3, "etern"), (4, "Àvia"), (5, "b"), (6, "c")):
        Team.objects.filter(number=number).update(name=name)
    assert numbers(table(day, "sort=name")) == [4, 5, 6, 1, 3, 2]


def test_by_a_round(day: Day) -> None:
    scores = [row.cells[1] for row in table(day, "sort=-r2").rows]
    assert scores == sorted(scores, reverse=True)  # type: ignore[type-var]


def test_who_has_no_score_stands_last_either_way() -> None:
    day = played_day(teams=6)
    Match.objects.filter(pk=day.match(2, 1).pk).update(cancelled=True)
    day.open(2)
    day.stage.rounds.filter(number=2).update(status="closed")  # without any result
    for query in ("sort=r1", "sort=-r1", "sort=r2", "sort=-r2"):
        assert len(table(day, query).rows) == 6
    ranked = numbers(table(day))
    assert numbers(table(day, "sort=-r2")) == numbers(table(day, "sort=r2")) == ranked


def test_a_head_says_how_it_sorts_and_turns_the_order(day: Day) -> None:
    heads = {column.key: column for column in table(day, "sort=-total&after=2").fixed}
    assert (heads["total"].aria_sort, heads["total"].url) == (
        "descending",
        "?sort=total&after=2",
    )
    assert (heads["name"].aria_sort, heads["name"].url) == ("", "?sort=name&after=2")
    assert heads["mean"].url == "?sort=-mean&after=2"  # the best come first
    turned = {column.key: column for column in table(day, "sort=name").fixed}
    assert (turned["name"].aria_sort, turned["name"].url) == ("ascending", "?sort=-name")


def test_a_round_has_its_hands_as_columns(day: Day) -> None:
    scores = round_scores(day.stage, 2)
    shown = standings_table(view_of(scores), hand_parts(scores), QueryDict("sort=-h6"))
    assert [column.label for column in shown.parts] == ["Hand 5", "Hand 6", "Hand 7", "Hand 8"]
    for row in shown.rows:
        assert sum(filter(None, row.cells)) == row.line.total
    finals = [row.cells[1] for row in shown.rows]
    assert finals == sorted(finals, reverse=True)  # type: ignore[type-var]
