"""The pages of one hand: entry, preview, conflict, history, taking back."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournament.day import BAR, Day, after_two_minutes, make_day
from tests.tournament.made_once import made_once, own_copy
from tournament.models import Championship, Match, Outcome, Result
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


def a_day() -> Day:
    day = make_day()
    day.open(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


@pytest.fixture
def referee(day: Day, client: Client) -> Client:
    client.force_login(day.referee)
    return client


def page(day: Day, table: int = 1, deal: int = 1, rest: str = "") -> str:
    return f"/c/{day.slug}/manage/rounds/1/tables/{table}/hands/{deal}/{rest}"


def form(**values: str | int) -> dict[str, str]:
    """What the form sends: everything empty but `values`."""
    empty = ("ns_points", "ew_points", "trump", "double", "infraction", "not_played_reason", "note")
    return {
        **dict.fromkeys(empty, ""),
        "based_on": "0",
        **{name: str(value) for name, value in values.items()},
    }


def current(table: int = 1, deal: int = 1) -> Result:
    return Result.objects.get(match__table__number=table, deal=deal, is_current=True)


class TestEntry:
    def test_one_side_is_enough(self, day: Day, referee: Client) -> None:
        referee.post(page(day), form(ns_points=40))
        referee.post(page(day, deal=2), form(ew_points=30))
        referee.post(page(day, deal=3), form(ns_points=41, ew_points=31))
        assert [current(deal=deal).ns_points for deal in (1, 2, 3)] == [40, 42, 41]

    def test_announcements_and_rule_breaks(self, day: Day, referee: Client) -> None:
        referee.post(page(day), form(ns_points=40, trump="botifarra", double="recontro"))
        assert (current().trump, current().double) == ("botifarra", "recontro")
        referee.post(page(day, deal=2), form(infraction="NS+EW", note="cards on the floor"))
        assert (current(deal=2).infraction, current(deal=2).ns_points) == ("NS+EW", None)
        referee.post(page(day, deal=3), form(not_played_reason="time"))
        assert current(deal=3).outcome == Outcome.NOT_PLAYED

    def test_goes_on_to_what_is_owed(self, day: Day, referee: Client) -> None:
        answer = referee.post(page(day, deal=2), form(ns_points=40))
        assert answer.headers["Location"] == page(day, deal=3)
        assert 'class="result-points' in referee.get(page(day, deal=3)).content.decode()
        day.enter(1, 1, 3, 41)
        assert referee.post(page(day, deal=4), form(ns_points=42)).headers["Location"] == page(day)
        answer = referee.post(page(day), form(ns_points=43))
        assert answer.headers["Location"] == page(day, table=2)
        for deal in (1, 2, 3):
            day.enter(1, 2, deal, 44)
        answer = referee.post(page(day, 2, 4), form(ns_points=45))
        assert answer.headers["Location"] == f"/c/{day.slug}/manage/rounds/1/"

    @pytest.mark.parametrize(
        ("values", "sentence"),
        [
            ({}, "Enter the points of one side."),
            ({"ns_points": 40, "ew_points": 31}, "40 and 31 are 71 together"),
            ({"ns_points": 73}, "from 0 to 72"),
            ({"ns_points": "-1"}, "from 0 to 72"),
            ({"ns_points": "+5"}, "from 0 to 72"),
            ({"ns_points": "1e1"}, "from 0 to 72"),
            ({"ns_points": "１２"}, "from 0 to 72"),
            ({"ns_points": "4.5"}, "from 0 to 72"),
            ({"ew_points": "110"}, "from 0 to 72"),
            ({"ns_points": 40, "trump": "X"}, "Select a valid choice"),
            ({"ns_points": 40, "double": "sant-vicenc"}, "Select a valid choice"),
            ({"ns_points": 40, "infraction": "E"}, "Select a valid choice"),
            (
                {"ns_points": 40, "not_played_reason": "time"},
                "no points, rule-break or awarded average",
            ),
            ({"not_played_reason": "other"}, "Write down why"),
            ({"ns_points": 40, "based_on": "x"}, "Reload it"),
            ({"ns_points": 40, "based_on": ""}, "Reload it"),
            ({"ns_points": 40, "note": "x" * 501}, "500"),
        ],
    )
    def test_faults_are_named_and_what_was_typed_is_kept(
        self, day: Day, referee: Client, values: dict[str, str], sentence: str
    ) -> None:
        answer = referee.post(page(day), form(**values))
        content = answer.content.decode()
        assert answer.status_code == 422
        assert sentence in content
        assert f'value="{values["ns_points"]}"' in content if "ns_points" in values else True
        assert not Result.objects.exists()

    def test_a_double_click_is_one_entry(self, day: Day, referee: Client) -> None:
        answers = [referee.post(page(day), form(ns_points=40)) for _ in range(2)]
        assert [one.headers["Location"] for one in answers] == [page(day, deal=2)] * 2
        assert Result.objects.count() == 1

    def test_a_change_needs_a_reason_and_leads_back_to_the_round(
        self, day: Day, referee: Client
    ) -> None:
        day.enter(1, 1, 1, 40)
        after_two_minutes()
        answer = referee.post(page(day), form(ns_points=30, based_on=1))
        assert answer.status_code == 422
        assert "Give a reason" in answer.content.decode()
        answer = referee.post(page(day), form(ns_points=30, based_on=1, reason="misread"))
        assert answer.headers["Location"] == f"/c/{day.slug}/manage/rounds/1/#table-1"
        assert (current().version, current().change_reason) == (2, "misread")

    def test_after_the_time_for_corrections_a_referee_is_told_who_can(
        self, day: Day, referee: Client
    ) -> None:
        day.enter_whole_round(1)
        Championship.objects.update(correction_minutes=0)
        close_round(actor=day.acting, round=day.round(1))
        answer = referee.get(page(day))
        assert "only an organiser can change a result now" in answer.content.decode()
        assert 'name="ns_points"' not in answer.content.decode()
        answer = referee.post(page(day), form(ns_points=30, based_on=1, reason="why"))
        assert answer.status_code == 422
        assert "only an organiser can change a result now" in answer.content.decode()

    def test_a_cancelled_match_and_a_planned_round_are_refused(
        self, day: Day, referee: Client
    ) -> None:
        planned = f"/c/{day.slug}/manage/rounds/2/tables/1/hands/5/"
        assert "not open yet" in referee.get(planned).content.decode()
        assert referee.post(planned, form(ns_points=40)).status_code == 422
        Match.objects.filter(pk=day.match(1, 1).pk).cancel()
        assert "cancelled" in referee.get(page(day)).content.decode()
        assert referee.post(page(day), form(ns_points=40)).status_code == 422
        assert referee.get(page(day, rest="preview/"), form(ns_points=40)).status_code == 200

    def test_hands_and_tables_that_are_not_there(self, day: Day, referee: Client) -> None:
        for table, deal in ((9, 1), (1, 5), (1, 0), (10**30, 1), (1, 10**30)):
            for rest in ("", "preview/", "history/", "take-back/"):
                assert referee.get(page(day, table, deal, rest)).status_code == 404

    @pytest.mark.parametrize("contestants", [4, 8])
    def test_costs_the_same_for_two_tables_and_for_four(
        self, contestants: int, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        day = make_day(contestants=contestants, slug="another")
        day.open(1)
        day.enter_whole_round(1)
        client.force_login(day.referee)
        with django_assert_num_queries(27 + BAR):
            client.get(page(day))


class TestUnlikelyEntries:
    def test_asks_once_more(self, day: Day, referee: Client) -> None:
        answer = referee.post(page(day), form(ns_points=3))
        assert answer.status_code == 422
        assert "one side: only 3" in answer.content.decode()
        assert not Result.objects.exists()
        referee.post(page(day), form(ns_points=3, sure=answer.context["sure_token"]))
        assert current().ns_points == 3

    def test_a_confirmation_is_for_those_points_only(self, day: Day, referee: Client) -> None:
        token = referee.post(page(day), form(ns_points=3)).context["sure_token"]
        assert referee.post(page(day), form(ns_points=4, sure=token)).status_code == 422
        day.enter(1, 1, 1, 4)
        token = referee.post(page(day, deal=2), form(ns_points=3)).context["sure_token"]
        assert referee.post(page(day, deal=2), form(ns_points=4, sure=token)).status_code == 422
        assert Result.objects.count() == 1

    def test_the_same_as_the_hand_before(self, day: Day, referee: Client) -> None:
        day.enter(1, 1, 1, 40)
        answer = referee.post(page(day, deal=2), form(ns_points=40))
        assert "hand before" in answer.content.decode()
        assert referee.post(page(day, table=2), form(ns_points=40)).status_code == 302

    def test_far_from_the_other_tables(self, client: Client) -> None:
        day = make_day(contestants=10, slug="another")
        day.open(1)
        for table, points in zip((2, 3, 4, 5), (20, 22, 24, 26)):
            day.enter(1, table, 1, points)
        client.force_login(day.referee)
        answer = client.post(page(day), form(ns_points=49))
        assert "sides swapped" in answer.content.decode()
        assert "the nearest has 26" in answer.content.decode()

    def test_what_stands_there_is_not_asked_about_again(self, day: Day, referee: Client) -> None:
        day.enter(1, 1, 1, 3)
        answer = referee.post(
            page(day), form(ns_points=3, trump="O", based_on=1, reason="trumps were coins")
        )
        assert answer.status_code == 302

    def test_points_beside_a_rule_break_are_not_asked_about(
        self, day: Day, referee: Client
    ) -> None:
        assert referee.post(page(day), form(ns_points=3, infraction="NS")).status_code == 302


class TestTwoReferees:
    @pytest.fixture
    def other(self, day: Day) -> Client:
        client = Client()
        client.force_login(day.organiser)
        return client

    def test_the_second_sees_both_and_decides(
        self, day: Day, referee: Client, other: Client
    ) -> None:
        referee.post(page(day), form(ns_points=40, trump="E"))
        answer = other.post(page(day), form(ns_points=41))
        content = answer.content.decode()
        assert answer.status_code == 409
        assert "day-referee has meanwhile changed this result" in content
        assert '<input type="hidden" name="based_on" value="1"' in content
        assert 'value="41"' in content
        assert current().ns_points == 40
        answer = other.post(page(day), form(ns_points=41, based_on=1, reason="the slip says 41"))
        assert answer.status_code == 302
        assert [one.ns_points for one in Result.objects.order_by("version")] == [40, 41]

    def test_also_when_the_first_took_it_back(
        self, day: Day, referee: Client, other: Client
    ) -> None:
        day.enter(1, 1, 1, 40)
        referee.post(page(day, rest="take-back/"), {"reason": "wrong table", "based_on": "1"})
        answer = other.post(page(day), form(ns_points=41, based_on=1, reason="why"))
        assert answer.status_code == 409
        assert "taken back" in answer.content.decode()


class TestPreview:
    def preview(self, day: Day, client: Client, **values: str | int) -> str:
        return client.get(page(day, rest="preview/"), form(**values)).content.decode()

    def test_shows_scores_and_what_happens_to_the_others(self, day: Day, referee: Client) -> None:
        day.enter(1, 2, 1, 40)
        content = " ".join(self.preview(day, referee, ns_points=30, trump="botifarra").split())
        assert "−12" in content  # 30 − 36, doubled: North deals, so NS made the botifarra
        assert "+6" in content
        assert '<s class="soft">1.50</s> <strong>2.00</strong>' in content
        assert not Result.objects.filter(match__table__number=1).exists()

    def test_a_flat_hand_changes_nobody(self, day: Day, referee: Client) -> None:
        day.enter(1, 2, 1, 40)
        assert "No other table" in self.preview(day, referee, ns_points=40)

    @pytest.mark.parametrize(
        "values",
        [
            {},
            {"ns_points": "x"},
            {"ns_points": 40, "ew_points": 40},
            {"trump": "Z"},
            {"not_played_reason": "time"},
            {"not_played_reason": "time", "ns_points": 40},
            {"infraction": "NS"},
            {"infraction": "NS+EW", "ns_points": 3},
            {"based_on": ""},
        ],
    )
    def test_never_fails(self, day: Day, referee: Client, values: dict[str, str]) -> None:
        answer = referee.get(page(day, rest="preview/"), form(**values))
        assert answer.status_code == 200
        assert referee.get(page(day, rest="preview/")).status_code == 200

    def test_is_for_referees(self, day: Day) -> None:
        client = Client()
        assert client.get(page(day, rest="preview/")).status_code == 302
        client.force_login(day.stranger)
        assert client.get(page(day, rest="preview/")).status_code == 403


class TestHistory:
    def test_shows_every_version_and_what_it_changed(self, day: Day, referee: Client) -> None:
        day.enter(1, 1, 1, 40)
        enter_result(
            actor=day.acting_organiser,
            match=day.match(1, 1),
            deal=1,
            entry=ResultInput(Outcome.PLAYED, ns_points=32),
            based_on=1,
            reason="sides swapped",
        )
        answer = referee.get(page(day, rest="history/"))
        steps = [
            (step.act.what.version, stands) for step, _what, _who, stands in answer.context["steps"]
        ]
        assert steps == [(1, False), (2, True)]
        content = answer.content.decode()
        for text in ("sides swapped", "day-organiser", "day-referee"):
            assert text in content

    def test_names_a_table_in_the_reader_s_words(self, day: Day, referee: Client) -> None:
        result = day.enter_at_table(1, 1, 1, 40)
        pair = result.match.pairs.ns.number
        history = referee.get(page(day, rest="history/"), headers={"accept-language": "ca"})
        assert f"taula 1, NS, parella {pair}" in history.content.decode()
        conflict = referee.post(page(day), form(ns_points=41))
        assert (
            f"table 1, NS, pair {pair} has meanwhile changed this result"
            in conflict.content.decode()
        )

    def test_without_a_result(self, day: Day, referee: Client) -> None:
        assert (
            "Nothing has been entered" in referee.get(page(day, rest="history/")).content.decode()
        )


class TestTakingBack:
    def test_asks_why_and_leaves_the_hand_without_result(self, day: Day, referee: Client) -> None:
        take_back = page(day, rest="take-back/")
        assert "no result to take back" in referee.get(take_back).content.decode()
        assert referee.post(take_back, {"reason": "why", "based_on": "0"}).status_code == 422
        day.enter(1, 1, 1, 40)
        assert referee.get(take_back).status_code == 200
        assert referee.post(take_back, {"reason": "", "based_on": "1"}).status_code == 422
        for _ in range(2):
            answer = referee.post(take_back, {"reason": "wrong table", "based_on": "1"})
            assert answer.status_code == 302
        assert current().outcome == Outcome.BLANK
        assert Result.objects.count() == 2
        after_two_minutes()
        again = referee.get(page(day)).content.decode()
        assert 'name="reason"' in again

    def test_not_what_somebody_changed_meanwhile(self, day: Day, referee: Client) -> None:
        day.enter(1, 1, 1, 40)
        referee.post(page(day), form(ns_points=41, based_on=1, reason="misread"))
        answer = referee.post(
            page(day, rest="take-back/"), {"reason": "wrong table", "based_on": "1"}
        )
        assert answer.status_code == 422
        assert current().ns_points == 41
