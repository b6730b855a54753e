"""What waits for a referee, in its order, and how much it is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.inbox.waiting_day import call, waiting_day
from tournament.core.numbers import age_text
from tournament.core.stages import begun_rounds, stages_of
from tournament.correction_requests.services import decide_correction_request
from tournament.inbox.queries import changeable_results, waiting_count, waiting_things
from tournament.inbox.rows import Row, waiting_rows
from tournament.models import (
    Championship,
    ConfirmationRule,
    CorrectionRequest,
    ResultConfirmation,
    Round,
)
from tournament.referee_calls.services import end_call
from tournament.results.queries import cancelled_hands
from tournament.results.services.entry import confirm_result
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.rulings.services import cancel_hand

pytestmark = pytest.mark.django_db


def rows(day: Day) -> tuple[Row, ...]:
    """What waits; and it is as much as the count says."""
    championship = Championship.objects.get(pk=day.championship.pk)
    stages = stages_of(championship)
    found = waiting_rows(waiting_things(championship, stages), day.slug)
    results = changeable_results(begun_rounds(stages), cancelled_hands(championship))
    assert waiting_count(championship, results) == len(found)
    assert len({row.key for row in found}) == len(found)
    return found


def told(day: Day) -> list[tuple[str, int, str]]:
    return [(row.kind.value, row.round, row.place) for row in rows(day)]


def look(day: Day, number: int, table: int, deal: int) -> None:
    """A referee finds the first version of a hand right."""
    confirm_result(
        actor=day.acting,
        match=day.match(number, table),
        deal=deal,
        version=1,
        by=ResultConfirmation.By.REFEREE,
    )


class TestOrder:
    def test_every_kind_of_all_rounds_the_most_pressing_first(self) -> None:
        assert told(waiting_day()) == [
            ("call", 2, "Table 2"),
            ("dispute", 2, "Table 1, hand 5"),
            ("late", 2, "Table 1, hand 6"),
            ("correction", 1, "Table 1, hand 1"),
            ("unlikely", 2, "Table 2, hand 5"),
        ]

    def test_within_a_kind_the_longest_waiting_comes_first(self) -> None:
        day = make_day(contestants=8)
        day.open(1)
        for table in (3, 1, 4):
            call(day, 1, table)
            day.enter_at_table(1, table, 2, 2)
        assert told(day) == [
            *(("call", 1, f"Table {table}") for table in (3, 1, 4)),
            *(("unlikely", 1, f"Table {table}, hand 2") for table in (3, 1, 4)),
        ]

    def test_nothing_waits_where_nothing_is_wrong(self) -> None:
        day = make_day()
        assert told(day) == []
        day.open(1)
        day.enter_whole_round(1)
        assert told(day) == []

    def test_nothing_of_another_championship(self) -> None:
        waiting_day()
        assert told(make_day(slug="other")) == []


class TestRows:
    def test_who_says_what_and_what_stands(self) -> None:
        day = waiting_day()
        _call, dispute, *_rest, unlikely = rows(day)
        assert dispute.who == f"pair {day.match(2, 1).pairs.ew.number}"
        assert dispute.stands is not None
        assert dispute.asked is not None
        assert (
            dispute.stands.as_columns()["ns_points"],
            dispute.asked.as_columns()["ns_points"],
        ) == (
            40,
            30,
        )
        assert unlikely.words == ("Points of one side: only 3.",)
        assert unlikely.announcement == "Table 2, hand 5: unlikely."

    def test_what_is_dealt_with_is_gone(self) -> None:
        day = waiting_day()
        end_call(actor=day.acting, call=day.championship.referee_calls.get())
        look(day, 2, 2, 5)
        for request in CorrectionRequest.objects.all():
            decide_correction_request(
                actor=day.acting, correction_request=request, entry=None, reason="the slip"
            )
        assert told(day) == []

    def test_when_the_time_is_over_an_organiser_decides(self) -> None:
        day = waiting_day()
        over = "time is over: an organiser decides"
        words = {row.key: row.words for row in rows(day) if row.kind.value == "correction"}
        assert [over in one for one in words.values()] == [False]
        Round.objects.filter(number=1).update(corrections_until=timezone.now())
        words = {row.key: row.words for row in rows(day)}
        assert [key for key, one in words.items() if over in one] == ["request-1"]

    def test_a_disputed_hand_waits_once(self) -> None:
        day = waiting_day()
        day.correction_request(2, 2, 5, 30)
        assert [kind for kind, *_rest in told(day)] == [
            *("call", "dispute", "dispute", "late", "correction")
        ]

    def test_a_cancelled_hand_is_not_looked_at(self) -> None:
        day = make_day()
        day.open(1)
        day.enter_at_table(1, 1, 2, 3)
        assert told(day) == [("unlikely", 1, "Table 1, hand 2")]
        cancel_hand(actor=day.acting, championship=day.championship, deal=2, reason="equal packs")
        assert told(day) == []

    def test_what_stayed_unlikely_waits_as_long_as_it_can_be_corrected(self) -> None:
        day = make_day()
        Championship.objects.update(correction_minutes=30)
        day.open(1)
        day.enter_at_table(1, 1, 1, 3)
        others = [(table, deal) for table in (1, 2) for deal in (1, 2, 3, 4)][1:]
        for table, deal in others:
            day.enter(1, table, deal, 40 + 2 * deal + table)
        Championship.objects.update(confirmation=ConfirmationRule.NONE)
        close_round(actor=day.acting, round=day.round(1))
        assert told(day) == [("unlikely", 1, "Table 1, hand 1")]
        championship = Championship.objects.get()
        begun = begun_rounds(stages_of(championship))
        assert waiting_count(championship, changeable_results(begun, ())) == 1
        for one in begun:  # it ends sooner than the time for corrections is over
            one.stage.championship.ended_at = timezone.now()
        assert waiting_count(championship, changeable_results(begun, ())) == 0
        Round.objects.update(corrections_until=timezone.now() - timedelta(seconds=1))
        assert told(day) == []


class TestConfirmations:
    def test_those_of_a_table_are_one_row(self) -> None:
        day = make_day()
        Championship.objects.update(confirmation=ConfirmationRule.REFEREE)
        day.open(1)
        for deal in (1, 2):
            day.enter_at_table(1, 1, deal, 40 + 3 * deal)
        day.enter_at_table(1, 2, 1, 41, Side.EW)
        assert told(day) == [
            ("unconfirmed", 1, "Table 1, hands 1, 2"),
            ("unconfirmed", 1, "Table 2, hand 1"),
        ]
        look(day, 1, 1, 1)
        assert told(day)[0] == ("unconfirmed", 1, "Table 1, hand 2")

    def test_what_the_other_pair_confirms_waits_for_no_referee(self) -> None:
        day = make_day()
        Championship.objects.update(confirmation=ConfirmationRule.OTHER_SIDE)
        day.open(1)
        day.enter_at_table(1, 1, 1, 40)
        assert told(day) == []

    def test_what_was_entered_after_publication(self) -> None:
        day = make_day()
        Championship.objects.update(confirmation=ConfirmationRule.NONE, correction_minutes=30)
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        reopen_round(actor=day.acting_organiser, round=day.round(1), reason="a wrong slip")
        day.match(1, 1).results.filter(deal=1).delete()
        day.enter_at_table(1, 1, 1, 40)
        assert told(day) == [("unconfirmed", 1, "Table 1, hand 1")]


class TestCost:
    @pytest.mark.parametrize("contestants", [4, 12])
    def test_the_same_for_any_number_of_tables(
        self, contestants: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        day = make_day(contestants=contestants)
        day.open(1)
        for table in range(1, contestants // 2 + 1):
            day.enter_at_table(1, table, 1, 3)
            day.enter_at_table(1, table, 2, 40)
            day.correction_request(1, table, 2, 30)
            call(day, 1, table)
        championship = Championship.objects.get()
        stages = stages_of(championship)
        begun = begun_rounds(stages)
        with django_assert_num_queries(2):
            results = changeable_results(begun, frozenset())
            assert waiting_count(championship, results) == 3 * contestants // 2
        with django_assert_num_queries(10):
            waiting_things(championship, stages)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "just now"),
        (59, "just now"),
        (60, "1\xa0min"),
        (3599, "59\xa0min"),
        (3660, "1\xa0h\xa001\xa0min"),
        (86399, "23\xa0h\xa059\xa0min"),
        (86400, "1 day"),
        (200000, "2 days"),
    ],
)
def test_how_long_ago(seconds: int, text: str) -> None:
    assert age_text(seconds) == text
