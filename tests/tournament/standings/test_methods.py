"""Stages that are scored by another method: what pages, files and checks make of them."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.duplicate.methods import METHODS, Method
from scoring.duplicate.scores import Infraction
from scoring.duplicate.settings import Settings
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client, organiser_of
from tests.tournament.standings.days import fill, mixed_day, played_day, put_result, six_tables_day
from tournament.championships.services.settings import change_settings
from tournament.core.method_words import METHOD_WORDS
from tournament.models import Contestant, Stage
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db


def score_by(day: Day, method: Method) -> None:
    change_settings(
        actor=day.acting, stage=day.stage, settings=Settings(method=method), reason="all agreed"
    )


def page(name: str, day: Day, *place: int) -> str:
    """What stands on a page, without its markup."""
    response = english_client().get(reverse(name, args=[day.slug, *place]))
    assert response.status_code == 200
    main = response.content.decode().split("<main", 1)[1]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def number_of(day: Day, name: str) -> int:
    return Contestant.objects.get(championship=day.championship, name=name).number


def test_every_method_has_its_words() -> None:
    assert set(METHOD_WORDS) == set(METHODS)


class TestSixTables:
    @pytest.mark.parametrize(
        ("method", "final", "told"),
        [
            (Method.MATCHPOINTS, "1.60", "1 + (2 × 3 + 0) ÷ (2 × 5) = 1 + 6 ÷ 10 = 8 ÷ 5 = 1.60"),
            (Method.MEAN, "3.00", "1 − (4 + 1 − 1 − 12) ÷ 4 = 1 − (−8) ÷ 4 = 3"),
        ],
    )
    def test_why_a_pair_has_its_score(self, method: Method, final: str, told: str) -> None:
        day = six_tables_day()
        score_by(day, method)
        text = page("score_explanations:score", day, 2, number_of(day, "A"))
        assert f"Hand points {final}" in text
        assert told in text
        assert text.count("not in the mean") == (2 if method is Method.MEAN else 0)

    @pytest.mark.parametrize(
        ("method", "span", "formula"),
        [
            (
                Method.MATCHPOINTS,
                "NS are compared from −16 (1.00) to +6 (2.00).",
                "Hand points = 1 + (2 × worse + equal) / (2 × all others).",
            ),
            (
                Method.MEAN,
                "NS are compared from −16 (−14.00) to +6 (8.00).",
                "Hand points = hand score − mean.",
            ),
        ],
    )
    def test_sheet_of_the_hand(self, method: Method, span: str, formula: str) -> None:
        day = six_tables_day()
        score_by(day, method)
        text = page("standings:hand_sheet", day, 2)
        assert span in text
        assert formula in text


def test_level_hands_and_rule_breaks_by_the_mean() -> None:
    day = mixed_day()
    score_by(day, Method.MEAN)
    assert "All NS pairs have the same hand score, +4: each gets 0.00." in page(
        "standings:hand_sheet", day, 3
    )
    # E–W +32 after contro and −4, so that the mean is +14 and the lowest final score −18
    offender = day.match(1, 1).pairs.ew.number
    text = page("score_explanations:score", day, 1, offender)
    assert "so it gets −28. That is 10 points less than the lowest hand points" in text
    alone = day.match(1, 3).pairs.ns.number
    text = page("score_explanations:score", day, 4, alone)
    assert "so it gets −10." in text


@pytest.mark.parametrize("method", Method)
def test_rules_page_tells_the_method_and_no_scale_where_there_is_none(method: Method) -> None:
    day = played_day()
    score_by(day, method)
    text = page("championships:rules", day)
    with override("en"):
        words = METHOD_WORDS[method]
        assert words.formula(Settings(method=method)) in text
        assert str(words.offence) in text
    assert ("Scale of the hand points" in text) is (method is not Method.MEAN)
    assert ("min) / (max" in text) is (method is Method.MIN_MAX)


@pytest.mark.parametrize(
    ("method", "said"),
    [
        (Method.MIN_MAX, ""),
        (Method.MATCHPOINTS, "Hands are scored by matchpoints."),
        (Method.MEAN, "Hands are scored by their difference from the mean, in points."),
    ],
)
def test_standings_say_how_hands_are_scored_where_it_is_not_the_usual_way(
    method: Method, said: str
) -> None:
    day = played_day()
    score_by(day, method)
    text = page("standings:standings", day)
    if said:
        assert said in text
    else:
        assert "Hands are scored" not in text
    with override("en"):
        view = standings_view(Stage.objects.get(pk=day.stage.pk))
        assert view.ranking.short_note(view).startswith(said)


def test_differences_from_the_mean_can_be_negative_everywhere() -> None:
    day = make_day(contestants=6)
    day.open(1)
    for table in (1, 2, 3):
        put_result(day, 1, table, 1, ns_points=20 * table)
    put_result(day, 1, 1, 2, infraction=Infraction.BOTH)
    fill(day, 1)
    score_by(day, Method.MEAN)
    found = english_client().get(reverse("standings:standings_json", args=[day.slug])).json()
    assert found["settings"]["method"] == "mean"
    totals = [Fraction(row["total"]) for row in found["standings"]]
    assert totals == sorted(totals, reverse=True)
    assert totals[-1] < 0
    assert {row["best_results"] for row in found["standings"]} == {0}
    lowest = found["standings"][-1]
    shown = lowest["total_rounded"].replace("-", "−")
    assert shown in page("standings:standings", day)
    assert page("wall:wall", day)
    assert page("standings:pair_sheet", day, lowest["pair"]["number"])
    for name in ("exports:standings_pdf", "exports:auditor_xlsx", "exports:standings_csv"):
        assert english_client().get(reverse(name, args=[day.slug])).status_code == 200


def test_organisers_choose_it_on_the_settings_page_and_the_record_tells_it() -> None:
    day = make_day(contestants=6)
    client = english_client(organiser_of(day.championship))
    url = reverse("championships:settings", args=[day.slug])
    form = client.get(url).context["form"]
    data = {name: value for name, value in form.initial.items() if value is not None}
    assert data["method"] == "min-max"
    assert client.post(url, {**data, "method": "mean"}).status_code == 302
    assert Stage.objects.get(pk=day.stage.pk).scoring_settings().method == "mean"
    event = day.championship.events.last()
    assert event is not None
    assert (event.before, event.after) == (
        {"method": "min-max"},
        {"stage": 1, "method": "mean"},
    )
    shown = client.get(reverse("audit:record", args=[day.slug])).content.decode()
    assert "by the difference from the mean" in shown
    assert client.post(url, {**data, "method": "median"}).status_code == 422
