"""gunicorn's connections take turns as those of `serve` do."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("gunicorn needs fork()", allow_module_level=True)

from tournament.management.hall_worker import TurnsPool

PAGE, ENTRY = b"GET / HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n"


@dataclass(slots=True)
class Connection:
    """As gunicorn has one, with the end of whoever opened it."""

    name: str
    sock: socket.socket
    opener: socket.socket


@dataclass(slots=True)
class Visitors:
    """They come to a pool; whoever is called slow is answered only when `go_on` is set."""

    pool: TurnsPool
    sockets: ExitStack
    answered: list[str] = field(default_factory=list)
    begun: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)

    def connection(self, name: str) -> Connection:
        own, opener = (self.sockets.enter_context(one) for one in socket.socketpair())
        return Connection(name, own, opener)

    def come(self, name: str, request: bytes) -> Future[Any]:
        connection = self.connection(name)
        connection.opener.send(request)
        return self.pool.submit(self.answer, connection)

    def answer(self, connection: Connection) -> str:
        self.answered.append(connection.name)
        if connection.name.startswith("slow"):
            self.begun.set()
            assert self.go_on.wait(60)
        return connection.name


@pytest.fixture(params=[1, 4], ids=["one thread", "four threads"])
def visitors(request: pytest.FixtureRequest) -> Iterator[Visitors]:
    with ExitStack() as sockets:
        pool = TurnsPool(request.param)
        found = Visitors(pool, sockets)
        yield found
        found.go_on.set()
        pool.shutdown()


@pytest.mark.parametrize("visitors", [1], indirect=True)
def test_what_is_sent_goes_before_what_is_asked(visitors: Visitors) -> None:
    first = visitors.come("slow entry", ENTRY)
    assert visitors.begun.wait(60)
    later = [
        visitors.come(name, request)
        for name, request in (("page", PAGE), ("entry", ENTRY), ("other page", PAGE))
    ]
    visitors.go_on.set()
    assert [one.result(60) for one in (first, *later)] == [
        "slow entry",
        "page",
        "entry",
        "other page",
    ]
    assert visitors.answered == ["slow entry", "entry", "page", "other page"]


@pytest.mark.parametrize("visitors", [4], indirect=True)
def test_a_page_that_takes_long_holds_nobody_up(visitors: Visitors) -> None:
    slow = visitors.come("slow page", PAGE)
    assert visitors.begun.wait(60)
    assert visitors.come("entry", ENTRY).result(60) == "entry"
    assert visitors.come("page", PAGE).result(60) == "page"
    assert not slow.done()


def test_who_sends_nothing_yet_is_waited_for_by_a_thread(visitors: Visitors) -> None:
    """gunicorn gives such a connection a few seconds there, and then takes it back."""
    assert visitors.pool.submit(visitors.answer, visitors.connection("silent")).result(60)
    gone = visitors.connection("gone")
    gone.opener.close()
    assert visitors.pool.submit(visitors.answer, gone).result(60) == "gone"


def test_a_fault_is_gunicorns_to_see(visitors: Visitors) -> None:
    def fail(_connection: Connection) -> None:
        raise OSError("the line broke")

    connection = visitors.connection("any")
    connection.opener.send(PAGE)
    with pytest.raises(OSError, match="the line broke"):
        visitors.pool.submit(fail, connection).result(60)
    assert visitors.come("next", PAGE).result(60) == "next"


def test_what_came_before_the_end_is_still_answered(visitors: Visitors) -> None:
    pages = [visitors.come(f"page {number}", PAGE) for number in range(9)]
    visitors.pool.shutdown()
    assert [one.result(60) for one in pages] == [f"page {number}" for number in range(9)]
