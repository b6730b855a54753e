"""The standings by other settings: each column is what the championship would show by them."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.duplicate.methods import Method
from scoring.duplicate.settings import AverageOf, Scale, Settings
from scoring.participation import Withdrawn
from scoring.rank_by import RankBy
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.standings.days import fill, mixed_day, played_day, put_result
from tournament.championships.services.settings import change_settings
from tournament.models import Contestant, Stage
from tournament.rulings.services import deduct
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.queries.table import standings_view
from tournament.standings.queries.what_if import what_if
from tournament.standings.rankings.dealt_hands.alternatives import (
    Alternative,
    alternatives_to,
    standings_by,
)

pytestmark = [pytest.mark.django_db, pytest.mark.long]

BEGUN = [
    Settings(),
    Settings(method=Method.MATCHPOINTS, scale=Scale.HUNDRED, average_of=AverageOf.ALL_OTHERS),
    Settings(method=Method.MEAN, rank_by=RankBy.TOTAL),
    Settings(flat_score=Fraction(2), withdrawn=Withdrawn.ANNUL, rank_by=RankBy.MEAN),
]


def put(day: Day, settings: Settings) -> Stage:
    change_settings(actor=day.acting, stage=day.stage, settings=settings, reason="to try it")
    return Stage.objects.select_related("championship").get(pk=day.stage.pk)


def eventful_day() -> Day:
    """Two rounds with rule-breaks, level hands and hands not played; then a pair withdraws."""
    day = mixed_day()
    day.open(2)
    for table in (1, 2, 3):
        put_result(day, 2, table, 5, ns_points=7 * table)
    fill(day, 2)
    Contestant.objects.filter(championship=day.championship, number=3).update(withdrawn_from=3)
    return day


def url(day: Day) -> str:
    return reverse("standings:what_if", args=[day.slug])


@pytest.mark.parametrize("settings", BEGUN)
def test_every_alternative_is_what_the_site_shows_by_those_settings(settings: Settings) -> None:
    day = eventful_day()
    stage = put(day, settings)
    scores = dealt_scores(stage)
    found: list[Alternative] = list(alternatives_to(scores))
    assert len(found) >= 5
    computed = [(one.settings, standings_by(scores, one.settings)) for one in found]
    for changed, standings in [(settings, standings_by(scores, settings)), *computed]:
        view = standings_view(put(day, changed))
        assert view.ranked_by == standings.ranked_by
        assert [
            (line.rank, line.contestant.id, line.figures.total, line.figures.mean, line.splits)
            for line in view.lines
        ] == [(row.rank, row.contestant, row.total, row.mean, row.splits) for row in standings.rows]


def test_each_other_choice_is_tried_once() -> None:
    day = eventful_day()
    settings = Settings(withdrawn=Withdrawn.ANNUL)
    with override("en"):
        tried = {one.name: one for one in alternatives_to(dealt_scores(put(day, settings)))}
    assert list(tried) == [
        "Matchpoints",
        "Difference from the mean",
        "Scale from 0 to 100",
        "Flat hand worth 1.00",
        "Flat hand worth 2.00",
        "Average of all others",
        "Ranked by total",
        "Results of withdrawn pairs kept",
    ]
    assert tried["Matchpoints"].settings == replace(settings, method=Method.MATCHPOINTS)
    assert tried["Flat hand worth 2.00"].settings == replace(settings, flat_score=Fraction(2))


def test_what_has_no_meaning_is_not_tried() -> None:
    stage = put(played_day(), Settings(method=Method.MEAN))
    with override("en"):
        names = [one.name for one in alternatives_to(dealt_scores(stage))]
    assert names == [
        "Lowest to highest",
        "Matchpoints",
        "Average of all others",
        "Ranked by mean",
    ]


def test_movement_is_counted_from_the_standings_that_count() -> None:
    stage = put(eventful_day(), Settings())
    found = what_if(dealt_scores(stage))
    now = {line.contestant.id: line.rank for line in standings_view(stage).lines}
    assert {one: place.rank for one, place in found.official.places.items()} == now
    assert any(column.moved for column in found.columns)
    for column in found.columns:
        for contestant, place in column.places.items():
            assert place.up == now[contestant] - place.rank
            assert place.down == place.rank - now[contestant]
        then = {one: place.rank for one, place in column.places.items()}
        assert column.moved == sum(then.get(one) != rank for one, rank in now.items())
    for row in found.rows:
        assert len(row[2]) == len(found.columns)


def test_only_methods_are_shown_where_nobody_moves() -> None:
    """Everybody level in every hand: nothing moves anybody."""
    day = make_day(contestants=6)
    day.open(1)
    for table in (1, 2, 3):
        for deal in (1, 2, 3, 4):
            put_result(day, 1, table, deal, ns_points=36)
    fill(day, 1)
    stage = put(day, Settings())
    with override("en"):
        found = what_if(dealt_scores(stage))
    assert [column.name for column in found.columns] == ["Matchpoints", "Difference from the mean"]
    assert [column.moved for column in found.columns] == [0, 0]
    assert "Scale from 0 to 100" in found.without_effect


def test_deductions_keep_their_part_of_the_scale_and_are_left_out_where_there_is_none() -> None:
    day = played_day()
    first = standings_view(day.stage).lines[0].contestant
    deduct(
        actor=day.acting,
        stage=day.stage,
        contestant=Contestant.objects.get(pk=first.id),
        hundredths=50,
        reason="late",
    )
    stage = put(day, Settings())
    scores = dealt_scores(stage)

    def taken(settings: Settings) -> Fraction:
        rows = standings_by(scores, settings).rows
        return next(row.deduction for row in rows if row.contestant == first.id)

    assert taken(Settings(method=Method.MATCHPOINTS)) == Fraction(1, 2)
    assert taken(Settings(scale=Scale.HUNDRED)) == 50
    assert taken(Settings(method=Method.MEAN)) == 0
    with override("en"):
        note = what_if(scores).note
    assert note.endswith("are left out of: Difference from the mean.")
    by_mean = dealt_scores(put(day, Settings(method=Method.MEAN)))
    rows = standings_by(by_mean, Settings(method=Method.MEAN, rank_by=RankBy.MEAN)).rows
    assert next(row.deduction for row in rows if row.contestant == first.id) == Fraction(1, 2)


def test_page() -> None:
    day = eventful_day()
    put(day, Settings())
    content = english_client().get(url(day)).content.decode()
    text = " ".join(re.sub(r"<[^>]+>", " ", content.split("<main", 1)[1]).split())
    assert "As it is played Lowest to highest" in text
    assert "What if… Matchpoints" in text
    assert re.search(r"▲\d+ \d+ higher", text)
    assert re.search(r"▼\d+ \d+ lower", text)
    assert (
        url(day)
        in english_client().get(reverse("standings:standings", args=[day.slug])).content.decode()
    )


def test_a_pair_that_would_not_be_ranked_or_only_then() -> None:
    day = make_day(contestants=6)
    day.open(1)
    fill(day, 1)
    Contestant.objects.filter(championship=day.championship, number=3).update(withdrawn_from=2)
    put(day, Settings())
    assert "not ranked" in english_client().get(url(day)).content.decode()
    put(day, Settings(withdrawn=Withdrawn.ANNUL))
    page = english_client().get(url(day)).content.decode()
    assert "not ranked" in page
    assert ">new</span>" in page


def test_before_the_first_round_is_closed() -> None:
    day = make_day(contestants=6)
    page = english_client().get(url(day)).content.decode()
    assert "when the first round has been closed" in page
    assert "<table" not in page
