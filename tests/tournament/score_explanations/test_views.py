"""The page that explains a final score, through HTTP."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from html import unescape

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse

from scoring.duplicate.scores import Award
from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.standings.days import mixed_day, played_day, put_result, six_tables_day
from tournament.core.actor import Actor, Authority
from tournament.models import Contestant, Match, NotPlayedReason, Outcome
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.rulings.services import cancel_hand

pytestmark = [pytest.mark.django_db, pytest.mark.long]

day_once = made_once(partial(played_day, recorded=True))
mixed_once = made_once(partial(mixed_day, "mixed", recorded=True))
day = own_copy("day_once")
mixed = own_copy("mixed_once")


def url(day: Day, deal: int, number: int) -> str:
    return reverse("score_explanations:score", args=[day.slug, deal, number])


def words(day: Day, deal: int, number: int, client: Client | None = None) -> str:
    """What stands on the page, without its markup."""
    response = (client or english_client()).get(url(day, deal, number))
    assert response.status_code == 200
    main = response.content.decode().split("<main", 1)[1]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def number_of(day: Day, name: str) -> int:
    return Contestant.objects.get(championship=day.championship, name=name).number


def ns(day: Day, table: int, number: int = 1) -> int:
    return day.match(number, table).pairs.ns.number


def ew(day: Day, table: int, number: int = 1) -> int:
    return day.match(number, table).pairs.ew.number


def test_the_published_example() -> None:
    day = six_tables_day(recorded=True)
    number = number_of(day, "J")
    text = words(day, 2, number)
    assert f"Hand 2: the score of pair {number}" in text
    assert "Hand points 2.00" in text
    assert f"Points of pair {number}: 44; of pair {number_of(day, 'C')}: 28." in text
    assert "44 − 36 = 8" in text
    assert "the opponents announced contro, which counts for them alone" in text
    assert "1 + (8 − (−8)) ÷ (8 − (−8)) = 1 + 16 ÷ 16 = 2" in text
    text = words(day, 2, number_of(day, "D"))
    assert "the opponents announced botifarra, which counts for them alone" in text
    assert "1 + (4 − (−16)) ÷ (6 − (−16)) = 1 + 20 ÷ 22 = 21 ÷ 11 ≈ 1.91" in text
    assert "Left out of the comparison" not in text


def test_rule_breaks_averages_and_hands_that_were_not_played(mixed: Day) -> None:
    text = words(mixed, 1, ns(mixed, 1))
    assert "The opponents broke a rule of play" in text
    assert "the average of the pairs with the same cards that played the hand out" in text
    assert "3 ÷ 2 = 3 ÷ 2 = 1.50" in text  # (1 + 2) ÷ 2
    assert "rule-break by EW this pair" in text
    assert "seen by the referee" not in text
    text = words(mixed, 1, ew(mixed, 1))
    assert "This pair broke a rule of play in this hand, so it gets 0." in text
    text = words(mixed, 2, ns(mixed, 1))
    assert "No hand points" in text
    assert "did not play the hand (the light went out)" in text
    text = words(mixed, 2, ns(mixed, 2))
    assert "did not play the hand (time ran out)" in text
    assert "they came late" not in text
    text = words(mixed, 2, ns(mixed, 3))
    assert "There is no other result with the same cards to compare with" in text
    assert "not played: the light went out" in text
    text = words(mixed, 3, ns(mixed, 1))
    assert "All hand scores with the same cards are equal" in text
    text = words(mixed, 4, ew(mixed, 1))
    assert "Nobody else with the same cards has a score to average, so it gets 1.50." in text


def test_an_award_and_a_fouled_hand() -> None:
    day = make_day(contestants=6, slug="another")
    day.open(1)
    put_result(day, 1, 1, 1, ns_points=40, award=Award.NS, note="disturbed by the next table")
    put_result(
        day,
        1,
        2,
        2,
        outcome=Outcome.NOT_PLAYED,
        not_played_reason=NotPlayedReason.FOULED.value,
        note="thirteen cards",
    )
    for match in Match.objects.filter(round=day.round(1)):
        for deal in day.round(1).deals:
            if not match.results.filter(deal=deal).exists():
                day.enter(1, match.table.number, deal, 30 + match.table.number)
    close_round(actor=day.acting, round=day.round(1))
    text = words(day, 1, ns(day, 1))
    assert "A referee awarded this pair the average instead of what it made." in text
    assert "disturbed" not in text
    assert "awarded the average" in words(day, 1, ns(day, 2))
    text = words(day, 2, ew(day, 2))
    assert "its cards were not those of the others, so it is compared with nobody" in text
    assert "thirteen" not in text


def test_a_hand_cancelled_for_all(day: Day) -> None:
    cancel_hand(actor=day.acting, championship=day.championship, deal=2, reason="wrong cards")
    text = words(day, 2, 1)
    assert "The hand was cancelled for all tables: nobody has a score in it." in text
    assert "Hand cancelled for all tables It took this pair's hand points away" in text
    assert "Who held the same cards" not in text


def test_a_pair_without_this_hand(day: Day) -> None:
    late = Contestant.objects.create(championship=day.championship, number=50, joined_round=2)
    assert "plays from round 2 on: it came after this hand" in words(day, 1, 50)
    late.joined_round, late.withdrawn_from = 1, 1
    late.save()
    assert "has withdrawn: it does not play from round 1 on" in words(day, 1, 50)
    late.withdrawn_from = None
    late.save()
    assert "rested in round 1" in words(day, 1, 50)


class TestWhoSeesWhat:
    def test_nothing_before_the_round_is_closed_but_for_referees(self) -> None:
        day = make_day(contestants=6, slug="another")
        day.open(1)
        day.enter_whole_round(1)
        number = ns(day, 1)
        for client in (english_client(), english_client(day.stranger)):
            assert client.get(url(day, 1, number)).status_code == 404
        text = words(day, 1, number, english_client(day.referee))
        assert "Table 1: result entered" in text
        assert "It gave this pair its hand points, 1.50." in text
        assert "Not public." in text
        close_round(actor=day.acting, round=day.round(1))
        text = words(day, 1, number)
        assert "When the round was closed for the first time, this pair's hand points were" in text
        assert "Nothing has happened to it since." in text
        assert "result entered" not in text

    def test_a_correction_after_the_closing(self, day: Day) -> None:
        day.referee.first_name = "Roser Puig"
        day.referee.save()
        number = ns(day, 2)
        reopen_round(actor=day.acting, round=day.round(1), reason="sides swapped")
        assert english_client().get(url(day, 1, number)).status_code == 404
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            entry=ResultInput(Outcome.PLAYED, 30, note="in the note"),
            based_on=1,
            reason="in the reason",
        )
        close_round(actor=day.acting, round=day.round(1))
        text = words(day, 1, number)
        assert "this pair's hand points were 1.50" in text
        assert "It moved this pair's hand points from 1.50 to 1.70 (+0.20)." in text
        assert "Roser Puig ," in text
        for hidden in (day.referee.username, "in the note", "in the reason", "sides swapped"):
            assert hidden not in text
        text = words(day, 1, number, english_client(day.referee))
        assert f"Roser Puig ({day.referee.username})" in text
        assert "in the reason" in text
        assert "sides swapped" in text

    def test_a_pair_that_entered_it_is_named_by_its_place(self, day: Day) -> None:
        match = day.match(1, 1)
        enter_result(
            actor=replace(Actor.of_table(1, Side.NS, 1), authority=Authority.REFEREE),
            match=match,
            deal=1,
            entry=ResultInput(Outcome.PLAYED, 30),
            based_on=1,
            reason="x",
            side=Side.NS,
        )
        assert "table 1, NS, pair 1" in words(day, 1, 1)

    @pytest.mark.parametrize(("deal", "number"), [(0, 1), (1, 0), (1, 99), (99, 1), (5, 1)])
    def test_what_there_is_not(self, day: Day, deal: int, number: int) -> None:
        assert english_client(day.referee).get(url(day, deal, number)).status_code == 404


def test_names_are_no_markup(day: Day) -> None:
    Contestant.objects.filter(championship=day.championship, number=1).update(name="<b>x</b>")
    page = english_client().get(url(day, 1, 2)).content.decode()
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "<b>x" not in page


@pytest.mark.parametrize("language", [code for code, _name in django_settings.LANGUAGES])
def test_in_every_language(mixed: Day, language: str) -> None:
    client = Client(headers={"Accept-Language": language})
    for deal in range(1, 5):
        for contestant in mixed.contestants:
            assert client.get(url(mixed, deal, contestant.number)).status_code == 200


def test_every_final_score_leads_there(day: Day) -> None:
    client = english_client(day.referee)
    hand = client.get(reverse("standings:hand_sheet", args=[day.slug, 3])).content.decode()
    for contestant in day.contestants:
        assert f'href="{url(day, 3, contestant.number)}"' in hand
    sheet = client.get(reverse("standings:pair_sheet", args=[day.slug, 1])).content.decode()
    for deal in range(1, 5):
        assert f'href="{url(day, deal, 1)}"' in sheet
    own = client.get(url(day, 3, 1)).content.decode()
    assert f'href="{url(day, 3, ns(day, 2))}"' in own
    history = client.get(
        reverse("score_explanations:history", args=[day.slug, 1, 1, 3])
    ).content.decode()
    for number in (ns(day, 1), ew(day, 1)):
        assert f'href="{url(day, 3, number)}"' in history
