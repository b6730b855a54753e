"""Backups that nobody has to think of: when one is due, and that a fault ends nothing."""

from __future__ import annotations

import logging
from contextlib import nullcontext
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tests.tournament.day import Day, make_day
from tests.tournament.factories import make_championship
from tournament.backups.plan import Written, name_folder, stored_plan, written_so_far
from tournament.contestants.services.register import change_contestant
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.management import backup_thread
from tournament.management.backup_thread import BACK_UP_EVERY, TRY_AGAIN_AFTER, BackupScheduler
from tournament.models import BackupPlan
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


class Clock:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Maker:
    """Counts backups; raises what it is told to instead."""

    def __init__(self) -> None:
        self.made = self.tried = 0
        self.fault: Exception | None = None

    def __call__(self) -> None:
        self.tried += 1
        if self.fault is not None:
            raise self.fault
        self.made += 1


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def maker() -> Maker:
    return Maker()


@pytest.fixture
def scheduler(clock: Clock, maker: Maker) -> BackupScheduler:
    return BackupScheduler(clock=clock, make=maker)


@pytest.fixture
def day(scheduler: BackupScheduler, maker: Maker) -> Day:
    """A championship with an open round, all entered, of which a backup has just been made."""
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    scheduler.check()
    assert maker.made == 1
    return day


def change(day: Day, name: str) -> None:
    """Something small is recorded."""
    change_contestant(
        actor=day.acting_organiser,
        contestant=day.contestants[0],
        players=["Aina", "Bru"],
        name=name,
    )


def test_nothing_has_been_entered_so_nothing_is_made(
    scheduler: BackupScheduler, maker: Maker
) -> None:
    scheduler.check()
    assert maker.tried == 0


def test_a_closed_round_is_saved_at_once(
    scheduler: BackupScheduler, maker: Maker, day: Day
) -> None:
    close_round(actor=day.acting, round=day.round(1))
    scheduler.check()
    assert maker.made == 2
    scheduler.check()
    assert maker.made == 2


def test_other_changes_are_saved_every_ten_minutes(
    scheduler: BackupScheduler, clock: Clock, maker: Maker, day: Day
) -> None:
    change(day, "One")
    clock.now += BACK_UP_EVERY - 1
    scheduler.check()
    assert maker.made == 1
    clock.now += 1
    scheduler.check()
    assert maker.made == 2


def test_where_nothing_changes_nothing_is_made(
    scheduler: BackupScheduler, clock: Clock, maker: Maker, day: Day
) -> None:
    clock.now += 10 * BACK_UP_EVERY
    scheduler.check()
    assert maker.made == 1
    change(day, "The first change after a long rest is saved without waiting")
    scheduler.check()
    assert maker.made == 2


def test_what_is_written_while_a_copy_is_made_is_for_the_next(
    scheduler: BackupScheduler,
    clock: Clock,
    maker: Maker,
    day: Day,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def meanwhile() -> None:
        maker()
        change(day, "Meanwhile")

    monkeypatch.setattr(scheduler, "_make", meanwhile)
    close_round(actor=day.acting, round=day.round(1))
    scheduler.check()
    monkeypatch.setattr(scheduler, "_make", maker)
    clock.now += BACK_UP_EVERY
    scheduler.check()
    assert maker.made == 3


@pytest.mark.parametrize(
    "fault", [UserError("The disk is full."), OSError("anything"), ZeroDivisionError()]
)
def test_what_fails_is_tried_again_after_a_minute(
    scheduler: BackupScheduler, clock: Clock, maker: Maker, day: Day, fault: Exception
) -> None:
    close_round(actor=day.acting, round=day.round(1))
    maker.fault = fault
    scheduler.check()
    scheduler.check()
    assert maker.tried == 2
    clock.now += TRY_AGAIN_AFTER
    scheduler.check()
    assert maker.tried == 3
    maker.fault = None
    clock.now += TRY_AGAIN_AFTER
    scheduler.check()
    scheduler.check()
    assert maker.made == 2


def test_another_folder_is_tried_at_once(
    scheduler: BackupScheduler, maker: Maker, day: Day, tmp_path: Path
) -> None:
    close_round(actor=day.acting, round=day.round(1))
    maker.fault = UserError("There is no folder.")
    scheduler.check()
    maker.fault = None
    name_folder(actor=Actor("scheduler"), folder=str(tmp_path))
    scheduler.check()
    assert maker.made == 2


def test_a_fault_is_one_line_of_the_log_and_not_one_a_minute(
    scheduler: BackupScheduler,
    clock: Clock,
    maker: Maker,
    day: Day,
    caplog: pytest.LogCaptureFixture,
) -> None:
    change(day, "One")
    maker.fault = UserError("The disk is full.")
    for _minute in range(5):
        clock.now += BACK_UP_EVERY
        scheduler.check()
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING] == [
        "no backup could be made: The disk is full."
    ]


