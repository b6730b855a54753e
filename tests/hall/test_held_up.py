"""Whoever holds a server up, by sending slowly or not at all, holds up nobody else."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import psycopg
import pytest

from tests.checks.machine import postgresql
from tests.hall.site import HOST, PATIENCE, Site, new_site

pytestmark = [pytest.mark.long, pytest.mark.promise]

SLOW = 17
"""One more than gunicorn has threads, in both processes."""


@pytest.fixture
def hosted(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    """A site under gunicorn, as on a server."""
    server = postgresql() if request.node.get_closest_marker("postgresql") else None
    with new_site(tmp_path, server=server) as site:
        site.gunicorn = True
        site.start()
        yield site


def choose_spanish(site: Site) -> int:
    """A request that writes, and needs no page before it; how it was answered."""
    with closing(HTTPConnection(HOST, site.port, timeout=PATIENCE)) as asking:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        asking.request("POST", "/i18n/setlang/", "language=es", headers)
        return asking.getresponse().status


@pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork()")
def test_bodies_that_come_a_byte_at_a_time_stop_nobody_from_writing(hosted: Site) -> None:
    head = (
        b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\nu"
    )
    with ExitStack() as stack:
        slow = [
            stack.enter_context(socket.create_connection((HOST, hosted.port))) for _ in range(SLOW)
        ]
        for one in slow:
            one.sendall(head)
        assert choose_spanish(hosted) == 302
        # As many as there are threads were ended first, the others after them.
        told = {one.recv(20)[:12] for one in slow}
        assert told == {b"HTTP/1.1 408"}


@pytest.mark.postgresql
def test_after_the_database_was_started_anew_writing_goes_on(hosted: Site) -> None:
    assert choose_spanish(hosted) == 302
    name = hosted.database.rpartition("/")[2]
    for _time in range(3):
        with psycopg.connect(postgresql() or "") as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )
        answers = [choose_spanish(hosted) for _ in range(20)]
        assert answers == [302] * 20


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_connections_that_ask_nothing_keep_no_stream_away(tmp_path: Path) -> None:
    """With as many open connections as the process may have files."""
    with new_site(tmp_path) as site:
        log = tmp_path / "streams.log"
        with log.open("wb") as err:
            streams = subprocess.Popen(
                [sys.executable, "manage.py", "streams"],
                env=site.environment,
                stderr=err,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60)),
            )
        try:
            _wait_for(site.stream_port)
            with ExitStack() as stack:
                for _one in range(100):
                    stack.enter_context(socket.create_connection((HOST, site.stream_port)))
                assert _status(site.stream_port) == 403  # no stream without a signed address
            assert log.stat().st_size < 10_000
        finally:
            streams.kill()
            streams.wait()


def _status(port: int) -> int:
    with closing(HTTPConnection(HOST, port, timeout=PATIENCE)) as asking:
        asking.request("GET", "/")
        return asking.getresponse().status


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            _status(port)
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        else:
            return
