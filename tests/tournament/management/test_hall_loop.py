"""The server's loop looks at what happens, and at nothing else; and serves all the same."""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from typing import Any

import pytest

from tournament.management.hall_loop import Loop
from tournament.management.hall_server import HallServers, hall_server

HOST = "127.0.0.1"
LONG = b"x" * 4_000_000


def application(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
    """Answers with what was sent, or with very much."""
    body = LONG if environ["PATH_INFO"] == "/long" else environ["wsgi.input"].read()
    start("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@pytest.fixture
def port() -> Iterator[int]:
    with served(application, threads=4) as (port, _server):
        yield port


@contextmanager
def served(
    answer: Callable[..., Iterable[bytes]], *, threads: int
) -> Iterator[tuple[int, HallServers]]:
    """A server in a thread of its own, and its port."""
    listening = socket.socket()
    listening.bind((HOST, 0))
    listening.listen(64)
    server = hall_server(
        answer,
        [listening],
        threads=threads,
        connection_limit=400,
        clear_untrusted_proxy_headers=False,
        ident=None,
    )
    ended = threading.Event()
    serving = threading.Thread(target=lambda: server.serve_until(ended.is_set))
    serving.start()
    try:
        yield listening.getsockname()[1], server
    finally:
        ended.set()
        serving.join()
        server.close()


def asked(connection: HTTPConnection, path: str = "/", body: bytes | None = None) -> bytes:
    connection.request("POST" if body else "GET", path, body)
    return connection.getresponse().read()


def test_many_connections_are_answered_again_and_again(port: int) -> None:
    with ExitStack() as stack:
        lines = [
            stack.enter_context(closing(HTTPConnection(HOST, port, timeout=60))) for _ in range(120)
        ]
        for number in range(3):
            for at, line in enumerate(lines):
                said = f"{number} of {at}".encode()
                assert asked(line, body=said) == said
        for line in lines[::2]:
            line.close()  # their numbers go to those who come next
        for at, line in enumerate(lines):
            assert asked(line, body=b"again") == b"again", at


def test_a_long_answer_waits_for_a_slow_reader_and_nobody_else_does(port: int) -> None:
    with closing(HTTPConnection(HOST, port, timeout=60)) as slow:
        slow.request("GET", "/long")
        with closing(HTTPConnection(HOST, port, timeout=60)) as quick:
            for _ in range(5):
                assert asked(quick, body=b"now") == b"now"
        assert slow.getresponse().read() == LONG
        assert asked(slow, body=b"then") == b"then"


def test_requests_that_come_in_pieces_or_together_are_answered_in_order(port: int) -> None:
    with closing(socket.create_connection((HOST, port), timeout=60)) as line:
        head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n"
        line.sendall(head + b"one" + head + b"two" + head + b"th")
        line.sendall(b"r" + head + b"fou")
        text = b""
        while not text.endswith(b"fou"):
            text += line.recv(65536)
    assert [part[:3] for part in text.split(b"\r\n\r\n")[1:]] == [b"one", b"two", b"thr", b"fou"]


def test_what_is_no_request_is_refused_at_once(port: int) -> None:
    with closing(socket.create_connection((HOST, port), timeout=5)) as line:
        line.sendall(b"get / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.0 400 ")


class Fake:
    """A connection that counts how often it is looked at."""

    accepting = False

    def __init__(self, *, is_answered: bool = False) -> None:
        self.own, self.other = socket.socketpair()
        self.is_answered = is_answered
        self.looked_at = 0
        self.heard: list[bytes] = []

    def readable(self) -> bool:
        self.looked_at += 1
        return not self.is_answered

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        self.heard.append(self.own.recv(99))


def test_a_turn_looks_at_those_to_which_something_happens_and_once_a_second_at_all() -> None:
    now = 0.0
    fakes = [Fake() for _ in range(20)]
    loop = Loop({one.own.fileno(): one for one in fakes}, clock=lambda: now)
    for number in range(5):
        fakes[3].other.sendall(b"news")
        loop.turn()
        assert len(fakes[3].heard) == number + 1
    assert {one.looked_at for one in fakes if one is not fakes[3]} == {1}
    now = 1.5
    fakes[3].other.sendall(b"news")
    loop.turn()
    assert {one.looked_at for one in fakes if one is not fakes[3]} == {2}
    for one in fakes:
        one.own.close()
        one.other.close()


def test_those_that_wait_for_an_answer_cost_a_turn_nothing() -> None:
    """However many they are: else a server that fell behind is slower for it."""
    changed = deque[int]()
    fakes = [Fake(is_answered=number > 0) for number in range(20)]
    loop = Loop({one.own.fileno(): one for one in fakes}, changed, clock=lambda: 0.0)
    for _ in range(5):
        fakes[0].other.sendall(b"news")
        loop.turn()
    assert {one.looked_at for one in fakes[1:]} == {1}
    fakes[7].is_answered = False  # by another thread, which says so and wakes the loop
    changed.append(fakes[7].own.fileno())
    fakes[0].other.sendall(b"news")
    loop.turn()
    assert [one.looked_at for one in fakes[6:9]] == [1, 2, 1]
    fakes[7].other.sendall(b"next")
    loop.turn()
    assert fakes[7].heard == [b"next"]
    for one in fakes:
        one.own.close()
        one.other.close()


def test_what_was_asked_by_those_who_have_hung_up_is_not_answered() -> None:
    """A phone that waits for long hangs up and asks again: it is answered once. What was sent is
    done all the same."""
    done: list[str] = []
    begun, goes_on = threading.Event(), threading.Event()

    def answer(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        begun.set()
        goes_on.wait()
        done.append(environ["PATH_INFO"])
        return application(environ, start)

    with served(answer, threads=1) as (port, _server), ExitStack() as stack:

        def connected() -> HTTPConnection:
            return stack.enter_context(closing(HTTPConnection(HOST, port, timeout=60)))

        first = connected()
        first.request("GET", "/first")
        assert begun.wait(60)
        for number in range(9):
            for method in ("GET", "POST"):
                impatient = connected()
                impatient.request(method, f"/{method}/{number}")
                impatient.close()
        patient = connected()
        patient.request("GET", "/patient")
        goes_on.set()
        assert first.getresponse().read() == b""
        assert patient.getresponse().read() == b""
        assert asked(patient, "/again") == b""
    posts = [f"/POST/{number}" for number in range(9)]
    assert sorted(done) == sorted(["/first", "/patient", "/again", *posts])


def test_what_is_sent_goes_before_what_is_asked() -> None:
    begun, go_on = threading.Event(), threading.Event()
    order: list[str] = []

    def answer(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        order.append(environ["PATH_INFO"])
        begun.set()
        go_on.wait(60)
        start("200 OK", [("Content-Length", "0")])
        return []

    with served(answer, threads=1) as (port, server), ExitStack() as stack:

        def send(path: str, body: bytes | None = None) -> HTTPConnection:
            line = stack.enter_context(closing(HTTPConnection(HOST, port, timeout=60)))
            line.request("POST" if body else "GET", path, body)
            return line

        def waiting(many: int) -> None:
            while len(server.task_dispatcher.queue) < many:
                begun.wait(0.01)

        lines = [send("/first-page")]
        begun.wait(60)
        for many, (path, body) in enumerate(
            [("/page", None), ("/entry", b"1"), ("/other-page", None), ("/other-entry", b"2")], 1
        ):
            lines.append(send(path, body))
            waiting(many)
        go_on.set()
        for line in lines:
            line.getresponse().read()
    assert order == ["/first-page", "/entry", "/other-entry", "/page", "/other-page"]


def test_a_page_that_takes_long_holds_no_other_one_up() -> None:
    """Nobody else comes meanwhile and no other page is done: the loop itself sees to it."""
    begun, go_on = threading.Event(), threading.Event()

    def answer(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/slow":
            begun.set()
            go_on.wait(60)
        return application(environ, start)

    with served(answer, threads=2) as (port, _server), ExitStack() as stack:
        slow, quick = (
            stack.enter_context(closing(HTTPConnection(HOST, port, timeout=60))) for _ in range(2)
        )
        slow.request("GET", "/slow")
        assert begun.wait(60)
        assert asked(quick) == b""
        go_on.set()
        assert slow.getresponse().read() == b""
