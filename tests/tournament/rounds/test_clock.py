"""The countdown of a round: it runs from the opening, can be paused, and given more minutes."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from tests.tournament.day import Day, make_day
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import Action, AuditEvent, Championship, Round
from tournament.models.places import RoundPlace
from tournament.rounds.services.clock import clock_version, extend_clock, pause_clock, resume_clock
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = [pytest.mark.django_db, pytest.mark.database]


class Watch:
    """The hall's clock: it stands still until a test moves it on."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def on(self, **passed: int) -> None:
        self.now += timedelta(**passed)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(timezone, "now", lambda: watch.now)
    return watch


@pytest.fixture
def day(watch: Watch) -> Day:
    """Round 1 is open, with 25 minutes."""
    day = make_day()
    Championship.objects.update(round_minutes=25)
    day.open(1)
    return day


def left(round: Round, watch: Watch) -> timedelta:
    assert round.seconds_left is None
    assert isinstance(round.ends_at, datetime)
    return round.ends_at - watch.now


def test_begins_with_the_round(day: Day, watch: Watch) -> None:
    assert left(day.round(1), watch) == timedelta(minutes=25)


def test_a_championship_without_a_length_has_none() -> None:
    day = make_day()
    opened = day.open(1)
    assert (opened.ends_at, opened.seconds_left) == (None, None)
    for act in (pause_clock, resume_clock):
        with pytest.raises(NotNow):
            act(actor=day.acting, round=opened)


class TestPause:
    def test_keeps_what_was_left(self, day: Day, watch: Watch) -> None:
        watch.on(minutes=10)
        pause_clock(actor=day.acting, round=day.round(1))
        watch.on(hours=1)
        assert (day.round(1).ends_at, day.round(1).seconds_left) == (None, 15 * 60)
        resume_clock(actor=day.acting, round=day.round(1))
        assert left(day.round(1), watch) == timedelta(minutes=15)

    def test_takes_no_begun_second(self, day: Day, watch: Watch) -> None:
        watch.on(minutes=10, milliseconds=1)
        assert pause_clock(actor=day.acting, round=day.round(1)).seconds_left == 15 * 60

    def test_after_the_time_was_up_nothing_is_left(self, day: Day, watch: Watch) -> None:
        watch.on(minutes=40)
        assert pause_clock(actor=day.acting, round=day.round(1)).seconds_left == 0

    def test_twice_is_once(self, day: Day, watch: Watch) -> None:
        for act in (pause_clock, resume_clock):
            for _ in range(2):
                act(actor=day.acting, round=day.round(1))
                watch.on(seconds=5)
        assert AuditEvent.objects.filter(action=Action.CLOCK_CHANGED).count() == 2

    def test_is_recorded(self, day: Day) -> None:
        ends_at = day.round(1).ends_at
        pause_clock(actor=day.acting, round=day.round(1))
        event = AuditEvent.objects.get(action=Action.CLOCK_CHANGED)
        assert ends_at is not None
        assert event.place == RoundPlace(1)
        assert event.before == {"ends_at": ends_at.isoformat(), "seconds_left": None}
        assert event.after == {"ends_at": None, "seconds_left": 25 * 60}


class TestMinutes:
    def test_more_and_fewer(self, day: Day, watch: Watch) -> None:
        watch.on(minutes=10)
        extend_clock(actor=day.acting, round=day.round(1), minutes=5)
        assert left(day.round(1), watch) == timedelta(minutes=20)
        extend_clock(actor=day.acting, round=day.round(1), minutes=-1)
        assert left(day.round(1), watch) == timedelta(minutes=19)

    def test_never_before_now(self, day: Day, watch: Watch) -> None:
        extend_clock(actor=day.acting, round=day.round(1), minutes=-60)
        assert left(day.round(1), watch) == timedelta()

    def test_count_from_now_when_time_was_up(self, day: Day, watch: Watch) -> None:
        watch.on(minutes=40)
        extend_clock(actor=day.acting, round=day.round(1), minutes=5)
        assert left(day.round(1), watch) == timedelta(minutes=5)

    def test_in_a_pause_it_stays_a_pause(self, day: Day) -> None:
        pause_clock(actor=day.acting, round=day.round(1))
        assert extend_clock(actor=day.acting, round=day.round(1), minutes=5).seconds_left == 1800
        assert extend_clock(actor=day.acting, round=day.round(1), minutes=-99).seconds_left == 0

    def test_begin_a_countdown_where_there_is_none(self, watch: Watch) -> None:
        day = make_day()
        day.open(1)
        with pytest.raises(NotNow):
            extend_clock(actor=day.acting, round=day.round(1), minutes=-1)
        extend_clock(actor=day.acting, round=day.round(1), minutes=5)
        assert left(day.round(1), watch) == timedelta(minutes=5)

    @pytest.mark.parametrize("minutes", [601, -601, 580])
    def test_not_without_end(self, day: Day, watch: Watch, minutes: int) -> None:
        with pytest.raises(UserError):
            extend_clock(actor=day.acting, round=day.round(1), minutes=minutes)
        assert left(day.round(1), watch) == timedelta(minutes=25)

    def test_a_double_click_adds_them_once(self, day: Day, watch: Watch) -> None:
        shown = clock_version(day.round(1))
        extend_clock(actor=day.acting, round=day.round(1), minutes=5, based_on=shown)
        with pytest.raises(Conflict):
            extend_clock(actor=day.acting, round=day.round(1), minutes=5, based_on=shown)
        assert left(day.round(1), watch) == timedelta(minutes=30)


def test_only_an_open_round_has_one(day: Day) -> None:
    day.enter_whole_round(1)
    pause_clock(actor=day.acting, round=day.round(1))
    close_round(actor=day.acting, round=day.round(1))
    assert (day.round(1).ends_at, day.round(1).seconds_left) == (None, None)
    for number in (1, 2):
        with pytest.raises(NotNow):
            extend_clock(actor=day.acting, round=day.round(number), minutes=5)
    reopen_round(actor=day.acting, round=day.round(1), reason="a wrong slip")
    assert day.round(1).ends_at is None
