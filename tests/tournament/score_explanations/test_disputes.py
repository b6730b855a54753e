"""Who confirmed, disagreed and decided stands in a score's explanation and a hand's history."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.core.actor import Actor
from tournament.correction_requests.services import (
    answer_correction_request,
    decide_correction_request,
    make_correction_request,
)
from tournament.models import CorrectionRequest, ResultConfirmation, User
from tournament.results.kinds.dealt_hand import entry_of
from tournament.results.services.entry import confirm_result
from tournament.rounds.services.lifecycle import close_round
from tournament.score_explanations.acts import Answered, Confirmed, Decided, Entered, Requested
from tournament.score_explanations.queries.explanations import explanation, hand_history
from tournament.score_explanations.timeline import Step

pytestmark = pytest.mark.django_db


def a_day() -> Day:
    """Six pairs. At table 1 hand 1 was entered by its NS and confirmed by its EW; at table 2 the EW
    disagree; the rest was entered by the referee."""
    day = make_day(contestants=6)
    day.open(1)
    day.enter_at_table(1, 1, 1, 30)
    match = day.match(1, 1)
    confirm_result(
        actor=Actor.of_table(1, Side.EW, match.pairs.ew.number),
        match=match,
        deal=1,
        version=1,
        by=ResultConfirmation.By.EW,
    )
    day.enter_at_table(1, 2, 1, 40)
    day.correction_request(1, 2, 1, 32)
    day.enter(1, 3, 1, 50)
    for table in (1, 2, 3):
        for deal in (2, 3, 4):
            day.enter(1, table, deal, 30 + table + deal)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def decide(day: Day, correction_request: CorrectionRequest, *, grant: bool) -> None:
    assert correction_request.said is not None
    decide_correction_request(
        actor=day.acting,
        correction_request=correction_request,
        entry=entry_of(correction_request.said) if grant else None,
        reason="counted the tricks",
    )


def kinds(steps: tuple[Step, ...]) -> list[tuple[type, int]]:
    return [(type(step.act.what), getattr(step.act.what, "table", 0)) for step in steps]


def told(day: Day, table: int, *, complete: bool = True) -> tuple[Step, ...]:
    """What is told about the score of the pair that sits N–S at a table in hand 1."""
    number = day.match(1, table).pairs.ns.number
    return explanation(day.stage, 1, number, complete=complete).steps


def words_of(day: Day, name: str, *args: int, user: User | None = None) -> str:
    response = english_client(user).get(reverse(name, args=[day.slug, *args]))
    assert response.status_code == 200
    main = response.content.decode().split("<main", 1)[1]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def test_everything_said_about_a_hand_stands_in_its_order(day: Day) -> None:
    decide(day, CorrectionRequest.objects.get(), grant=True)
    steps = told(day, 2)
    assert kinds(steps) == [
        (Entered, 1),  # and not who confirmed it there: that is another table's
        (Entered, 2),
        (Requested, 2),
        (Entered, 3),
        (Entered, 2),
        (Decided, 2),
    ]
    assert (Confirmed, 1) in kinds(told(day, 1))
    moved = [step for step in steps if isinstance(step.act.what, Entered)][-1]
    assert moved.replaced is not None
    assert isinstance(moved.act.what, Entered)
    assert (moved.replaced.ns_points, moved.act.what.entry.ns_points) == (40, 32)
    assert moved.moved
    asked = [step for step in steps if isinstance(step.act.what, Requested | Decided)]
    assert not any(step.moved for step in asked)


def test_a_refused_correction_request_is_told_and_the_referees_look_that_it_is(day: Day) -> None:
    decide(day, CorrectionRequest.objects.get(), grant=False)
    number = day.match(1, 2).pairs.ew.number
    text = words_of(day, "score_explanations:score", 1, number, user=day.referee)
    for said in (
        f"Table 2: pair {number} does not agree with the result (correction request 1) "
        "It says: NS 32 – , EW 40",
        "Table 2: a referee confirmed the result",
        "Correction request 1 decided: the result stands",
        "counted the tricks",
    ):
        assert said in text
    assert (
        text.index("does not agree")
        < text.index("a referee confirmed the result")
        < text.index("Correction request 1 decided")
    )


def test_a_correction_after_the_closing_is_public_but_not_in_its_words(day: Day) -> None:
    day.referee.first_name = "Roser Puig"
    day.referee.save()
    decide(day, CorrectionRequest.objects.get(), grant=False)
    close_round(actor=day.acting, round=day.round(1))
    correction_request = day.correction_request(1, 2, 1, 32, kind=CorrectionRequest.Kind.CORRECTION)
    match = day.match(1, 2)
    answer_correction_request(
        actor=Actor.of_pair(match.pairs.ns.number),
        correction_request=correction_request,
        side=Side.NS,
        agrees=True,
    )
    decide(day, correction_request, grant=True)
    assert kinds(told(day, 2, complete=False)) == [
        (Requested, 2),
        (Answered, 2),
        (Entered, 2),
        (Decided, 2),
    ]
    text = words_of(day, "score_explanations:score", 1, match.pairs.ns.number)
    number = match.pairs.ew.number
    assert f"pair {number} asked for a correction (correction request 2)" in text
    assert f"Correction request 2: pair {match.pairs.ns.number} agrees" in text
    assert "Correction request 2 decided: the result was changed" in text
    assert day.referee.username not in text
    assert "counted the tricks" not in text


def test_what_a_pair_wrote_is_for_referees(day: Day) -> None:
    decide(day, CorrectionRequest.objects.get(), grant=False)
    close_round(actor=day.acting, round=day.round(1))
    match = day.match(1, 2)
    make_correction_request(
        actor=Actor.of_pair(match.pairs.ns.number),
        match=match,
        deal=1,
        kind=CorrectionRequest.Kind.CORRECTION,
        side=Side.NS,
        based_on=1,
        words="<b>my partner</b> says so",
    )
    number = match.pairs.ns.number
    assert "my partner" not in words_of(day, "score_explanations:score", 1, number)
    text = words_of(day, "score_explanations:score", 1, number, user=day.referee)
    assert "<b>my partner</b> says so" in text


class TestHistory:
    def test_it_tells_versions_looks_correction_requests_and_decisions_of_its_table_alone(
        self, day: Day
    ) -> None:
        decide(day, CorrectionRequest.objects.get(), grant=True)
        assert kinds(hand_history(day.match(1, 2), 1)) == [
            (Entered, 2),
            (Requested, 2),
            (Entered, 2),
            (Decided, 2),
        ]
        assert kinds(hand_history(day.match(1, 1), 1)) == [(Entered, 1), (Confirmed, 1)]

    def test_in_words_with_what_stands_now(self, day: Day) -> None:
        decide(day, CorrectionRequest.objects.get(), grant=True)
        text = words_of(day, "score_explanations:history", 1, 2, 1, user=day.referee)
        assert text.count("stands now") == 1
        assert text.index("result changed") < text.index("stands now")
        assert "Correction request 1 decided: the result was changed" in text
        assert "this pair's hand points" not in text
        ew = day.match(1, 1).pairs.ew.number
        text = words_of(day, "score_explanations:history", 1, 1, 1, user=day.referee)
        assert f"Table 1: pair {ew} confirmed the result table 1, EW, pair {ew}" in text

    def test_a_hand_without_a_result(self, day: Day) -> None:
        text = words_of(day, "score_explanations:history", 2, 1, 5, user=day.referee)
        assert "Nothing has been entered yet." in text

    @pytest.mark.parametrize("where", [(1, 9, 1), (1, 1, 5), (9, 1, 1), (1, 1, 0)])
    def test_no_such_hand(self, day: Day, where: tuple[int, int, int]) -> None:
        url = reverse("score_explanations:history", args=[day.slug, *where])
        assert english_client(day.referee).get(url).status_code == 404
