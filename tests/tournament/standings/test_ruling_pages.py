"""What public pages say of awards, cancelled hands, deductions and the time for corrections."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.duplicate.scores import Award
from tests.tournament.day import Day, make_day
from tests.tournament.standings.days import fill, played_day, put_result
from tests.tournament.standings.reading import rows_of
from tests.tournament.standings.test_rulings import cancel, deduct
from tests.tournament.standings.test_views import page
from tournament.models import NotPlayedReason, Outcome, Round, Ruling

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    """Round 1 of six pairs: hand 1 awarded at table 1, hand 2 fouled there, the rest plain."""
    day = make_day(contestants=6)
    day.open(1)
    put_result(day, 1, 1, 1, ns_points=60, award=Award.NS, note="disturbed by Mrs Puig")
    fouled = NotPlayedReason.FOULED.value
    put_result(day, 1, 1, 2, outcome=Outcome.NOT_PLAYED, not_played_reason=fouled, note="13 cards")
    fill(day, 1)
    return day


def row_of(text: str, first: str) -> list[str]:
    """The one row that begins with these words."""
    (row,) = [row for row in rows_of(text) if row and row[0] == first]
    return row


class TestAwards:
    def test_the_hand_sheet_says_to_whom_and_what_that_means(
        self, client: Client, day: Day
    ) -> None:
        text = page(client, "hand_sheet", day.slug, 1)
        row = row_of(text, "1")
        assert row[4] == "average awarded for NS"
        assert row[5:7] == ["–", "−24"]
        assert row[7].endswith("average")
        assert (
            "A side that is awarded the average gets that of the others with the same cards" in text
        )
        assert "A side that is awarded" not in page(client, "hand_sheet", day.slug, 3)

    def test_what_happened_is_for_referees(self, client: Client, day: Day) -> None:
        assert "disturbed" not in page(client, "hand_sheet", day.slug, 1)
        client.force_login(day.referee)
        assert "disturbed" in page(client, "hand_sheet", day.slug, 1)

    def test_both_pairs_sheets_say_it(self, client: Client, day: Day) -> None:
        match = day.match(1, 1)
        for contestant in match.pairs:
            assert row_of(page(client, "pair_sheet", day.slug, contestant.number), "1")[2] == (
                "average awarded for NS"
            )

    def test_a_side_with_nobody_to_compare_is_said_to_have_none(self, client: Client) -> None:
        day = make_day(contestants=4)
        day.open(1)
        for table in (1, 2):
            put_result(day, 1, table, 1, ns_points=30 + table, award=Award.EW)
        fill(day, 1)
        text = page(client, "hand_sheet", day.slug, 1)
        assert "NS are compared from" in text
        assert "No EW pair has a result that can be compared." in text


class TestFouledHands:
    def test_pages_say_that_it_is_compared_with_nobody(self, client: Client, day: Day) -> None:
        said = "fouled hand: compared with nobody"
        assert row_of(page(client, "hand_sheet", day.slug, 2), "1")[3] == said
        number = day.match(1, 1).pairs.ew.number
        assert row_of(page(client, "pair_sheet", day.slug, number), "2")[1] == said
        assert "13 cards" not in page(client, "hand_sheet", day.slug, 2)


class TestCancelledHands:
    def test_the_hand_sheet_says_why_and_shows_no_scores(self, client: Client, day: Day) -> None:
        cancel(day, 3)
        text = page(client, "hand_sheet", day.slug, 3)
        assert "Hand cancelled: no pair has a score for it." in text
        assert "what happened" in text
        assert "are compared from" not in text
        row = row_of(text, "2")
        assert row[3] != "–"
        assert row[-2:] == ["–", "–"]

    def test_pairs_and_rounds_name_it(self, client: Client, day: Day) -> None:
        cancel(day, 3)
        assert row_of(page(client, "pair_sheet", day.slug, 1), "3")[5] == "– hand cancelled"
        text = page(client, "round", day.slug, 1)
        assert text.count("hand cancelled") == 1

    def test_a_hand_that_was_fouled_before_it_was_cancelled(self, client: Client, day: Day) -> None:
        cancel(day, 2)
        number = day.match(1, 1).pairs.ew.number
        row = row_of(page(client, "pair_sheet", day.slug, number), "2")
        assert row[1] == "fouled hand: compared with nobody hand cancelled"


class TestDeductions:
    def test_standings_and_the_pairs_sheet_say_how_much_and_why(
        self, client: Client, day: Day
    ) -> None:
        ruling = deduct(day, 4, 50)
        Ruling.objects.filter(pk=ruling.pk).update(reason="late <again>")
        text = page(client, "standings", day.slug)
        assert text.count("deducted from the total") == 1
        assert "0.50 deducted from the total: late &lt;again&gt;" in text
        sheet = page(client, "pair_sheet", day.slug, 4)
        assert "Deducted" in sheet
        assert "late &lt;again&gt;" in sheet
        assert "Deducted" not in page(client, "pair_sheet", day.slug, 5)

    def test_a_rounds_standings_know_of_none(self, client: Client, day: Day) -> None:
        deduct(day, 4, 50)
        assert "deducted" not in page(client, "round", day.slug, 1)


class TestCorrections:
    SAID = "corrections until"

    def test_standings_wall_and_round_count_down(self, client: Client) -> None:
        day = played_day(contestants=4, rounds=2)
        until = timezone.now() + timedelta(minutes=10)
        Round.objects.filter(number=1).update(corrections_until=None)
        Round.objects.filter(number=2).update(corrections_until=until)
        for name in ("standings", "wall:wall"):
            text = page(client, name, day.slug)
            assert self.SAID in text
            assert f'data-until="{until.isoformat()}"' in text
        assert "data-until" in page(client, "round", day.slug, 2)
        assert "data-until" not in page(client, "round", day.slug, 1)
        assert self.SAID not in page(client, "standings", day.slug, after="1")

    def test_an_ended_championship_stays_final(self, client: Client) -> None:
        day = played_day(contestants=4, rounds=3)
        Round.objects.update(corrections_until=timezone.now() + timedelta(minutes=10))
        day.championship.ended_at = timezone.now()
        day.championship.save()
        text = page(client, "standings", day.slug)
        assert self.SAID not in text
        assert "Final" in text
