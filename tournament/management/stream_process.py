"""The process that holds the streams, as `serve` and `demo` keep it running beside them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from tournament.management.server import LOOPBACK
from tournament.management.supervisor import ManageProcess, Supervisor, kept_running

BEYOND = 100
"""The port of the streams of a site on port 8000 is 8100: one more for a firewall."""
LAST_PORT = 65535
CHECK_EVERY = 1.0
"""Seconds: until it is back, phones ask every second."""


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
    with kept_running(lambda: StreamSupervisor(host, port), every=CHECK_EVERY):
        yield


def _beyond(site_port: int) -> int:
    port = site_port + BEYOND
    return port if port <= LAST_PORT else site_port - BEYOND


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])
