"""gunicorn, with the turns of `serve`: what is sent goes first, pages are made one after the other.

gunicorn's own threads take connections as they come. Where two hundred pairs opened their own pages
at once, a table's result waited for three seconds among them.

    gunicorn tournament.wsgi --worker-class tournament.management.hall_worker.HallWorker …
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from tournament.management.hall_turns import LONG, Turns, switch_often

ASKING = (b"GET ", b"HEAD ")
"""Beginnings of requests that send nothing."""
UNREAD_SECONDS = 0.05
"""Seconds without a byte after which a connection is taken for one that sends something: a thread
then waits for it, as long as gunicorn lets it."""
LOOKED_AFTER_SECONDS = 0.002
"""Seconds until a new connection that has sent nothing yet is looked at again."""


class _Job:
    """A connection that waits for a thread, and what is to be done with it."""

    def __init__(self, handle: Callable[[Any], Any], connection: Any) -> None:
        self.future: Future[Any] = Future()
        self.since = time.monotonic()
        self.asks = False
        self._handle = handle
        self._connection = connection

    def peek(self) -> bool:
        """Look whether it `asks`, as far as its request has come; whether that is known by now."""
        try:
            head = self._connection.sock.recv(5, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return time.monotonic() - self.since > UNREAD_SECONDS
        except OSError:
            return True
        self.asks = head.startswith(ASKING)
        return True

    def do(self) -> None:
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            self.future.set_result(self._handle(self._connection))
        except BaseException as error:  # gunicorn looks at it
            self.future.set_exception(error)


class TurnsPool:
    """Threads that take connections by their turns, as gunicorn uses its pool."""

    def __init__(self, threads: int) -> None:
        self._changed = threading.Condition()
        self._turns = Turns[_Job](self._changed)
        self._unread: list[_Job] = []
        """Jobs of which it isn't known yet whether they send something."""
        self._ends = False
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def submit(self, handle: Callable[[Any], Any], connection: Any) -> Future[Any]:
        """Call `handle(connection)` when it is its turn."""
        job = _Job(handle, connection)
        with self._changed:
            self._unread.append(job)
            self._changed.notify()
        return job.future

    def shutdown(self, wait: bool = True) -> None:
        """Let the threads end when nothing waits any more, and perhaps wait for that."""
        with self._changed:
            self._ends = True
            self._changed.notify_all()
        if wait:
            for thread in self._threads:
                thread.join()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                job.do()
            finally:
                self._turns.done_with(job)

    def _next(self) -> _Job | None:
        """Return the job whose turn it is; None: no job's, and no other will come."""
        with self._changed:
            while True:
                self._look_at_new_ones()
                if self._turns:
                    return self._turns.popleft()
                if self._ends and not self._unread and not len(self._turns):
                    return None
                self._changed.wait(self._longest_wait())

    def _longest_wait(self) -> float | None:
        """Return seconds after which it may be a job's turn unannounced: a request has come, or a
        page takes long."""
        if self._unread:
            return LOOKED_AFTER_SECONDS
        return LONG if len(self._turns) else None

    def _look_at_new_ones(self) -> None:
        """Let those wait for their turn whose requests have come."""
        still: list[_Job] = []
        for job in self._unread:
            if job.peek():
                self._turns.append(job)
            else:
                still.append(job)
        self._unread = still


class HallWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """A worker of gunicorn whose threads take turns."""

    def get_thread_pool(self) -> TurnsPool:
        switch_often()
        return TurnsPool(self.cfg.threads)
