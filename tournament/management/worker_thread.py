"""The handlers of long work, and the worker process that `serve` keeps running."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.db import DatabaseError, connections

from tournament.analysis.round_job import make_analysis
from tournament.exports.jobs import make_papers, make_workbook
from tournament.jobs.services import release_jobs
from tournament.jobs.worker import Handler, new_name
from tournament.models import Job

logger = logging.getLogger(__name__)

HANDLERS: Mapping[Job.Kind, Handler] = {
    Job.Kind.PAPERS: make_papers,
    Job.Kind.WORKBOOK: make_workbook,
    Job.Kind.ANALYSIS: make_analysis,
}
CHECK_EVERY = 5.0
"""Seconds between two checks whether the worker still lives."""
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds before a worker that died is started again: each time twice as long, up to a minute."""
LIVED_WELL = 60.0
"""Seconds after which a worker that dies did not die of being started."""
STOPS_WITHIN = 5.0
"""Seconds that a worker has to stop; it takes one, unless something holds it up."""


class Process(Protocol):
    """A worker process, as far as its supervisor is concerned."""

    def poll(self) -> int | None:
        """How it ended; None while it runs."""

    def stop(self) -> bool:
        """Let it stop; whether it did so of its own accord, and not only when it was killed."""


class WorkerSupervisor:
    """Starts a worker process again whenever it has ended. One thread uses it.

    Whatever goes wrong (no memory for another process, a full table of them) is logged and tried
    again after a pause; nothing that happens here may end the supervisor.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        start: Callable[[str], Process] | None = None,
    ) -> None:
        self._clock = clock
        self._start = start or _WorkProcess
        self._name = ""
        self._process: Process | None = None
        self._started = clock()
        self._pause = FIRST_PAUSE
        self._wait_until = clock()

    def check(self) -> None:
        """Start a worker if there is none, unless it is too early for that."""
        if self._process is not None:
            ended = self._process.poll()
            if ended is None:
                return
            logger.warning("the worker has ended (%s) and is started again", ended)
            self._process = None
            self._put_off(lived=self._clock() - self._started)
        if self._clock() < self._wait_until:
            return
        try:
            self._name = new_name()
            self._process, self._started = self._start(self._name), self._clock()
        except OSError as error:
            logger.warning("the worker could not be started: %s", error)
            self._put_off(lived=0)

    def _put_off(self, *, lived: float) -> None:
        pause = FIRST_PAUSE if lived >= LIVED_WELL else self._pause
        self._wait_until = self._clock() + pause
        self._pause = min(2 * pause, LONGEST_PAUSE)

    def stop(self) -> None:
        """End the worker. What it was at is gone on with when the site is started again."""
        if self._process is None:
            return
        if not self._process.stop():
            logger.warning("the worker did not stop and was ended")
            try:
                release_jobs(worker=self._name)
            except DatabaseError as error:
                logger.warning("the queue could not be written: %s", error)


class _WorkProcess:
    """`manage.py work`, which ends when its standard input is closed."""

    def __init__(self, name: str) -> None:
        manage = str(Path(settings.BASE_DIR) / "manage.py")
        self._process = subprocess.Popen(
            [sys.executable, manage, "work", "--with-parent", "--name", name],
            stdin=subprocess.PIPE,
        )

    def poll(self) -> int | None:
        return self._process.poll()

    def stop(self) -> bool:
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return False
        return True


@contextmanager
def running_worker() -> Iterator[None]:
    """A worker process of our own that is started again when it dies, and ends with us."""
    over = threading.Event()
    thread = threading.Thread(target=_keep, args=(over,), name="worker", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _keep(over: threading.Event) -> None:
    supervisor = WorkerSupervisor()
    supervisor.check()
    while not over.wait(CHECK_EVERY):
        supervisor.check()
    supervisor.stop()
    connections.close_all()
