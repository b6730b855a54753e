"""waitress, so that no single address can close the hall.

A connection that has sent no whole request costs nothing but a place, and places end: a thousand of
them, opened from one machine and left half-way, kept everybody else out. Here one address has so
many such places and no more: for a new one the oldest is given up. All phones of a hall may share
their router's address, so that the limit allows hundreds; and as theirs send a request at once, it
is never theirs that are the oldest. Requests have a time limit too, and where all places are taken,
connections that only wait for a next request make room.

Whose turn it is among the requests that wait for a thread, `hall_turns` says.
"""

from __future__ import annotations

import socket
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from tournament.management.hall_loop import LOOKED_AT_EVERY, Loop
from tournament.management.hall_turns import LONG, Turns

HALF_OPEN = 800
"""Connections of one address that have sent no whole request: a thousand phones that come in the
same second, each a bad network's half second from its request, are fewer at any moment."""
HEADER_SECONDS = 15.0
BODY_SECONDS = 120.0
"""Longest time for a header and for a body: a list of pairs takes seconds on a slow network."""
LOOKED_AFTER_SECONDS = 5
"""Seconds between two checks of these times."""
ROOM = 50
"""Places that are kept free for new visitors."""
ACCEPTED_AT_ONCE = 64
ANSWERED: ContextVar[HallChannel] = ContextVar("answered")
"""The connection that a thread answers."""
ASKING = frozenset({"GET", "HEAD"})
"""Methods whose request may be dropped when the client has hung up. What is sent is done: it may
not come again."""


class HallChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that knows since when a request is owed."""

    owed_since: float | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._owe()
        self.server.changed.append(self._fileno)

    @property
    def is_idle(self) -> bool:
        """The connection waits between two requests, with nothing left to be sent."""
        return self.owed_since is None and not self.requests and not self.total_outbufs_len

    def received(self, data: bytes) -> bool:
        """Take what came; a request that has begun is owed since its first byte."""
        took: bool = super().received(data)
        if self.request is None:
            self._owe_nothing()
        elif self.owed_since is None:
            self._owe()
        return took

    @property
    def asks(self) -> bool:
        """Return whether the request that it has to be answered now sends nothing."""
        request = self.requests[0]
        return request.error is not None or request.command in ASKING

    def is_overdue(self, now: float) -> bool:
        """Return whether its request should have been here by now."""
        if self.owed_since is None:
            return False
        in_body = self.request is not None and self.request.headers_finished
        return now - self.owed_since > (BODY_SECONDS if in_body else HEADER_SECONDS)

    def give_up(self) -> None:
        """Let it be closed at the next turn of the loop."""
        self._owe_nothing()
        self.will_close = True
        self.server.changed.append(self._fileno)

    def service(self) -> None:
        """Have a request answered; waitress calls it in a thread."""
        ANSWERED.set(self)
        try:
            if self.requests[0].error is None and self.asks and self.has_hung_up():
                self.will_close = True
                self.server.pull_trigger()
            else:
                super().service()
        finally:
            self.server.turns.done_with(self)

    def has_hung_up(self) -> bool:
        """Return whether the client is known to have hung up."""
        try:
            nothing: bool = self.socket.recv(1, socket.MSG_PEEK) == b""
            return nothing
        except BlockingIOError:
            return False  # nothing more has come, which is as it should be
        except OSError:
            return True

    def del_channel(self, map: Any = None) -> None:
        """Forget a closed connection; waitress calls it."""
        self._owe_nothing()
        super().del_channel(map)

    def _owe(self) -> None:
        self.owed_since = time.time()
        self.server.half_open.setdefault(self.addr[0], {})[self] = None

    def _owe_nothing(self) -> None:
        self.owed_since = None
        of_address = self.server.half_open.get(self.addr[0], {})
        of_address.pop(self, None)
        if not of_address:
            self.server.half_open.pop(self.addr[0], None)


class HallServer(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """A listening socket of waitress that keeps room for new visitors."""

    channel_class = HallChannel

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.half_open: dict[str, dict[HallChannel, None]] = {}
        """Connections that owe a request by their address, the oldest first."""
        self.changed: deque[int] = options.pop("changed")
        """The numbers of connections that the loop has to look at."""
        self.turns: Turns[HallChannel] = options.pop("turns")
        super().__init__(*arguments, **options)

    def handle_accept(self) -> None:
        """Accept all that wait, not one a turn: each turn looks at every connection."""
        for _ in range(ACCEPTED_AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                break
            newest = next(reversed(self.active_channels.values()))
            self._limit_half_open(newest.addr[0])
        self._make_room()

    def pull_trigger(self) -> None:
        """Wake the loop; waitress calls it when a thread has done something to a connection."""
        number = ANSWERED.get()._fileno
        if number is not None:  # it was closed meanwhile
            self.changed.append(number)
        super().pull_trigger()

    def maintenance(self, now: float) -> None:
        """Give up what is overdue, besides what has been silent for long."""
        super().maintenance(now)
        owing = [one for of_address in self.half_open.values() for one in of_address]
        for channel in owing:
            if channel.is_overdue(now):
                channel.give_up()

    def _limit_half_open(self, address: str) -> None:
        half_open = self.half_open.get(address, {})
        if len(half_open) > HALF_OPEN:
            next(iter(half_open)).give_up()

    def _make_room(self) -> None:
        """Close the connections that have been idle for longest, if nearly all places are taken."""
        missing = len(self._map) - (self.adj.connection_limit - ROOM)
        if missing > 0:
            idle = [one for one in self.active_channels.values() if one.is_idle]
            for channel in sorted(idle, key=lambda one: one.last_activity)[:missing]:
                channel.give_up()


class HallServers(MultiSocketServer):  # type: ignore[misc]  # waitress has no types
    """All listening sockets, served in one loop."""

    changed: deque[int]
    turns: Turns[HallChannel]

    def run(self) -> None:
        """Serve until Ctrl-C or SIGTERM."""
        self.serve_until(lambda: False)

    def serve_until(self, is_over: Callable[[], bool]) -> None:
        """Serve until Ctrl-C or SIGTERM, or until `is_over()`, which is asked at every turn."""
        loop = Loop(self.map, self.changed)
        try:
            while self.map and not is_over():
                loop.turn(LONG if len(self.turns) else LOOKED_AT_EVERY)
                self.turns.wake_next()
        except (SystemExit, KeyboardInterrupt):
            self.close()
        finally:
            loop.close()


def hall_server(
    application: Callable[..., Iterable[bytes]], sockets: list[socket.socket], **options: Any
) -> HallServers:
    """Return a server on these sockets, with the options of `waitress.create_server`."""
    adjustments = Adjustments(sockets=sockets, cleanup_interval=LOOKED_AFTER_SECONDS, **options)
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.queue = turns = Turns[HallChannel](dispatcher.queue_cv)
    dispatcher.set_thread_count(adjustments.threads)
    connections: dict[int, Any] = {}
    changed = deque[int]()
    servers = [
        HallServer(
            application,
            connections,
            True,
            one,
            dispatcher=dispatcher,
            adj=adjustments,
            sockinfo=(one.family, one.type, one.proto, one.getsockname()),
            bind_socket=False,
            changed=changed,
            turns=turns,
        )
        for one in sockets
    ]
    listen = [(one.effective_host, one.effective_port) for one in servers]
    server = HallServers(connections, adjustments, listen, dispatcher, servers[-1].log_info)
    server.changed, server.turns = changed, turns
    return server
