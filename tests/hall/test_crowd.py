"""Everybody at once: the short form of the crowd, half-open connections, a locked database."""

from __future__ import annotations

import random
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.checks.machine import postgresql
from tests.hall.crowd import Timings, run_crowd
from tests.hall.phone import Answer, Client, Phone
from tests.hall.site import HOST, Site, new_site
from tournament.core.write_queue import LOCK_SECONDS, LONG, PATIENCE
from tournament.management.hall_server import HEADER_SECONDS, LOOKED_AFTER_SECONDS

pytestmark = [pytest.mark.long, pytest.mark.promise]

HALF_A_HEADER = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "


def check(found: list[Timings]) -> None:
    assert [error for timings in found for error in timings.errors] == []
    assert [len(timings.seconds) for timings in found] == [40] * 3 + [8] * 3
    assert all(max(timings.sizes) < 12 * 1024 for timings in found)
    assert sum(len(timings.entries) for timings in found) > 0


CROWD: dict[str, Any] = {
    "pages": ["standings"],
    "phones": [40],
    "pairs": 8,
    "rounds": 4,
    "closed": 1,
    "own_pages": 8,
}


def test_a_crowd(tmp_path: Path) -> None:
    check(run_crowd(tmp_path, **CROWD))


@pytest.mark.postgresql
def test_a_crowd_at_several_processes(tmp_path: Path) -> None:
    """The processes share no more than several hosts do: what is kept of pages lives in each
    process."""
    check(run_crowd(tmp_path, **CROWD, server=postgresql(), gunicorn=True))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for the tests below; each leaves it as it was."""
    with new_site(tmp_path_factory.mktemp("hall")) as site:
        yield site


@pytest.fixture(scope="module")
def hall(site: Site) -> dict[str, Any]:
    """A public championship there, and the site serves."""
    hall: dict[str, Any] = site.run("tests.hall.ready", tables=2, rounds=2, open_rounds=1)
    site.start()
    return hall


def quick(site: Site, path: str = "/c/hall/standings/") -> Answer:
    """An answer that comes at once."""
    asked = time.monotonic()
    answer = Client([site.port]).ask("GET", path)
    assert time.monotonic() - asked < 5
    return answer


def test_a_thousand_half_open_connections_close_nothing(site: Site, hall: dict[str, Any]) -> None:
    with ExitStack() as stack:
        half_open = [
            stack.enter_context(socket.create_connection((HOST, site.port), timeout=60))
            for _ in range(1005)
        ]
        for one in half_open:
            one.sendall(HALF_A_HEADER)
        for _ in range(3):
            assert quick(site).status == 200
        # What is still open after its time is closed.
        half_open[-1].settimeout(HEADER_SECONDS + LOOKED_AFTER_SECONDS + 30)
        begun = time.monotonic()
        assert half_open[-1].recv(1) == b""
        assert time.monotonic() - begun > HEADER_SECONDS / 2
        assert quick(site).status == 200


def test_idle_connections_make_room(site: Site, hall: dict[str, Any]) -> None:
    """Whole requests, and then silence, from as many connections as there are places."""
    with ExitStack() as stack:
        for _ in range(2100):
            one = stack.enter_context(socket.create_connection((HOST, site.port), timeout=60))
            one.sendall(b"GET /c/hall/ HTTP/1.1\r\nHost: x\r\n\r\n")
            assert one.recv(12) == b"HTTP/1.1 200"
        assert quick(site).status == 200


def test_a_locked_database_stops_no_reader(site: Site, hall: dict[str, Any]) -> None:
    """Another program holds the lock; tables enter and links are opened meanwhile."""
    phone = Phone([site.port], 1, hall["slug"], random.Random(1), 0.0)
    phone.open(hall["links"]["1"])
    quick(site)
    answers: list[tuple[int, float]] = []

    def enter() -> None:
        begun = time.monotonic()
        head = {"Content_Type": "application/json", "X_CSRFToken": phone.client.csrf}
        answer = phone.client.ask("POST", "/c/hall/table/1/entries/", body=b"{}", **head)
        answers.append((answer.status, time.monotonic() - begun))

    def open_link() -> None:
        begun = time.monotonic()
        answer = Client([site.port]).ask("GET", hall["links"]["2"])
        answers.append((answer.status, time.monotonic() - begun))

    locked = sqlite3.connect(site.data / "botifarra.sqlite3", isolation_level=None)
    locked.execute("BEGIN IMMEDIATE")
    try:
        threads = [threading.Thread(target=act) for act in (open_link,) * 16 + (enter,) * 8]
        for thread in threads:
            thread.start()
        for _ in range(20):
            assert quick(site).status == 200
            assert quick(site, "/accounts/login/").status == 200
            time.sleep(0.1)
        for thread in threads:
            thread.join()
    finally:
        locked.execute("ROLLBACK")
    # Entries that say nothing are refused before anything is locked.
    assert [status for status, _took in answers].count(503) >= 16
    assert max(took for _status, took in answers) < LOCK_SECONDS + PATIENCE + 5
    time.sleep(LONG)
    assert Client([site.port]).ask("GET", hall["links"]["2"]).status == 302
