"""How long results can be corrected after a round was closed, and closed again."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tournament.core.actor import Actor, Authority
from tournament.core.errors import NotNow
from tournament.correction_requests.services import refuse_correction
from tournament.models import Action, Championship, Outcome
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result, is_provisional
from tournament.rounds.correction_time import AFTER_A_CHANGE
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = pytest.mark.django_db

HALF_AN_HOUR = timedelta(minutes=30)
NOON = datetime.fromisoformat("2026-11-21T12:00:00+00:00")


class Clock:
    """The site's time of day, as the test sets it."""

    def __init__(self) -> None:
        self.now = NOON

    def wait(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def day(clock: Clock) -> Day:
    """Round 1 was closed at noon; its results are provisional for half an hour."""
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    close(day)
    return day


def organiser(day: Day) -> Actor:
    return Actor.of_user(day.organiser, Authority.ORGANISER)


def close(day: Day, *, anew: bool = False) -> None:
    close_round(actor=organiser(day), round=day.round(1), anew=anew)


def reopen(day: Day) -> None:
    reopen_round(actor=organiser(day), round=day.round(1), reason="a wrong slip")


def change(day: Day, *, version: int = 1) -> None:
    """Change the result of hand 2 at table 1."""
    enter_result(
        actor=organiser(day),
        match=day.match(1, 1),
        deal=2,
        entry=ResultInput(Outcome.PLAYED, 60 + version),
        based_on=version,
        reason="misread",
    )


def until(day: Day) -> datetime | None:
    return day.round(1).corrections_until


def test_the_first_closing_begins_the_whole_time(day: Day) -> None:
    assert until(day) == NOON + HALF_AN_HOUR


def test_what_was_left_goes_on_and_stood_still_meanwhile(day: Day, clock: Clock) -> None:
    clock.wait(10)
    reopen(day)
    clock.wait(15)
    close(day)
    assert until(day) == NOON + timedelta(minutes=45)


def test_a_referee_may_begin_it_anew(day: Day, clock: Clock) -> None:
    clock.wait(25)
    reopen(day)
    close(day, anew=True)
    end = clock.now + HALF_AN_HOUR
    assert until(day) == end
    event = day.championship.events.filter(action=Action.ROUND_CLOSED).latest("sequence")
    assert event.after == {"corrections_until": end.isoformat(), "corrections_anew": True}


def test_who_finds_another_result_than_was_published_has_time_to_say_so(
    day: Day, clock: Clock
) -> None:
    clock.wait(29)
    reopen(day)
    clock.wait(1)
    change(day)
    close(day)
    assert until(day) == clock.now + AFTER_A_CHANGE
    clock.wait(9)
    refuse_correction(day.match(1, 1), 2, Side.NS)  # does not refuse
    clock.wait(1)
    with pytest.raises(NotNow):
        refuse_correction(day.match(1, 1), 2, Side.NS)


def test_after_its_end_it_begins_again_for_changes_alone(day: Day, clock: Clock) -> None:
    clock.wait(31)
    reopen(day)
    close(day)
    assert not is_provisional(day.round(1))
    clock.wait(60)
    reopen(day)
    change(day)
    close(day)
    assert until(day) == clock.now + AFTER_A_CHANGE
    clock.wait(4)
    reopen(day)  # what was changed before is seen by now
    close(day)
    assert until(day) == clock.now + timedelta(minutes=6)


def test_never_longer_than_the_whole_time(day: Day, clock: Clock) -> None:
    Championship.objects.update(correction_minutes=5)
    reopen(day)
    change(day)
    close(day)
    assert until(day) == clock.now + timedelta(minutes=5)


def test_without_such_a_time_there_is_none(day: Day) -> None:
    Championship.objects.update(correction_minutes=0)
    reopen(day)
    change(day)
    close(day, anew=True)
    assert until(day) is None


class TestPage:
    def words(self, day: Day) -> str:
        url = reverse("rounds:close", args=[day.slug, 1])
        page = english_client(day.organiser).get(url).content.decode()
        main = page.split("<main", 1)[1]
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())

    def test_before_the_first_closing(self, clock: Clock) -> None:
        day = make_day()
        day.open(1)
        day.enter_whole_round(1)
        text = self.words(day)
        assert "From then on corrections can be asked for during 30 minutes." in text
        assert "anew" not in text

    def test_it_says_what_goes_on_and_offers_to_begin_anew(self, day: Day, clock: Clock) -> None:
        clock.wait(10)
        reopen(day)
        change(day)
        text = self.words(day)
        assert (
            "20 minutes of the time for corrections were left when the round was reopened" in text
        )
        assert "So when it is closed corrections can be asked for during 20 minutes." in text
        assert "results have been changed" not in text
        assert "Restart the time for corrections: 30 minutes." in text
        url = reverse("rounds:close", args=[day.slug, 1])
        english_client(day.organiser).post(url, {"anew": "on"})
        assert until(day) == clock.now + HALF_AN_HOUR

    def test_it_says_that_changes_make_it_longer(self, day: Day, clock: Clock) -> None:
        clock.wait(40)
        reopen(day)
        assert "so its results will not be provisional when it is closed" in self.words(day)
        change(day)
        change(day, version=2)
        text = self.words(day)
        assert "The time for corrections was over when the round was reopened." in text
        assert "But 1 result has been changed since" in text
        assert "corrections can be asked for during 10 minutes." in text
