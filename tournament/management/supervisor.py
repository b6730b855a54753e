"""Processes beside the server that are started again when they die, and end with it."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.db import connections

from tournament.management.server import LOOPBACK

logger = logging.getLogger(__name__)

CHECK_EVERY = 5.0
"""Seconds between two checks whether a process still lives."""
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds before one that died is started again: each time twice as long, up to a minute."""
LIVED_WELL = 60.0
"""Seconds after which one that dies did not die of being started."""
STOPS_WITHIN = 5.0
"""Seconds that one has to stop; it takes one, unless something holds it up."""


class Process(Protocol):
    """A process, as far as its supervisor is concerned."""

    def poll(self) -> int | None:
        """Return the process's exit code; None while it runs."""

    def stop(self) -> bool:
        """Stop it; whether it ended by itself, without being killed."""


class Supervisor:
    """Starts a process again whenever it has ended. One thread uses it.

    Whatever goes wrong (no memory for another process, a full table of them) is logged and tried
    again after a pause; nothing that happens here may end the supervisor.
    """

    what = "a process"
    """Name in the log."""
    first_pause = FIRST_PAUSE

    def __init__(
        self, start: Callable[[], Process], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._start = start
        self._process: Process | None = None
        self._started = clock()
        self._pause = self.first_pause
        self._wait_until = clock()

    def check(self) -> None:
        """Start a process if there is none, unless it is too early for that."""
        if self._process is not None:
            ended = self._process.poll()
            if ended is None:
                return
            logger.warning("%s has ended (%s) and is started again", self.what, ended)
            self._process = None
            self._put_off(lived=self._clock() - self._started)
        if self._clock() < self._wait_until:
            return
        try:
            self._process, self._started = self._start(), self._clock()
        except OSError as error:
            logger.warning("%s could not be started: %s", self.what, error)
            self._put_off(lived=0)

    def _put_off(self, *, lived: float) -> None:
        pause = self.first_pause if lived >= LIVED_WELL else self._pause
        self._wait_until = self._clock() + pause
        self._pause = min(2 * pause, LONGEST_PAUSE)

    def stop(self) -> None:
        """End the process."""
        if self._process is not None and not self._process.stop():
            logger.warning("%s did not stop and was ended", self.what)
            self.was_killed()

    def was_killed(self) -> None:
        """Clean up after a process that did not stop by itself."""


class ManageProcess:
    """A command of `manage.py` that ends when its standard input is closed (`--with-parent`)."""

    def __init__(self, *arguments: str) -> None:
        manage = str(Path(settings.BASE_DIR) / "manage.py")
        self._process = subprocess.Popen(
            [sys.executable, manage, *arguments, "--with-parent"], stdin=subprocess.PIPE
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
def kept_running(
    *supervisors: Callable[[], Supervisor], every: float = CHECK_EVERY
) -> Iterator[None]:
    """Keep processes running, started again when they die, until the block ends."""
    over = threading.Event()
    threads = [
        threading.Thread(target=_keep, args=(made, over, every), daemon=True)
        for made in supervisors
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _keep(made: Callable[[], Supervisor], over: threading.Event, every: float) -> None:
    supervisor = made()
    supervisor.check()
    while not over.wait(every):
        supervisor.check()
    supervisor.stop()
    connections.close_all()


def when_parent_ends(then: Callable[[], object]) -> None:
    """Call `then` in a thread of its own when standard input is closed: a parent that ends, in
    whatever way, closes the pipe.

    It is read below Python's own stdin, whose lock, held by that thread, would let the interpreter
    abort when it is told to stop.
    """

    def wait() -> None:
        while os.read(sys.stdin.fileno(), 1):
            pass
        then()

    threading.Thread(target=wait, daemon=True).start()


BEYOND = 100
"""The port of the streams of a site on port 8000 is 8100: one more for a firewall."""
LAST_PORT = 65535
CHECK_STREAMS_EVERY = 1.0
"""Seconds between two checks of the process for streams: without it phones ask every second."""


class StreamSupervisor(Supervisor):
    """Keeps `manage.py streams` running."""

    what = "the process for streams"
    first_pause = 1.0

    def __init__(self, host: str, port: int) -> None:
        command = ("streams", "--host", host, "--port", str(port))
        super().__init__(lambda: ManageProcess(*command))


@contextmanager
def streams_beside(host: str, site_port: int, *, asked: int) -> Iterator[None]:
    """Hold streams for a site on `site_port`. `asked` is the port that was asked for, 0 for any.

    Their port is 100 above a port that was asked for, else any that is free. Where another program
    has it, the process says so and is started again now and then; meanwhile phones ask every
    second.
    """
    port = settings.STREAM_PORT or (_beyond(site_port) if asked else _free_port())
    settings.STREAM_PORT = port
    with kept_running(lambda: StreamSupervisor(host, port), every=CHECK_STREAMS_EVERY):
        yield


def _beyond(site_port: int) -> int:
    port = site_port + BEYOND
    return port if port <= LAST_PORT else site_port - BEYOND


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])
