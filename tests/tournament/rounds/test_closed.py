"""The page that comes after a round was closed."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.core.numbers import score_text
from tournament.models import Championship, Result, Round, RoundStatus
from tournament.rounds.queries import leaders_after
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db


def rounds(day: Day, rest: str = "") -> str:
    return f"/c/{day.slug}/manage/rounds/{rest}"


def seen(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def play(day: Day, number: int) -> None:
    day.open(number)
    day.enter_whole_round(number)
    close_round(actor=day.acting, round=day.round(number))


def a_day() -> Day:
    day = make_day(contestants=6)
    Championship.objects.update(correction_minutes=30)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)


class TestPage:
    def test_closing_leads_there_and_it_can_be_loaded_again(
        self, day: Day, referee: Client
    ) -> None:
        day.open(1)
        day.enter_whole_round(1)
        answer = referee.post(rounds(day, "1/close/"))
        assert answer.headers["Location"] == rounds(day, "1/closed/")
        for _time in range(2):
            page = seen(referee, rounds(day, "1/closed/"))
            assert "Round 1 is closed" in page
            assert "The results of round 1 are provisional until" in page
        # Sent again from the page before, it leads on and closes nothing twice.
        again = referee.post(rounds(day, "1/close/"))
        assert again.headers["Location"] == answer.headers["Location"]
        assert day.championship.events.filter(action="round-closed").count() == 1

    def test_the_next_round_is_opened_from_it(self, day: Day, referee: Client) -> None:
        play(day, 1)
        assert "Open round 2" in seen(referee, rounds(day, "1/closed/"))
        html = referee.get(rounds(day, "1/closed/")).content.decode()
        assert f'action="{rounds(day, "2/open/")}"' in html
        assert "rounds/2/pairings.pdf" in html
        assert "standings.pdf" in html
        assert "/wall/" in html
        referee.post(rounds(day, "2/open/"))
        assert day.round(2).status == RoundStatus.OPEN
        page = seen(referee, rounds(day, "1/closed/"))
        assert "To the desk of round 2" in page

    def test_after_the_last_round_comes_the_end(self, day: Day) -> None:
        for number in range(1, 6):
            play(day, number)
        page = rounds(day, "5/closed/")
        assert "End the championship" in seen(english_client(day.organiser), page)
        assert "End the championship" not in seen(english_client(day.referee), page)

    def test_without_time_for_corrections(self, day: Day, referee: Client) -> None:
        play(day, 1)
        Round.objects.filter(number=1).update(corrections_until=timezone.now() - timedelta(hours=1))
        assert "pairs can't ask for corrections now" in seen(referee, rounds(day, "1/closed/"))

    def test_of_a_round_that_is_not_closed(self, day: Day, referee: Client) -> None:
        assert referee.get(rounds(day, "1/closed/")).headers["Location"] == rounds(day, "1/")
        play(day, 1)
        reopen_round(actor=day.acting, round=day.round(1), reason="a wrong slip")
        assert referee.get(rounds(day, "1/closed/")).headers["Location"] == rounds(day, "1/")
        assert referee.get(rounds(day, "99/closed/")).status_code == 404


class TestTop:
    def test_after_the_first_round_nobody_rose(self, day: Day) -> None:
        play(day, 1)
        top = leaders_after(day.round(1))
        assert [line.rank for line in top.lines][:1] == [1]
        assert {line.rise for line in top.lines} == {None}
        assert all(line.made == line.value for line in top.lines)

    def test_what_the_round_changed(self, day: Day) -> None:
        play(day, 1)
        play(day, 2)
        before, now = (standings_view(day.stage, after_round=number) for number in (1, 2))
        ranks = {line.contestant.id: line.rank for line in before.lines}
        top = leaders_after(day.round(2))
        assert [(line.contestant.id, line.rise, line.value, line.made) for line in top.lines] == [
            (
                line.contestant.id,
                ranks[line.contestant.id] - line.rank,
                score_text(line.figures.total),
                score_text(line.figures.by_round[2]),
            )
            for line in now.lines
            if line.rank <= 5
        ]
        assert any(line.rise for line in top.lines), "somebody moved, or this proves nothing"

    def test_a_round_before_is_told_as_it_was(self, day: Day) -> None:
        play(day, 1)
        then = leaders_after(day.round(1))
        play(day, 2)
        assert leaders_after(day.round(1)).lines == then.lines
        assert Result.objects.filter(match__round__number=2).exists()
