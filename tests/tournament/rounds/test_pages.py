"""The pages of rounds."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournament.day import BAR, Day, make_day
from tournament.models import Match, RoundStatus, Sitting
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return make_day()


@pytest.fixture
def referee(day: Day, client: Client) -> Client:
    client.force_login(day.referee)
    return client


def rounds(day: Day, rest: str = "") -> str:
    return f"/c/{day.slug}/manage/rounds/{rest}"


class TestList:
    def test_says_where_each_round_stands(self, day: Day, referee: Client) -> None:
        day.open(1)
        day.enter(1, 1, 2, 40)
        content = referee.get(rounds(day)).content.decode()
        assert "1 of 8" in content
        assert content.count("state-planned") == 2

    @pytest.mark.parametrize(("published", "deals"), [(False, True), (True, False)])
    def test_says_what_has_to_be_done_first(
        self, published: bool, deals: bool, client: Client
    ) -> None:
        day = make_day(published=published, deals=deals)
        client.force_login(day.referee)
        answer = client.get(rounds(day))
        assert "before a round can be opened" in answer.content.decode()
        assert "/open/" not in answer.content.decode()

    @pytest.mark.parametrize("contestants", [4, 8])
    def test_costs_the_same_for_three_rounds_and_for_seven(
        self, contestants: int, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        day = make_day(contestants=contestants)
        day.open(1)
        day.enter_whole_round(1)
        client.force_login(day.referee)
        with django_assert_num_queries(17 + BAR):
            client.get(rounds(day))


class TestOpening:
    def test_the_first_time_the_page_says_what_it_fixes(self, day: Day, referee: Client) -> None:
        content = referee.get(rounds(day, "1/open/")).content.decode()
        assert "there is no salt" in content
        assert referee.post(rounds(day, "1/open/")).headers["Location"] == rounds(day, "1/")
        assert day.round(1).status == RoundStatus.OPEN
        assert "there is no salt" not in referee.get(rounds(day, "2/open/")).content.decode()

    def test_twice_is_harmless(self, day: Day, referee: Client) -> None:
        for _ in range(2):
            assert referee.post(rounds(day, "1/open/")).status_code == 302
        assert referee.get(rounds(day, "1/open/")).headers["Location"] == rounds(day, "1/")

    def test_a_refusal_is_said(self, client: Client) -> None:
        day = make_day(published=False)
        client.force_login(day.referee)
        answer = client.post(rounds(day, "1/open/"), follow=True)
        assert "Publish the schedule first" in answer.content.decode()

    def test_not_by_following_a_link(self, day: Day, referee: Client) -> None:
        referee.get(rounds(day, "1/open/"))
        assert day.round(1).status == RoundStatus.PLANNED


class TestRoundPage:
    def test_has_every_table_and_hand(self, day: Day, referee: Client) -> None:
        day.open(1)
        day.enter(1, 2, 3, 41)
        content = referee.get(rounds(day, "1/")).content.decode()
        for table in (1, 2):
            for deal in (1, 2, 3, 4):
                assert rounds(day, f"1/tables/{table}/hands/{deal}/") in content
        assert content.count("cell-missing") == 7
        assert "Àngels 4" in content

    def test_leads_to_a_table_by_its_number_or_name(self, day: Day, referee: Client) -> None:
        day.open(1)
        day.enter(1, 2, 5 - 4, 41)
        answer = referee.get(rounds(day, "1/"), {"table": "2"})
        assert answer.headers["Location"] == rounds(day, "1/tables/2/hands/2/")
        table = day.match(1, 2).table
        table.name = "Balcó"
        table.save()
        answer = referee.get(rounds(day, "1/"), {"table": "balco"})
        assert answer.headers["Location"] == rounds(day, "1/tables/2/hands/2/")
        for deal in (2, 3, 4):
            day.enter(1, 2, deal, 41)
        answer = referee.get(rounds(day, "1/"), {"table": "2"})
        assert answer.headers["Location"] == rounds(day, "1/tables/2/hands/1/")
        answer = referee.get(rounds(day, "1/"), {"table": "77"}, follow=True)
        assert "no table “77”" in answer.content.decode()

    def test_refreshes_only_when_something_happened(self, day: Day, referee: Client) -> None:
        day.open(1)
        page = referee.get(rounds(day, "1/"))
        version = page.context["version"]
        htmx = {"HX-Request": "true"}
        same = referee.get(rounds(day, "1/"), {"version": version}, headers=htmx)
        assert same.status_code == 204
        day.enter(1, 1, 1, 40)
        part = referee.get(rounds(day, "1/"), {"version": version}, headers=htmx)
        assert part.status_code == 200
        assert "<html" not in part.content.decode()
        assert "1 of 8" in part.content.decode()

    def test_a_planned_round_shows_no_way_to_enter(self, day: Day, referee: Client) -> None:
        assert "/hands/5/" not in referee.get(rounds(day, "2/")).content.decode()

    def test_without_a_match(self, day: Day, referee: Client) -> None:
        Match.objects.filter(round=day.round(1)).cancel()
        day.open(1)
        assert "No match is played" in referee.get(rounds(day, "1/")).content.decode()

    @pytest.mark.parametrize("contestants", [4, 8])
    def test_costs_the_same_for_two_tables_and_for_four(
        self, contestants: int, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        day = make_day(contestants=contestants)
        day.open(1)
        day.enter_whole_round(1)
        client.force_login(day.referee)
        with django_assert_num_queries(25 + BAR):
            client.get(rounds(day, "1/"))

    def test_a_round_that_is_not_there(self, day: Day, referee: Client) -> None:
        for number in (0, 99, 10**30):
            for page in ("", "open/", "close/", "reopen/"):
                assert referee.get(rounds(day, f"{number}/{page}")).status_code == 404


class TestClosing:
    def test_lists_what_is_missing_with_links(self, day: Day, referee: Client) -> None:
        day.open(1)
        day.enter(1, 1, 2, 40)
        for answer in (
            referee.get(rounds(day, "1/close/")),
            referee.post(rounds(day, "1/close/")),
        ):
            content = answer.content.decode()
            assert rounds(day, "1/tables/1/hands/3/") in content
            assert rounds(day, "1/tables/1/hands/2/") not in content
        assert answer.status_code == 422
        assert day.round(1).status == RoundStatus.OPEN

    def test_closes_once(self, day: Day, referee: Client) -> None:
        day.open(1)
        day.enter_whole_round(1)
        assert "Every result is there" in referee.get(rounds(day, "1/close/")).content.decode()
        for _ in range(2):
            answer = referee.post(rounds(day, "1/close/"))
            assert answer.headers["Location"] == rounds(day, "1/closed/")
        assert day.round(1).status == RoundStatus.CLOSED

    def test_a_planned_round_is_refused(self, day: Day, referee: Client) -> None:
        Match.objects.filter(round=day.round(1)).cancel()
        answer = referee.post(rounds(day, "1/close/"))
        assert answer.status_code == 422
        assert "has not been opened" in answer.content.decode()


class TestReopening:
    def test_asks_why(self, day: Day, referee: Client) -> None:
        day.open(1)
        assert referee.get(rounds(day, "1/reopen/")).status_code == 302
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        assert referee.get(rounds(day, "1/reopen/")).status_code == 200
        assert referee.post(rounds(day, "1/reopen/"), {"reason": " "}).status_code == 422
        for _ in range(2):
            answer = referee.post(rounds(day, "1/reopen/"), {"reason": "a wrong slip"})
            assert answer.headers["Location"] == rounds(day, "1/")
        assert day.round(1).status == RoundStatus.OPEN


class TestSitting:
    def test_notes_a_substitute(self, day: Day, referee: Client) -> None:
        match = day.match(1, 1)
        page = rounds(day, "1/tables/1/players/")
        assert referee.get(page).status_code == 200
        substitute = match.pairs.ns.players.get(position=3)
        answer = referee.post(page, {"N": substitute.pk, "W": "", "S": "", "E": ""})
        assert answer.status_code == 302
        assert Sitting.objects.get().player == substitute
        assert substitute.name in referee.get(rounds(day, "1/")).content.decode()

    def test_shows_faults_beside_the_seat(self, day: Day, referee: Client) -> None:
        match = day.match(1, 1)
        page = rounds(day, "1/tables/1/players/")
        own, other = match.pairs.ns.players.get(position=1), match.pairs.ew.players.get(position=1)
        twice = referee.post(page, {"N": own.pk, "S": own.pk})
        assert twice.status_code == 422
        assert "two seats" in twice.content.decode()
        assert referee.post(page, {"N": other.pk}).status_code == 422
        assert referee.post(page, {"N": "x"}).status_code == 422
        assert not Sitting.objects.exists()

    def test_a_table_that_is_not_there(self, day: Day, referee: Client) -> None:
        assert referee.get(rounds(day, "1/tables/9/players/")).status_code == 404
