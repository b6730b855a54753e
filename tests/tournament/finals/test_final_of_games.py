"""Games to 101, all play all of six pairs, then a final of the best four that carry all, over HTTP.

The standings are worked out once more by plain arithmetic from what was entered.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.finals.playing import (
    add_final,
    begun,
    game_points,
    game_results,
    manage,
    page,
    play_round,
)
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.core.stages import stages_of
from tournament.stages.games import GAME_ALL_PLAY_ALL
from tournament.standings.queries.overall import overall_standings
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db

PAIRS, BEST, FIRST, LAST = 6, 4, 5, 8


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        day, client = begun(GAME_ALL_PLAY_ALL, PAIRS)
        for number in range(1, FIRST + 1):
            play_round(day, client, number, game_points)
        answer = add_final(day, client, "round-robin-101", BEST, "all")
        assert answer.status_code == 302, answer.content.decode()[-1500:]
        manage(client, day.slug, "schedule/make/")
        manage(client, day.slug, "schedule/publish/?stage=2")
        for number in range(FIRST + 1, LAST + 1):
            play_round(day, client, number, game_points)
        yield day


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def test_the_standings_are_those_of_plain_arithmetic(day: Day) -> None:
    first = game_results(day.championship, range(1, FIRST + 1))
    order = sorted(first, key=lambda one: first[one], reverse=True)
    last = game_results(day.championship, range(FIRST + 1, LAST + 1))
    assert sorted(last) == sorted(order[:BEST])
    # The score has what was carried, the tie-breaks only what was played in the final.
    scores = {one: (first[one][0] + wins, wins, *rest) for one, (wins, *rest) in last.items()}
    final = sorted(scores, key=lambda one: scores[one], reverse=True)
    lines = standings_view(stages_of(day.championship)[1]).lines
    assert [one.contestant.number for one in lines] == final
    assert [(one.figures.score, one.figures.wins, one.figures.difference) for one in lines] == [
        scores[one][:3] for one in final
    ]
    assert [one.figures.carried for one in lines] == [first[one][0] for one in final]
    overall = overall_standings(stages_of(day.championship))
    assert [one.contestant.number for one in overall.lines] == [*final, *order[BEST:]]
    shown = page(day.slug, "standings/")
    assert "All that ranked them is carried over." in shown
    assert "but no points" in shown


def test_record_and_file(day: Day) -> None:
    assert faults(day.championship) == []
    mine, theirs = (
        [
            (one.rank, one.contestant.number, one.text)
            for one in overall_standings(stages_of(championship)).lines
        ]
        for championship in (day.championship, twin_of(day.championship))
    )
    assert mine == theirs


def test_to_its_end(day: Day) -> None:
    client = english_client(day.organiser)
    manage(client, day.slug, "end/", {"sure": "on"})
    assert "Final" in page(day.slug, "standings/championship/")
    assert "Add a stage" not in page(day.slug, "manage/stages/", client)