def test_a_database_that_fails_does_not_end_the_keeper(
    scheduler: BackupScheduler,
    clock: Clock,
    maker: Maker,
    day: Day,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail() -> None:
        raise OSError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(backup_thread, "written_so_far", fail)
        scheduler.check()
    assert "disk I/O error" in caplog.text
    close_round(actor=day.acting, round=day.round(1))
    clock.now += TRY_AGAIN_AFTER
    scheduler.check()
    assert maker.made == 2


def note(written: Written, *, at: datetime | None = None) -> None:
    """A backup of this has been made."""
    held = {
        "last_event": written.event,
        "last_installation_event": written.installation_event,
        "last_at": at or timezone.now(),
    }
    BackupPlan.objects.update_or_create(pk=1, defaults=held)


class TestWithOthers:
    """Several processes look after the backups of one site."""

    def test_what_another_one_saved_is_not_saved_again(
        self, scheduler: BackupScheduler, clock: Clock, maker: Maker, day: Day
    ) -> None:
        close_round(actor=day.acting, round=day.round(1))
        note(written_so_far())
        scheduler.check()
        assert maker.made == 1
        clock.now += BACK_UP_EVERY - 1
        change(day, "One")
        scheduler.check()
        assert maker.made == 1
        clock.now += 1
        scheduler.check()
        assert maker.made == 2

    def test_while_another_one_makes_it_nobody_else_does(
        self, scheduler: BackupScheduler, maker: Maker, day: Day, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        close_round(actor=day.acting, round=day.round(1))
        with monkeypatch.context() as patch:
            patch.setattr(backup_thread, "one_at_a_time", lambda: nullcontext(False))
            scheduler.check()
        assert maker.made == 1
        scheduler.check()
        assert maker.made == 2


class TestAfterARestart:
    """A scheduler that begins finds out from the plan what the one before it saved."""

    def test_what_was_not_saved_is_saved_at_once(
        self, scheduler: BackupScheduler, maker: Maker
    ) -> None:
        make_championship()
        note(Written(written_so_far().event - 1, written_so_far().installation_event))
        scheduler.check()
        assert maker.made == 1

    @pytest.mark.parametrize("years", [-5, 0, 5])
    def test_what_was_saved_is_not_saved_again_whatever_the_clock_said(
        self, scheduler: BackupScheduler, maker: Maker, years: int
    ) -> None:
        make_championship()
        note(written_so_far(), at=timezone.now() + timedelta(days=365 * years))
        scheduler.check()
        assert maker.tried == 0

    def test_without_a_backup_everything_is_to_be_saved(
        self, scheduler: BackupScheduler, maker: Maker
    ) -> None:
        make_championship()
        scheduler.check()
        assert maker.made == 1


@pytest.mark.sqlite
def test_a_stick_that_is_pulled_out_and_put_in_again(clock: Clock, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    name_folder(actor=Actor("scheduler"), folder=str(stick))
    scheduler = BackupScheduler(clock=clock)
    make_championship()
    stick.rename(tmp_path / "pulled out")
    scheduler.check()
    assert "Is the stick plugged in" in stored_plan().last_fault
    assert stored_plan().last_at is None
    (tmp_path / "pulled out").rename(stick)
    before = timezone.now()
    clock.now += TRY_AGAIN_AFTER
    scheduler.check()
    assert len(list(stick.iterdir())) == 1
    plan = stored_plan()
    assert plan.last_fault == ""
    assert plan.last_at is not None
    assert plan.last_at >= before
