"""Where each pair stood after each round: what a page of those standings would say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.participation import Withdrawn
from tests.benchmarks.large import large_championship
from tests.tournament.factories import make_user, put_settings
from tests.tournament.standings.days import played_day
from tests.tournament.standings.reading import rows_of
from tournament.core.actor import Actor
from tournament.models import Contestant, Stage
from tournament.rulings.services import deduct
from tournament.standings.columns import climb_text
from tournament.standings.queries.rank_history import standings_with_ranks
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db


def stages() -> Iterator[Stage]:
    yield large_championship(6, 4)
    stage = large_championship(7, 4, slug="withdrawn")  # an odd number: ranked by the mean
    Contestant.objects.filter(championship=stage.championship, number=3).update(withdrawn_from=4)
    put_settings(stage, withdrawn=Withdrawn.ANNUL)
    deducted = Contestant.objects.get(championship=stage.championship, number=5)
    deduct(
        actor=Actor.of_user(make_user()),
        stage=stage,
        contestant=deducted,
        hundredths=250,
        reason="late",
    )
    yield stage


def test_the_ranks_are_those_of_the_standings_after_each_round() -> None:
    for stage in stages():
        view = standings_with_ranks(stage)
        assert len(view.rounds) > 1
        for at, number in enumerate(view.rounds):
            then = {
                one.contestant.id: one.rank
                for one in standings_view(stage, after_round=number).lines
            }
            for line in view.lines:
                assert line.ranks[at] == then.get(line.contestant.id), (number, line.contestant)


def test_all_else_is_as_without_them() -> None:
    stage = large_championship(6, 3)
    with_ranks, without = standings_with_ranks(stage), standings_view(stage)
    assert [one.contestant.id for one in with_ranks.lines] == [
        one.contestant.id for one in without.lines
    ]
    assert with_ranks.has_course
    assert not without.has_course
    assert not standings_with_ranks(stage, after_round=1).has_course
    assert standings_with_ranks(stage, after_round=0).lines == ()


def test_more_rounds_take_no_more_queries() -> None:
    counts = []
    for rounds in (2, 5):
        stage = large_championship(6, rounds, slug=f"rounds-{rounds}")
        with CaptureQueriesContext(connection) as queries:
            standings_with_ranks(stage)
        counts.append(len(queries))
    assert counts[0] == counts[1] == 7


def test_a_climb_is_from_the_round_before() -> None:
    view = standings_with_ranks(large_championship(8, 3))
    for line in view.lines:
        _first, before, now = line.ranks
        assert before is not None
        assert line.climb == before - line.rank
        assert now == line.rank
    assert [climb_text(one) for one in (2, -1, 0, None)] == ["▲2", "▼1", "=", "–"]


def page(client: Client, path: str) -> str:
    response = client.get(path, headers={"accept-language": "en"})
    assert response.status_code == 200
    text: str = response.content.decode()
    return text


def test_the_page_shows_the_course_once_there_are_two_rounds(client: Client) -> None:
    stage = large_championship(6, 3)
    lines = standings_with_ranks(stage).lines
    rows = rows_of(page(client, "/c/large/standings/"))
    at = rows[0].index("Course")
    assert [row[at] for row in rows[1:]] == [climb_text(line.climb) for line in lines]
    assert [row[1] for row in rows[1:]] == [str(line.contestant.number) for line in lines]
    for path in ("/c/large/standings/?after=1", "/c/large/rounds/2/"):
        assert "Course" not in rows_of(page(client, path))[0]


def test_those_who_rose_most_come_first_when_asked(client: Client) -> None:
    climbs = {
        str(line.contestant.number): line.climb or 0
        for line in standings_with_ranks(large_championship(8, 4)).lines
    }
    rows = rows_of(page(client, "/c/large/standings/?sort=-course"))[1:]
    shown = [climbs[row[1]] for row in rows]
    assert shown == sorted(shown, reverse=True)


def test_the_bar_is_the_share_of_the_longest_distance(client: Client) -> None:
    day = played_day(contestants=6)
    text = page(client, "/c/day/standings/")
    first, *others = standings_view(day.stage).lines
    total = [line.figures.total for line in (first, *others)]
    rows = text.split("<tr>")[-len(total) :]
    for row, own in zip(rows, total):
        width = 48 * (total[0] - own) / (total[0] - total[-1])
        expected = f'width="{max(1, round(width))}"'
        assert ("<rect" in row) == (own != total[0])
        assert own == total[0] or expected in row
