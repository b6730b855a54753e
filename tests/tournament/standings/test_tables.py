"""The order of the standings' rows, and the links that change it."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from django.http import QueryDict

from tests.tournament.day import Day
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.standings.days import played_day
from tournament.core.tables import Head, Table
from tournament.models import Contestant, Match
from tournament.standings.columns import StandingsColumn
from tournament.standings.queries.scores import round_scores
from tournament.standings.queries.table import standings_view, view_of
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.tables import has_bars, round_parts, standings_table

pytestmark = pytest.mark.django_db


day_once = made_once(partial(played_day, contestants=6, rounds=2))
day = own_copy("day_once")


def drawn(view: StandingsView, parts: Sequence[StandingsColumn], query: str) -> Table:
    return standings_table(view, parts, QueryDict(query), slug="day")


def table(day: Day, query: str = "") -> Table:
    view = standings_view(day.stage)
    return drawn(view, round_parts(view), query)


def heads(table: Table) -> dict[str, Head]:
    return {head.name: head for head in table.heads()}


def numbers(table: Table) -> list[int]:
    return [line.contestant.number for line in table.data]


def test_by_rank_unless_told_otherwise(day: Day) -> None:
    ranked = [line.contestant.number for line in standings_view(day.stage).lines]
    for query in ("", "sort=rank", "sort=nonsense", "sort=-nonsense", "sort=r9"):
        assert numbers(table(day, query)) == ranked
    assert numbers(table(day, "sort=-rank")) == ranked[::-1]


def test_by_number_and_name(day: Day) -> None:
    assert numbers(table(day, "sort=number")) == [1, 2, 3, 4, 5, 6]
    assert numbers(table(day, "sort=-number")) == [6, 5, 4, 3, 2, 1]
    for number, name in ((1, "ÉS"), (2, "zebra"), (3, "etern"), (4, "Àvia"), (5, "b"), (6, "c")):
        Contestant.objects.filter(number=number).update(name=name)
    assert numbers(table(day, "sort=name")) == [4, 5, 6, 1, 3, 2]


def test_by_a_round(day: Day) -> None:
    scores = [line.figures.by_round[2] for line in table(day, "sort=-r2").data]
    assert scores == sorted(scores, reverse=True)


def test_the_newest_round_stands_first(day: Day) -> None:
    names = list(heads(table(day)))
    rounds = [name for name in names if name in {"r1", "r2"}]
    assert rounds == ["r2", "r1"]


def test_bars_are_told_of_where_there_are_some(day: Day) -> None:
    view = standings_view(day.stage)
    assert has_bars(view)
    assert not has_bars(replace(view, ranked_by="number"))


def test_who_has_no_score_stands_last_either_way() -> None:
    day = played_day(contestants=6, slug="another")
    Match.objects.filter(pk=day.match(2, 1).pk).cancel()
    day.open(2)
    day.stage.rounds.filter(number=2).update(status="closed")  # without any result
    for query in ("sort=r1", "sort=-r1", "sort=r2", "sort=-r2"):
        assert len(table(day, query).data) == 6
    ranked = numbers(table(day))
    assert numbers(table(day, "sort=-r2")) == numbers(table(day, "sort=r2")) == ranked


def test_a_head_says_how_it_sorts_and_turns_the_order(day: Day) -> None:
    found = heads(table(day, "sort=-total&after=2"))
    assert (found["total"].aria_sort, found["total"].url) == ("descending", "?sort=total&after=2")
    assert (found["name"].aria_sort, found["name"].url) == ("", "?sort=name&after=2")
    assert found["mean"].url == "?sort=-mean&after=2"  # the best come first
    turned = heads(table(day, "sort=name"))["name"]
    assert (turned.aria_sort, turned.url) == ("ascending", "?sort=-name")


def test_without_an_order_it_says_that_of_the_ranks(day: Day) -> None:
    for query in ("", "sort=nonsense"):
        assert [one.name for one in table(day, query).heads() if one.aria_sort] == ["rank"]


def test_what_a_live_page_asks_for_itself_with_is_not_kept(day: Day) -> None:
    assert heads(table(day, "version=7&page=2"))["name"].url == "?sort=name"


def test_a_round_has_its_hands_as_columns(day: Day) -> None:
    scores = round_scores(day.stage, 2)
    parts = scores.parts()
    shown = drawn(view_of(scores), parts, "sort=-h6")
    assert [head.label for head in list(shown.heads())[-4:]] == [
        "Hand 5",
        "Hand 6",
        "Hand 7",
        "Hand 8",
    ]
    for line in shown.data:
        finals = [part.value(line) for part in parts]
        assert sum(one for one in finals if isinstance(one, Fraction)) == line.figures.total
    sixth = [one for line in shown.data if isinstance(one := parts[1].value(line), Fraction)]
    assert len(sixth) == len(list(shown.data))
    assert sixth == sorted(sixth, reverse=True)


@pytest.mark.parametrize(("rounds", "printed"), [(11, True), (12, False)])
def test_a_browser_prints_the_scores_of_as_many_rounds_as_a_sheet_holds(
    day: Day, rounds: int, printed: bool
) -> None:
    """More would be cut off at the paper's edge, and nobody would see that they are missing."""
    view = standings_view(day.stage)
    parts = [replace(view.ranking.round_column(1), key=f"r{number}") for number in range(rounds)]
    shown = heads(drawn(view, parts, ""))
    hidden = {name for name, head in shown.items() if "d-print-none" in head.css}
    assert hidden == (set() if printed else {part.key for part in parts})
