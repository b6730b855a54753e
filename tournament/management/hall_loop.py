"""waitress's loop, without a look at every connection each time that something happens.

Its own asks each of them at every turn whether it waits to read or to write, and tells the kernel
anew: where hundreds of phones stay connected, that is more work than their short answers. Here the
kernel is told once. A turn looks only at those to which something has just happened or whose
requests are being answered, and once a second at all: waitress closes some by itself.
"""

from __future__ import annotations

import time
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
        self, connections: Mapping[int, Any], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._connections = connections
        self._clock = clock
        self._selector = DefaultSelector()
        self._told: dict[int, int] = {}
        """What the kernel knows that each of them waits for."""
        self._unsettled: set[int] = set()
        """Those that may wait for something else by now."""
        self._look_at_all = clock()

    def turn(self) -> None:
        """Wait until something happens, a second at most, and see to it."""
        if self._clock() >= self._look_at_all:
            self._look_at_all = self._clock() + LOOKED_AT_EVERY
            self._unsettled.update(self._told, self._connections)
        for number in tuple(self._unsettled):
            self._look_at(number)
        for key, events in self._selector.select(LOOKED_AT_EVERY):
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
        if one.accepting:  # there are new ones, and perhaps others have to make room
            self._look_at_all = self._clock()
        if number in self._connections:
            self._unsettled.add(number)
        else:
            self._tell(number, 0)  # before its number is given to another one

    def _look_at(self, number: int) -> None:
        one = self._connections.get(number)
        wanted = _waits_for(one) if one is not None else 0
        self._tell(number, wanted)
        # While it is answered it waits for neither, until a thread says that it has an answer.
        if one is None or wanted == EVENT_READ:
            self._unsettled.discard(number)

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
