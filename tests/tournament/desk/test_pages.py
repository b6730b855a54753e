"""The desk's pages: the round, the countdown's buttons, a table's hands."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.page_forms import PageForm, forms_of
from tests.tournament.day import BAR, Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    ConfirmationRule,
    ResultConfirmation,
    Round,
)
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.long]

HTMX = {"HX-Request": "true"}


def a_day() -> Day:
    """Two tables; round 1 is open, with 25 minutes."""
    day = make_day()
    Championship.objects.update(round_minutes=25)
    day.open(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)


def at(day: Day, rest: str = "") -> str:
    return f"/c/{day.slug}/manage/desk/{rest}"


def shown(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def form_to(page: str, ending: str) -> PageForm:
    """The first form of the page that is sent to an address with that ending."""
    return next(form for form in forms_of(page) if form.action.endswith(ending))


class TestRound:
    def test_the_desk_opens_with_the_open_round(self, day: Day, referee: Client) -> None:
        assert referee.get(at(day)).headers["Location"] == at(day, "1/")

    def test_before_play_it_says_so(self) -> None:
        day = make_day(slug="another")
        page = shown(english_client(day.referee), at(day))
        assert "No round has been opened yet" in page

    def test_a_tile_a_table_with_what_is_missing(self, day: Day, referee: Client) -> None:
        day.enter(1, 2, 1, 40)
        page = shown(referee, at(day, "1/"))
        assert "1 of 8" in page
        assert page.index('id="tile-1"') < page.index('id="tile-2"')
        assert "4 missing" in page
        assert "3 missing" in page

    def test_what_is_unlikely_is_told_in_words(self, day: Day, referee: Client) -> None:
        day.enter_at_table(1, 1, 2, 3)
        assert "Points of one side: only 3." in shown(referee, at(day, "1/"))

    def test_it_leads_to_correction_requests(self, day: Day, referee: Client) -> None:
        day.enter_at_table(1, 1, 2, 40)
        correction_request = day.correction_request(1, 1, 2, 30)
        assert f"/manage/correction-requests/{correction_request.number}/" in shown(
            referee, at(day, "1/")
        )

    def test_several_open_rounds_lead_to_each_other(self, day: Day, referee: Client) -> None:
        day.open(2)
        assert f'href="{at(day, "1/")}"' in shown(referee, at(day, "2/"))

    def test_refreshes_when_somebody_confirms(self, day: Day, referee: Client) -> None:
        day.enter_at_table(1, 1, 1, 40)
        version = referee.get(at(day, "1/")).context["version"]
        asked: dict[str, Any] = {"path": at(day, "1/"), "query_params": {"version": version}}
        assert referee.get(**asked, headers=HTMX).status_code == 204
        referee.post(at(day, "1/tables/1/confirm/"), {"hand": "1:1"})
        part = referee.get(**asked, headers=HTMX)
        assert part.status_code == 200
        assert "<html" not in part.content.decode()

    def test_a_closed_round_has_no_clock_and_nothing_to_close(
        self, day: Day, referee: Client
    ) -> None:
        day.enter_whole_round(1)
        assert "/rounds/1/close/" in shown(referee, at(day, "1/"))
        close_round(actor=day.acting, round=day.round(1))
        page = shown(referee, at(day, "1/"))
        assert "/clock/" not in page
        assert "/rounds/1/close/" not in page
        assert "data-until" in page  # of the time for corrections

    def test_the_slip_of_a_table_can_be_entered_from_here(self, day: Day, referee: Client) -> None:
        form = form_to(shown(referee, at(day, "1/")), "/rounds/1/")
        assert "table" in form.names
        answer = referee.get(form.action, {"table": "2"})
        assert answer.headers["Location"].endswith("/rounds/1/tables/2/hands/1/")

    @pytest.mark.parametrize("contestants", [4, 16])
    def test_costs_the_same_for_two_tables_and_for_eight(
        self, contestants: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        day = make_day(contestants=contestants, slug="another")
        day.open(1)
        for table in range(1, contestants // 2 + 1):
            day.enter_at_table(1, table, 1, 2)
            day.enter_at_table(1, table, 2, 40)
            day.correction_request(1, table, 2, 30)
        client = english_client(day.referee)
        with django_assert_num_queries(22 + BAR):
            client.get(at(day, "1/"))


class TestClock:
    def press(self, client: Client, day: Day, button: str, value: str) -> None:
        page = shown(client, at(day, "1/"))
        forms = [one for one in forms_of(page) if one.action.endswith("/clock/")]
        form = next(one for one in forms if button in one.names)
        answer = client.post(form.action, form.filled(**{button: value}))
        assert answer.headers["Location"] == at(day, "1/")

    def test_pause_and_on(self, day: Day, referee: Client) -> None:
        self.press(referee, day, "act", "pause")
        assert day.round(1).ends_at is None
        assert "pause" in shown(referee, at(day, "1/"))
        self.press(referee, day, "act", "resume")
        assert day.round(1).ends_at is not None

    def test_more_minutes_once_for_a_double_click(self, day: Day, referee: Client) -> None:
        self.press(referee, day, "act", "pause")
        before = day.round(1).seconds_left
        assert before is not None
        page = shown(referee, at(day, "1/"))
        form = next(one for one in forms_of(page) if "minutes" in one.names)
        for _ in range(2):
            referee.post(form.action, form.filled(minutes="5"))
        assert day.round(1).seconds_left == before + 5 * 60
        assert "changed meanwhile" in shown(referee, at(day, "1/"))

    @pytest.mark.parametrize(
        "sent", [{}, {"act": "stop"}, {"act": "extend"}, {"act": "extend", "minutes": "100"}]
    )
    def test_what_no_button_sends_does_nothing(
        self, day: Day, referee: Client, sent: dict[str, str]
    ) -> None:
        before = day.round(1).ends_at
        page = referee.post(at(day, "1/clock/"), sent, follow=True).content.decode()
        assert "alert-danger" in page
        assert day.round(1).ends_at == before

    def test_a_round_without_a_countdown_can_be_given_one(self, referee: Client, day: Day) -> None:
        Round.objects.update(ends_at=None)
        self.press(referee, day, "minutes", "5")
        assert day.round(1).ends_at is not None


class TestTable:
    def test_says_what_was_entered_by_whom(self, day: Day, referee: Client) -> None:
        day.enter_at_table(1, 1, 2, 40)
        page = shown(referee, at(day, "1/tables/1/"))
        assert "Nobody has confirmed it." in page
        assert f"pair {day.match(1, 1).pairs.ns.number}" in page
        for rest in ("rounds/1/tables/1/hands/2/", "rounds/1/tables/1/hands/2/history/"):
            assert f"/manage/{rest}" in page
        assert "/rulings/rounds/1/tables/1/hands/2/" in page

    def test_one_hand_looked_at(self, day: Day, referee: Client) -> None:
        day.enter_at_table(1, 1, 2, 3)
        form = form_to(shown(referee, at(day, "1/tables/1/")), "/confirm/")
        for _ in range(2):
            answer = referee.post(form.action, form.filled())
            assert answer.headers["Location"] == at(day, "1/")
        assert ResultConfirmation.objects.get().by == ResultConfirmation.By.REFEREE
        page = shown(referee, at(day, "1/tables/1/"))
        assert re.search(rf"Confirmed by {re.escape(str(day.referee))}[^.]* at\s+\d\d:\d\d\.", page)
        assert "one side: only 3" not in page
        assert "/confirm/" not in page

    def test_all_hands_at_once_but_for_what_is_disputed(self, day: Day, referee: Client) -> None:
        for deal in (1, 2, 3):
            day.enter_at_table(1, 1, deal, 40 + deal)
        day.correction_request(1, 1, 2, None)
        form = form_to(shown(referee, at(day, "1/tables/1/")), "/confirm/")
        assert form.values["hand"] == ["1:1", "3:1"]
        referee.post(form.action, form.filled())
        confirmations = ResultConfirmation.objects.values_list("result__deal", "by")
        assert sorted(confirmations) == [(1, "referee"), (3, "referee")]

    def test_what_was_changed_meanwhile_is_not_taken_as_seen(
        self, day: Day, referee: Client
    ) -> None:
        day.enter_at_table(1, 1, 1, 40)
        day.enter_at_table(1, 1, 2, 41)
        sent = {"hand": ["1:1", "2:7"]}
        answer = referee.post(at(day, "1/tables/1/confirm/"), sent, follow=True)
        assert "has been changed meanwhile" in answer.content.decode()
        assert not ResultConfirmation.objects.exists()

    @pytest.mark.parametrize("hand", ["", "1", "1:", "x:1", "1:1:1", "99:1", "3:0", "1:99999"])
    def test_what_no_button_sends_does_nothing(self, day: Day, referee: Client, hand: str) -> None:
        day.enter_at_table(1, 1, 1, 40)
        answer = referee.post(at(day, "1/tables/1/confirm/"), {"hand": hand}, follow=True)
        assert "alert-danger" in answer.content.decode()
        assert not AuditEvent.objects.filter(action=Action.RESULT_CONFIRMED).exists()

    def test_after_the_time_for_corrections_a_referee_changes_nothing(
        self, day: Day, referee: Client
    ) -> None:
        Championship.objects.update(correction_minutes=0, confirmation=ConfirmationRule.NONE)
        for table in (1, 2):
            for deal in (1, 2, 3, 4):
                day.enter_at_table(1, table, deal, 3)
        close_round(actor=day.acting, round=day.round(1))
        page = shown(referee, at(day, "1/tables/1/"))
        assert "only an organiser can change a result now" in page
        assert "/confirm/" not in page
        answer = referee.post(at(day, "1/tables/1/confirm/"), {"hand": "1:1"}, follow=True)
        assert "alert-danger" in answer.content.decode()
        organiser = english_client(day.organiser)
        assert "/confirm/" in shown(organiser, at(day, "1/tables/1/"))

    def test_a_table_or_round_that_is_not_there(self, day: Day, referee: Client) -> None:
        for rest in ("1/tables/9/", "2/tables/1/", "9/", "9/tables/1/"):
            assert referee.get(at(day, rest)).status_code == 404
        assert referee.get(at(day, "2/")).headers["Location"].endswith("/rounds/2/")
