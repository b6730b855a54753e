"""The analysis on hand sheets, and the organisers' page of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring import solver
from scoring.game.announcements import Announcement, Denomination
from tests.tournament.analysis.analyses import all_values, value
from tests.tournament.analysis.pages import get, replay_url, text
from tests.tournament.day import Day
from tournament.analysis.queries import progress_of_rounds
from tournament.championships.services.end import end_championship
from tournament.models import Job, Outcome
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = pytest.mark.django_db


OROS, BOTIFARRA = Denomination.OROS, Denomination.BOTIFARRA


class TestHandSheet:
    def url(self, day: Day, deal: int = 1) -> str:
        return f"/c/{day.slug}/hands/{deal}/"

    def test_says_that_it_has_not_been_analysed(self, day: Day) -> None:
        page = text(get(self.url(day)))
        assert "This hand has not been analysed yet." in page
        assert "could have" not in page

    def test_without_numba_says_that_analysis_is_off(
        self, day: Day, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(solver, "find_spec", lambda _name: None)
        assert "analysis is off here" in text(get(self.url(day)))

    def test_every_denomination_and_the_best_call(self, day: Day) -> None:
        all_values(day)
        page = text(get(self.url(day)))
        for points in ("40", "41–44", "30", "46", "42"):
            assert f'<td class="num">{points}</td>' in page
        for score in ("+4", "+5…+8", "−6", "+10", "+12"):
            assert f'<td class="num">{score}</td>' in page
        assert page.count("worth-mark") == 1
        assert page.index("botifarra</a> <span") < page.index("worth-mark")
        assert "not what a table could have made" in page
        assert "Where there are two numbers" in page

    def test_each_table_has_what_the_makers_could_have_had(self, day: Day) -> None:
        """As hand scores, by what the table called and by the best call."""
        all_values(day)
        match = day.match(1, 1)
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was wrong")
        enter_result(
            actor=day.acting,
            match=match,
            deal=1,
            entry=ResultInput(
                outcome=Outcome.PLAYED, ns_points=40, announcement=Announcement(Denomination.COPES)
            ),
            based_on=1,
            reason="they called cups",
        )
        close_round(actor=day.acting, round=day.round(1))
        page = text(get(self.url(day)))
        assert "NS could have" in page
        assert "</span>+5…+8</td>" in page  # table 1
        assert "</span>–</td>" in page  # table 2: nobody wrote down which suit
        assert page.count("</span>+12</td>") == 2

    def test_what_is_there_is_shown_while_the_rest_is_made(self, day: Day) -> None:
        value(day, 1, OROS, 40)
        page = text(get(self.url(day)))
        assert "The others are still being worked out." in page
        assert "worth-mark" not in page

    def test_costs_one_query_more_however_much_there_is(
        self, day: Day, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        all_values(day)
        client = Client()
        with django_assert_max_num_queries(16):
            get(self.url(day), client)

    def test_it_stays_when_the_round_is_reopened(self, day: Day, client: Client) -> None:
        """The cards stay public, so does what they are worth; referees see the sheet itself."""
        all_values(day)
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was wrong")
        assert get(self.url(day)).status_code == 404
        assert get(replay_url(day)).status_code == 200
        client.force_login(day.referee)
        assert "worth-mark" in text(get(self.url(day), client))

    def test_nobody_sees_any_of_an_open_round(self, day: Day, client: Client) -> None:
        """Not even where it is in the database already, as after a restored copy."""
        day.open(2)
        all_values(day, 5)
        client.force_login(day.organiser)
        for url in (self.url(day, 5), f"/c/{day.slug}/rounds/2/", f"/c/{day.slug}/hands/round/2/"):
            answer = get(url, client)
            assert "worth-mark" not in answer.content.decode()
            assert "could have" not in answer.content.decode()
        assert get(replay_url(day, 5), client).status_code == 404

    def test_hands_that_nobody_played_can_be_replayed_at_the_end(self, day: Day) -> None:
        for number in (2, 3):
            day.open(number)
            day.enter_whole_round(number)
            close_round(actor=day.acting, round=day.round(number))
        end_championship(actor=day.acting_organiser, championship=day.championship)
        assert get(replay_url(day, 12)).status_code == 200
        assert get(replay_url(day, 13)).status_code == 404


class TestProgress:
    def test_says_how_far_each_round_is_and_asks_for_what_is_missing(
        self, day: Day, client: Client
    ) -> None:
        client.force_login(day.referee)
        url = f"/c/{day.slug}/manage/analysis/"
        page = text(get(url, client))
        assert "values: 0 of 20" in page
        assert "Round 2" not in page
        Job.objects.all().delete()
        assert "missing" in text(get(url, client))
        assert client.post(url).status_code == 302
        assert Job.objects.filter(kind=Job.Kind.ANALYSIS).count() == 1
        assert client.post(url).status_code == 302
        assert Job.objects.filter(kind=Job.Kind.ANALYSIS).count() == 1

    def test_it_refreshes_when_something_was_done(self, day: Day, client: Client) -> None:
        client.force_login(day.referee)
        url = f"/c/{day.slug}/manage/analysis/"
        version = get(url, client).context["version"]
        ask: dict[str, Any] = {"HTTP_HX_REQUEST": "true"}
        assert get(f"{url}?version={version}", client, **ask).status_code == 204
        value(day, 1, OROS, 40)
        assert "values: 1 of 20" in text(get(f"{url}?version={version}", client, **ask))

    def test_costs_the_same_for_one_round_and_for_three(
        self, day: Day, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(4):
            assert len(progress_of_rounds(day.stage)) == 1
        for number in (2, 3):
            day.open(number)
            day.enter_whole_round(number)
            close_round(actor=day.acting, round=day.round(number))
        with django_assert_num_queries(4):
            assert len(progress_of_rounds(day.stage)) == 3
