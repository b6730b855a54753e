"""Some requests may write at once; who finds the database locked is told to come back."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from tests.tournament.day import make_day
from tournament.core import write_queue
from tournament.core.database_trouble import Trouble, trouble_of
from tournament.core.write_queue import LONG, WriteQueue


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class TestWriteQueue:
    def test_so_many_at_once(self) -> None:
        queue = WriteQueue(most=2, patience=0.0)
        assert [queue.enter() for _ in range(3)] == [True, True, False]
        queue.leave()
        assert queue.enter()

    def test_one_more_waits_until_somebody_leaves(self) -> None:
        queue = WriteQueue(most=1, patience=60)
        assert queue.enter()
        entered: list[bool] = []
        thread = threading.Thread(target=lambda: entered.append(queue.enter()))
        thread.start()
        queue.leave()
        thread.join(30)
        assert entered == [True]

    def test_whoever_came_first_is_first(self) -> None:
        queue = WriteQueue(most=1, patience=60)
        assert queue.enter()
        order: list[str] = []

        def write() -> None:
            assert queue.enter()
            order.append("who waited")
            queue.leave()

        thread = threading.Thread(target=write)
        thread.start()
        while not queue.line:
            time.sleep(0.001)
        queue.leave()
        assert queue.enter()
        order.append("who comes again at once")
        queue.leave()
        thread.join(30)
        assert order == ["who waited", "who comes again at once"]

    def test_it_waits_no_longer_than_people_do(self) -> None:
        queue = WriteQueue(most=1, patience=0.1)
        assert queue.enter()
        asked = time.monotonic()
        assert not queue.enter()
        assert 0.1 <= time.monotonic() - asked < 30

    def test_more_than_those_who_may_wait_do_so_only_while_writing_goes_on(self) -> None:
        clock = Clock()
        queue = WriteQueue(most=1, waiting=0, patience=60, clock=clock)
        assert queue.enter()
        clock.now += write_queue.MOVING_SECONDS
        assert not queue.enter()  # nothing was done for so long
        queue.leave()
        assert queue.enter()

    def test_after_a_write_that_found_it_locked_nobody_waits(self) -> None:
        clock = Clock()
        queue = WriteQueue(most=1, patience=60, clock=clock)
        assert queue.enter()
        queue.leave(failed=True)
        assert queue.enter()
        assert not queue.enter()
        queue.leave()
        assert queue.enter()
        queue.leave(failed=True)
        clock.now += LONG
        assert queue.enter()


@pytest.mark.sqlite
def test_what_says_that_a_database_is_locked(tmp_path: Path) -> None:
    holder, other = (sqlite3.connect(tmp_path / "x", timeout=0) for _ in range(2))
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError) as refused:
        other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError) as wrong:
        other.execute("SELECT nothing")
    for cause, locked in ((refused.value, True), (wrong.value, False), (None, False)):
        error = OperationalError(str(cause))
        error.__cause__ = cause
        assert (trouble_of(error) is Trouble.LOCKED) is locked
    assert trouble_of(refused.value) is None  # not Django's word
    assert trouble_of(None) is None


def locked_error() -> OperationalError:
    """What Django raises where another program holds the lock."""
    cause = sqlite3.OperationalError("database is locked")
    cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
    error = OperationalError("database is locked")
    error.__cause__ = cause
    return error


def fill_free_pages(cursor: Any) -> None:
    """Use up the pages that earlier tests left free in the file, so that the next row needs a new one."""
    cursor.execute("CREATE TABLE filler (bytes BLOB)")
    cursor.execute("PRAGMA page_size")
    page_size = cursor.fetchone()[0]
    cursor.execute("PRAGMA freelist_count")
    cursor.execute(f"INSERT INTO filler VALUES (zeroblob({cursor.fetchone()[0] * page_size}))")


def raise_locked(*_arguments: Any, **_named: Any) -> None:
    raise locked_error()


@pytest.mark.django_db
class TestRequests:
    def test_a_write_that_finds_it_locked_is_to_come_back(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr("tournament.accounts.views.begin_attempt", raise_locked)
        answer = Client().post(reverse("accounts:login"), {"username": "x", "password": "y"})
        assert answer.status_code == 503
        assert int(answer["Retry-After"]) > 0
        assert "has not been stored" in answer.content.decode()
        assert "POST /accounts/login/ was not done" in caplog.text

    @pytest.mark.sqlite
    def test_a_full_disk_is_told_to_whoever_saves(self) -> None:
        with connection.cursor() as cursor:
            fill_free_pages(cursor)
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
            try:
                answers = (
                    Client().post(reverse("accounts:login"), {"username": f"x{one}"})
                    for one in range(1000)
                )
                refused = next(one for one in answers if one.status_code == 503)
            finally:
                connection.connection.execute("PRAGMA max_page_count = 1000000000")
        assert "The disk is full" in refused.content.decode()
        assert "has not been stored" in refused.content.decode()
        assert int(refused["Retry-After"]) > 0

    def test_so_is_one_whose_session_cannot_be_written(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        day = make_day()
        browser = Client(raise_request_exception=False)
        browser.force_login(day.organiser)
        monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.delete", raise_locked)
        assert browser.post(reverse("accounts:logout")).status_code == 503

    def test_any_other_fault_is_a_fault(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_arguments: object) -> None:
            raise OperationalError("no such table")

        monkeypatch.setattr("tournament.accounts.views.begin_attempt", fail)
        browser = Client(raise_request_exception=False)
        answer = browser.post(reverse("accounts:login"), {"username": "x", "password": "y"})
        assert answer.status_code == 500
        assert "Retry-After" not in answer

    def test_where_nobody_may_write_now_reading_goes_on(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        day = make_day(slug="day")
        full = WriteQueue(most=0, patience=0)
        monkeypatch.setattr(write_queue, "queue", full)
        browser = Client()
        browser.force_login(day.organiser)
        assert browser.post(reverse("accounts:logout")).status_code == 503
        assert browser.get("/t/1-1-aaaaaaaaaaaaaaaa/").status_code == 503  # writes a session
        for path in ("/", "/c/day/", "/c/day/manage/", reverse("accounts:login")):
            assert browser.get(path).status_code in (200, 302)

    def test_turns_are_given_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        queue = WriteQueue(most=1, patience=0)
        monkeypatch.setattr(write_queue, "queue", queue)
        monkeypatch.setattr("tournament.accounts.views.begin_attempt", raise_locked)
        for _ in range(2):  # refused by the database each time, not by the queue
            Client().post(reverse("accounts:login"), {"username": "x", "password": "y"})
        assert queue.enter()

    def test_it_waits_for_the_lock_no_longer_than_a_request_may(self) -> None:
        Client().post(reverse("set_language"), {"language": "es"})
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA busy_timeout")
                assert cursor.fetchone() == (write_queue.LOCK_SECONDS * 1000,)
            else:
                cursor.execute("SHOW lock_timeout")
                assert cursor.fetchone() == (f"{write_queue.LOCK_SECONDS}s",)
