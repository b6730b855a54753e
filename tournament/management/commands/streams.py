"""`python3 manage.py streams`: tell open pages at once that there is something new."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.management import server
from tournament.management.server import address, port_number
from tournament.management.supervisor import when_parent_ends

GRACE = 3.0
"""Seconds in which the streams come to their ends."""


class Command(BaseCommand):
    help = (
        "Hold the streams by which open pages hear that there is something new, until stopped."
        " `serve` runs one of these; a hosted site runs it beside its server."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", type=address, default=server.LOOPBACK, help="answer on this address"
        )
        parser.add_argument(
            "--port", type=port_number, help="instead of that in BOTIFARRA_STREAM_PORT"
        )
        parser.add_argument(
            "--with-parent", action="store_true", help="end when standard input is closed"
        )

    def handle(self, *, host: str, port: int | None, with_parent: bool, **_options: Any) -> None:
        from tournament.streams.server import MOST_STREAMS, StreamServer

        settings.STREAM_PORT = port or settings.STREAM_PORT
        if settings.STREAM_PORT is None:
            raise CommandError(_("Give the port with --port, or in BOTIFARRA_STREAM_PORT."))
        with server.listening(host, settings.STREAM_PORT) as sockets:
            server.allow_open_files(MOST_STREAMS + 100)
            streams = StreamServer()
            if with_parent:
                when_parent_ends(lambda: _stop(streams))
            # Stopped in good order, uvicorn raises the signal again by which it was told to.
            with suppress(KeyboardInterrupt):
                streams.run(sockets)


def _stop(streams: Any) -> None:
    streams.should_exit = True
    time.sleep(GRACE)
    os._exit(0)
