"""waitress's loop, without a look at every connection each time that something happens.

Its own asks each of them at every turn whether it waits to read or to write, and tells the kernel
anew: where hundreds of phones stay connected, that is more work than their short answers. Here the
kernel is told once. A turn looks only at those to which something has just happened, and once a
second at all: waitress closes some by itself. Requests that wait for a thread, or are being
answered by one, cost a turn nothing, however many they are: so a server that fell behind is not
slower.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import Any

from waitress import wasyncore

LOOKED_AT_EVERY = 1.0
"""Seconds after which all connections are looked at."""


class Loop:
    """Serves connections, which waitress has by the numbers of their files. `clock` counts seconds
    and never goes back."""

    def __init__(
        self,
        connections: Mapping[int, Any],
        changed: deque[int] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connections = connections
        self._changed = deque[int]() if changed is None else changed
        """Numbers of the connections that wait for something else since something was done with
        them. Any thread fills it, and wakes the loop after that, as waitress does."""
        self._clock = clock
        self._selector = DefaultSelector()
        self._told: dict[int, int] = {}
        """Events for which the kernel was told that each connection waits."""
        self._unsettled: set[int] = set()
        """Numbers of connections that may wait for something else by now, as the loop knows."""
        self._look_at_all = clock()

    def turn(self, longest: float = LOOKED_AT_EVERY) -> None:
        """Wait at most so many seconds until something happens, and handle it."""
        if self._clock() >= self._look_at_all:
            self._look_at_all = self._clock() + LOOKED_AT_EVERY
            self._unsettled.update(self._told, self._connections)
        while self._changed:
            self._unsettled.add(self._changed.popleft())
        while self._unsettled:
            self._look_at(self._unsettled.pop())
        for key, events in self._selector.select(longest):
            if key.fd in self._connections:
                self._happened(key.fd, events)

    def close(self) -> None:
        self._selector.close()

    def _happened(self, number: int, events: int) -> None:
        one = self._connections[number]
        if events & EVENT_READ:
            wasyncore.read(one)
        if events & EVENT_WRITE and number in self._connections:
            wasyncore.write(one)
        if number in self._connections:
            self._unsettled.add(number)
        else:
            self._tell(number, 0)  # before its number is given to another one

    def _look_at(self, number: int) -> None:
        one = self._connections.get(number)
        wanted = _waits_for(one) if one is not None else 0
        # While it is answered it waits for neither, until the thread says that it has an answer.
        self._tell(number, wanted)

    def _tell(self, number: int, wanted: int) -> None:
        told = self._told.get(number, 0)
        if wanted == told:
            return
        if not told:
            self._selector.register(number, wanted)
        elif wanted:
            self._selector.modify(number, wanted)
        else:
            self._selector.unregister(number)
        self._told[number] = wanted
        if not wanted:
            del self._told[number]


def _waits_for(one: Any) -> int:
    wanted = EVENT_READ if one.readable() else 0
    if one.writable() and not one.accepting:
        wanted |= EVENT_WRITE
    return wanted
