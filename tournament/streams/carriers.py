"""Carriers of news from writes to the processes that hold streams, here or on other hosts.

On SQLite all of a site is on one machine: a datagram on its own loopback. On PostgreSQL its NOTIFY,
sent by the transaction that writes and delivered when that is done, to every process that listens.
Neither is kept for a process that doesn't listen at that moment: pages ask every few seconds all
the same.
"""

from __future__ import annotations

import logging
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NoReturn

from django.conf import settings
from django.db import DatabaseError, connection, transaction

from tournament.streams.topics import News

logger = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
CHANNEL = "botifarra_news"
_LONGEST = 64
"""Largest datagram in bytes."""
LOOK_EVERY = 20.0
"""Seconds after which a silent connection is tried."""
PAUSE = 1.0
"""Seconds between two attempts to listen."""

Hear = Callable[[News | None], None]
"""Function that is called with all news; None: perhaps there is something new of any topic."""


class Carrier(ABC):
    """Carrier of news from writes to listeners."""

    @abstractmethod
    def send(self, news: News) -> None:
        """Tell it when the transaction that is under way is done, and not if it is undone."""

    @abstractmethod
    def listen(self, hear: Hear) -> NoReturn:
        """Listen and call `hear`, for ever; in a thread of its own."""


class Datagrams(Carrier):
    """Carrier inside one machine, to the port that the streams have, too. Anybody on the machine
    can send a datagram, and makes pages ask once more than they need."""

    def send(self, news: News) -> None:
        port = settings.STREAM_PORT
        if port is not None:
            transaction.on_commit(lambda: self._send(news, port))

    def _send(self, news: News, port: int) -> None:
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending,
            suppress(OSError),  # nobody listens, or too much at once: pages ask by themselves
        ):
            sending.setblocking(False)
            sending.sendto(news.text.encode(), (LOOPBACK, port))

    def listen(self, hear: Hear) -> NoReturn:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as heard:
            heard.bind((LOOPBACK, settings.STREAM_PORT))
            while True:
                with suppress(OSError):  # Windows tells a sender here that somebody else has gone
                    _tell(hear, heard.recv(_LONGEST).decode("ascii", "replace"))


class Notifications(Carrier):
    """Carrier through the database, with one connection for each process that listens."""

    def send(self, news: News) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, news.text])

    def listen(self, hear: Hear) -> NoReturn:
        import psycopg

        while True:
            own = connection.copy()
            try:
                with own.cursor() as cursor:
                    cursor.execute(f"LISTEN {CHANNEL}")
                    hear(None)  # what was told before is lost
                    while True:
                        for one in own.connection.notifies(timeout=LOOK_EVERY):
                            _tell(hear, one.payload)
                        cursor.execute("SELECT 1")
            except (DatabaseError, psycopg.Error) as error:
                logger.warning("streams: the database can't be listened to: %s", error)
            with suppress(DatabaseError, psycopg.Error):
                own.close()
            time.sleep(PAUSE)


def _tell(hear: Hear, text: str) -> None:
    try:
        news = News.parse(text)
    except ValueError:
        return
    hear(news)


CARRIERS: Mapping[str, Carrier] = {"sqlite": Datagrams(), "postgresql": Notifications()}
"""Carriers by the kind of database."""


def carrier() -> Carrier:
    """Return the carrier of this site, by its kind of database."""
    return CARRIERS[connection.vendor]
