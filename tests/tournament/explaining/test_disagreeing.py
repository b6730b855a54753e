"""Who confirmed, disagreed and decided stands in a score's explanation and a hand's history."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from scoring.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tournament.claims.services import answer_claim, decide_claim, make_claim
from tournament.core.actor import Actor
from tournament.explaining.course import Kind, Step
from tournament.explaining.queries import explanation, hand_history
from tournament.models import Claim, SecondLook, User
from tournament.results.entry import entry_of
from tournament.results.services import confirm_result
from tournament.rounds.services import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    """Six pairs. At table 1 hand 1 was entered by its NS and confirmed by its EW; at table 2 the EW
    disagree; the rest was entered by the referee."""
    day = make_day(teams=6)
    day.open(1)
    day.enter_at_table(1, 1, 1, 30)
    match = day.match(1, 1)
    confirm_result(
        actor=Actor.of_table(1, Side.EW, match.ew.number),
        match=match,
        deal=1,
        version=1,
        by=SecondLook.By.EW,
    )
    day.enter_at_table(1, 2, 1, 40)
    day.claim(1, 2, 1, 32)
    day.enter(1, 3, 1, 50)
    for table in (1, 2, 3):
        for deal in (2, 3, 4):
            day.enter(1, table, deal, 30 + table + deal)
    return day


def decide(day: Day, claim: Claim, *, grant: bool) -> None:
    assert claim.said is not None
    decide_claim(
        actor=day.acting,
        claim=claim,
        entry=entry_of(claim.said) if grant else None,
        reason="counted the tricks",
    )


def kinds(steps: tuple[Step, ...]) -> list[tuple[Kind, int]]:
    return [(step.act.kind, step.act.table) for step in steps]


def told(day: Day, table: int, *, complete: bool = True) -> tuple[Step, ...]:
    """What is told about the score of the pair that sits N–S at a table in hand 1."""
    number = day.match(1, table).ns.number
    return explanation(day.stage, 1, number, complete=complete).steps


def words_of(day: Day, name: str, *args: int, user: User | None = None) -> str:
    response = english_client(user).get(reverse(name, args=[day.slug, *args]))
    assert response.status_code == 200
    main = response.content.decode().split("<main", 1)[1]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def test_everything_said_about_a_hand_stands_in_its_order(day: Day) -> None:
    decide(day, Claim.objects.get(), grant=True)
    steps = told(day, 2)
    assert kinds(steps) == [
        (Kind.ENTERED, 1),  # and not who confirmed it there: that is another table's
        (Kind.ENTERED, 2),
        (Kind.CLAIMED, 2),
        (Kind.ENTERED, 3),
        (Kind.ENTERED, 2),
        (Kind.DECIDED, 2),
    ]
    assert (Kind.LOOKED, 1) in kinds(told(day, 1))
    moved = [step for step in steps if step.act.kind is Kind.ENTERED][-1]
    assert moved.replaced is not None
    assert (moved.replaced.ns_points, moved.act.entry.ns_points) == (40, 32)
    assert moved.moved
    assert not any(step.moved for step in steps if step.act.kind in (Kind.CLAIMED, Kind.DECIDED))


def test_a_refused_claim_is_told_and_the_referees_look_that_it_is(day: Day) -> None:
    decide(day, Claim.objects.get(), grant=False)
    number = day.match(1, 2).ew.number
    text = words_of(day, "explaining:score", 1, number, user=day.referee)
    for said in (
        f"Table 2: pair {number} does not agree with the result (claim 1) It says: NS 32 – , EW 40",
        "Table 2: a referee looked at the result and finds it right",
        "Claim 1 decided: the result stands",
        "counted the tricks",
    ):
        assert said in text
    assert text.index("does not agree") < text.index("looked at") < text.index("Claim 1 decided")


def test_a_correction_after_the_closing_is_public_but_not_in_its_words(day: Day) -> None:
    day.referee.first_name = "Roser Puig"
    day.referee.save()
    decide(day, Claim.objects.get(), grant=False)
    close_round(actor=day.acting, round=day.round(1))
    claim = day.claim(1, 2, 1, 32, kind=Claim.Kind.CORRECTION)
    match = day.match(1, 2)
    answer_claim(actor=Actor.of_pair(match.ns.number), claim=claim, side=Side.NS, agrees=True)
    decide(day, claim, grant=True)
    assert kinds(told(day, 2, complete=False)) == [
        (Kind.CLAIMED, 2),
        (Kind.ANSWERED, 2),
        (Kind.ENTERED, 2),
        (Kind.DECIDED, 2),
    ]
    text = words_of(day, "explaining:score", 1, match.ns.number)
    assert f"pair {match.ew.number} asked for a correction (claim 2)" in text
    assert f"Claim 2: pair {match.ns.number} agrees" in text
    assert "Claim 2 decided: the result was changed" in text
    assert day.referee.username not in text
    assert "counted the tricks" not in text


def test_what_a_pair_wrote_is_for_referees(day: Day) -> None:
    decide(day, Claim.objects.get(), grant=False)
    close_round(actor=day.acting, round=day.round(1))
    match = day.match(1, 2)
    make_claim(
        actor=Actor.of_pair(match.ns.number),
        match=match,
        deal=1,
        kind=Claim.Kind.CORRECTION,
        side=Side.NS,
        based_on=1,
        words="<b>my partner</b> says so",
    )
    number = match.ns.number
    assert "my partner" not in words_of(day, "explaining:score", 1, number)
    text = words_of(day, "explaining:score", 1, number, user=day.referee)
    assert "<b>my partner</b> says so" in text


class TestHistory:
    def test_it_tells_versions_looks_claims_and_decisions_of_its_table_alone(
        self, day: Day
    ) -> None:
        decide(day, Claim.objects.get(), grant=True)
        assert kinds(hand_history(day.match(1, 2), 1)) == [
            (Kind.ENTERED, 2),
            (Kind.CLAIMED, 2),
            (Kind.ENTERED, 2),
            (Kind.DECIDED, 2),
        ]
        assert kinds(hand_history(day.match(1, 1), 1)) == [(Kind.ENTERED, 1), (Kind.LOOKED, 1)]

    def test_in_words_with_what_stands_now(self, day: Day) -> None:
        decide(day, Claim.objects.get(), grant=True)
        text = words_of(day, "explaining:history", 1, 2, 1, user=day.referee)
        assert text.count("stands now") == 1
        assert text.index("result changed") < text.index("stands now")
        assert "Claim 1 decided: the result was changed" in text
        assert "this pair's final score" not in text
        ew = day.match(1, 1).ew.number
        text = words_of(day, "explaining:history", 1, 1, 1, user=day.referee)
        assert f"Table 1: pair {ew} confirmed the result table 1, EW, pair {ew}" in text

    def test_a_hand_without_a_result(self, day: Day) -> None:
        text = words_of(day, "explaining:history", 2, 1, 5, user=day.referee)
        assert "Nothing has been entered yet." in text

    @pytest.mark.parametrize("where", [(1, 9, 1), (1, 1, 5), (9, 1, 1), (1, 1, 0)])
    def test_no_such_hand(self, day: Day, where: tuple[int, int, int]) -> None:
        url = reverse("explaining:history", args=[day.slug, *where])
        assert english_client(day.referee).get(url).status_code == 404
