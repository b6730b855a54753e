"""Everybody sees how long a round lasts, and until when its results are provisional."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.tournament.correction_requests.requested_day import closed_day, end_corrections
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tournament.models import Round
from tournament.public.queries import rounds_now
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.templatetags.botifarra import moment

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def home(day: Day) -> str:
    return english_client().get(reverse("public:home", args=[day.slug])).content.decode()


def wall(day: Day) -> str:
    url = reverse("public:pairings", args=[day.slug, 1])
    return english_client().get(url, {"wall": "1"}).content.decode()


def set_clock(day: Day, **columns: object) -> None:
    Round.objects.filter(pk=day.round(1).pk).update(**columns)


def open_day() -> Day:
    day = make_day()
    day.open(1)
    return day


def test_closed_round_is_provisional_until_its_time_is_over() -> None:
    day = closed_day()
    until = day.round(1).corrections_until
    assert until is not None
    for page in (home(day), wall(day)):
        assert f'data-until="{until.isoformat()}"' in page
        with translation.override("en"):
            shown = moment(until)
        assert f"The results of round 1 are provisional until {shown}" in page
    end_corrections(day)
    assert "provisional" not in home(day)
    assert "data-until" not in home(day) + wall(day)


def test_several_provisional_rounds_are_told_together() -> None:
    day = closed_day()
    day.open(2)
    day.enter_whole_round(2)
    close_round(actor=day.acting, round=day.round(2))
    page = home(day)
    assert page.count("data-until=") == 2
    assert page.index("round 2 until") < page.index("round 1 until")
    end_corrections(day)
    assert "The results of round 2 are provisional until" in home(day)


def test_reopened_round_is_not_provisional_but_open() -> None:
    day = closed_day()
    reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
    assert "provisional" not in home(day)


def test_open_round_counts_down() -> None:
    day = open_day()
    until = timezone.now() + timedelta(minutes=20)
    set_clock(day, ends_at=until, seconds_left=None)
    for page in (home(day), wall(day)):
        assert f'data-until="{until.isoformat()}"' in page
        assert "20:00" in page
        assert "Time is up" in page


def test_paused_countdown_stands_still() -> None:
    day = open_day()
    set_clock(day, ends_at=None, seconds_left=545)
    for page in (home(day), wall(day)):
        assert "09:05" in page
        assert "paused" in page
        assert "data-until" not in page


def test_round_without_countdown_says_nothing_of_time() -> None:
    day = open_day()
    set_clock(day, ends_at=None, seconds_left=None)
    assert rounds_now(day.stage) == ()
    assert "Time is up" not in home(day) + wall(day)


def test_home_moves_on_with_the_rounds(client: Client) -> None:
    day = make_day()
    url = reverse("public:home", args=[day.slug])
    version = client.get(url).context["version"]
    assert client.get(url, {"version": version}, headers=HTMX).status_code == 204
    day.open(1)
    moved = client.get(url, {"version": version}, headers=HTMX)
    assert "Round 1 is being played" in moved.content.decode()


def test_home_says_that_the_time_for_corrections_is_over(client: Client) -> None:
    day = closed_day()
    url = reverse("public:home", args=[day.slug])
    version = client.get(url).context["version"]
    end_corrections(day)
    assert client.get(url, {"version": version}, headers=HTMX).status_code == 200


@pytest.mark.parametrize(
    ("now", "shown"),
    [("2026-11-23T22:00:00Z", "23:21"), ("2026-11-23T23:10:00Z", "23 Nov 2026, 23:21")],
)
def test_moment_tells_the_day_where_it_is_not_today(
    monkeypatch: pytest.MonkeyPatch, now: str, shown: str
) -> None:
    """In Barcelona the second of these times is already ten past midnight."""
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(now))
    with translation.override("en"):
        assert moment(datetime.fromisoformat("2026-11-23T22:21:00Z")) == shown
