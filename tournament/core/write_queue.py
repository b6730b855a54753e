"""Limit concurrent writes; answer 503 when a request has waited longer than people do.

Where the database lets nobody write (another program holds its lock, a disk hangs), each writing
request would hold a thread for as long as it waits, and soon nobody could read either. So only some
of the threads may be in requests that write. Others wait for a moment as long as writing goes on;
where it doesn't, they are told at once to come back (503 with Retry-After), which the outbox of a
phone does by itself. What a request sends is read whole before its turn, so that nobody who sends
slowly holds one.
"""

from __future__ import annotations

import logging
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.defaults import server_error as usual_server_error

from tournament.core.database_trouble import Trouble, trouble_of

MOST = 4
"""Requests that write at once, with a server of eight threads."""
WAITING = 2
"""Requests that may wait for their turn; a server's other threads are for reading."""
PATIENCE = 3.0
"""Longest wait in seconds while nothing is written."""
MOVING_SECONDS = 8.0
"""Seconds since the last write was done for which requests still wait."""
LONGEST = 20.0
"""Longest wait in seconds, whatever is written."""
LOCK_SECONDS = 4
"""Longest wait in seconds for the database's lock."""
COME_BACK_SECONDS = 3
LONG = 10.0
"""Seconds for which a write that found the database locked speaks for the others."""

SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}
BODY_SECONDS, BYTES_A_SECOND = 10.0, 100_000
"""Longest time for a body without a proxy that waits for it: seconds, and more at this pace."""

logger = logging.getLogger(__name__)
V = TypeVar("V", bound=Callable[..., HttpResponseBase])


def writes(view: V) -> V:
    """Mark a view that writes though it is asked by GET, as opening a link writes a session."""
    view.writes = True  # type: ignore[attr-defined]
    return view


class WriteQueue:
    """Turns of requests that write. `clock` counts seconds and never goes back."""

    def __init__(
        self,
        *,
        most: int = MOST,
        waiting: int = WAITING,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self.waiting = waiting
        self.patience = patience
        self.line: deque[object] = deque()
        """The writers that wait for their turn, the first one first."""
        self._clock = clock
        self._changed = threading.Condition()
        self._inside = 0
        self._moved_at = float("-inf")
        self._failed_at = float("-inf")

    def enter(self) -> bool:
        """Return whether this request may write, sooner or later; then it calls `leave` in the end.

        Whoever came first is first: nobody who comes again and again keeps others waiting.
        """
        with self._changed:
            asked, turn = self._clock(), object()
            self.line.append(turn)
            try:
                while self._inside >= self.most or self.line[0] is not turn:
                    left = self._longest_wait(asked, turn)
                    if left <= 0:
                        return False
                    self._changed.wait(left)
                if not self._inside:
                    self._moved_at = self._clock()
                self._inside += 1
                return True
            finally:
                self.line.remove(turn)
                self._changed.notify_all()  # somebody else is first now

    def leave(self, *, failed: bool = False) -> None:
        """Give the turn back; `failed`: the database was locked for too long."""
        with self._changed:
            self._inside -= 1
            if failed:
                self._failed_at = self._clock()
            else:
                self._moved_at, self._failed_at = self._clock(), float("-inf")
            self._changed.notify_all()

    def _longest_wait(self, asked: float, turn: object) -> float:
        """Return how many more seconds a request may wait that has been in the line since then."""
        now = self._clock()
        if now - self._failed_at < LONG:
            return 0.0  # nobody waits for a database that is locked
        moving = self._moved_at + MOVING_SECONDS - now
        if self.line.index(turn) < self.waiting:
            moving = max(moving, asked + self.patience - now)
        return min(moving, asked + LONGEST - now)


queue = WriteQueue()
"""The one `WriteQueue` of this process."""


class QueueForWriting:
    """Middleware: a request that writes waits for its turn, or is told to come back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        status = 500
        try:
            response = self.get_response(request)
            status = response.status_code
        finally:
            if getattr(request, "writes", False):
                queue.leave(failed=status == 503)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], *_arguments: Any
    ) -> HttpResponse | None:
        if request.method in SAFE and not getattr(view, "writes", False):
            return None
        if not _read_whole(request):
            return HttpResponse(status=408, headers={"Connection": "close"})
        if not queue.enter():
            return come_back(request)
        request.writes = True  # type: ignore[attr-defined]
        try:
            _limit_waiting()
        except DatabaseError as error:
            return self.process_exception(request, error)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        trouble = trouble_of(error)
        if trouble is None:
            return None
        logger.warning(
            "The database is %s: %s %s was not done.", trouble.value, request.method, request.path
        )
        return come_back(request, trouble)


def _read_whole(request: HttpRequest) -> bool:
    """Read what a request sends, as its view will ask for it; whether it came in time.

    gunicorn reads it from the visitor while somebody waits for it; other servers hand over what
    has come whole.
    """
    visitor: socket.socket | None = request.META.get("gunicorn.socket")
    ended = threading.Event()

    def end() -> None:
        ended.set()
        assert visitor is not None
        visitor.shutdown(socket.SHUT_RD)

    length = int(request.META.get("CONTENT_LENGTH") or 0)
    deadline = threading.Timer(BODY_SECONDS + length / BYTES_A_SECOND, end)
    if visitor is not None and length:
        deadline.daemon = True
        deadline.start()
    try:
        _read = request.POST if request.content_type in _FORMS else request.body
    except UnreadablePostError:  # whoever sent it has gone
        return False
    except MultiPartParserError:
        pass  # no form; what was sent is empty then, and the view says what is missing
    finally:
        deadline.cancel()
    return not ended.is_set()


_FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}


def _limit_waiting() -> None:
    """Let this thread's connection wait for a lock no longer than a request may."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000}")
        else:
            cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")


def come_back(request: HttpRequest, trouble: Trouble = Trouble.LOCKED) -> HttpResponse:
    """Say that nothing was stored, why if that matters, and when to try again."""
    context = {"is_full": trouble is Trouble.FULL}
    response = render(request, "503.html", context, status=503)
    response.headers["Retry-After"] = str(COME_BACK_SECONDS)
    return response


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Show the site's answer to a fault: trouble of the database that may pass says so."""
    trouble = trouble_of(sys.exc_info()[1])
    return usual_server_error(request) if trouble is None else come_back(request, trouble)
