"""A cache of public pages, shared by everybody who polls the same address.

In a hall, hundreds of phones ask the same few addresses every five seconds whether anything has
changed. One request in two seconds looks that up; the others are answered from what it found,
before a session or a row is read. When something has changed, the first request renders it, and the
others wait for it and get the same bytes. Measured with 500 phones, rendering for each of them made
answers about a hundred times slower.

Only pages shown to anonymous visitors are kept, in this process, for seconds.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

FRESH_SECONDS = 2.0
"""How old a snapshot may be: pages ask every five seconds, so nobody sees the difference."""
MOST = 512
"""Addresses that are kept; the least recently used go first."""


@dataclass(slots=True)
class _Slot:
    """What is known of one address."""

    version: str = ""
    looked_at: float = float("-inf")
    bodies: dict[Hashable, tuple[str, bytes]] = field(default_factory=dict)
    """By language: the version that was rendered, and its bytes."""
    rendering: threading.Lock = field(default_factory=threading.Lock)


class PageCache:
    """The latest answers of public addresses. `clock` counts seconds and never goes back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._slots: OrderedDict[Hashable, _Slot] = OrderedDict()

    def is_current(self, address: Hashable, version: str) -> bool:
        """Whether this is what the address answered, as far as anybody has to know now.

        When that was found out too long ago, the one who asks is let through to find out again, and
        the others are answered meanwhile as before.
        """
        with self._lock:
            slot = self._slots.get(address)
            if slot is None or slot.version != version:
                return False
            now = self._clock()
            if now - slot.looked_at > FRESH_SECONDS:
                slot.looked_at = now
                return False
            return True

    def note(self, address: Hashable, version: str) -> None:
        """Remember that a public address answers with this version now."""
        with self._lock:
            slot = self._slot(address)
            slot.version, slot.looked_at = version, self._clock()

    def rendered(
        self, address: Hashable, language: str, version: str, render: Callable[[], bytes]
    ) -> bytes:
        """The bytes of this version of the address: rendered by the first who asks for them."""
        with self._lock:
            slot = self._slot(address)
        with slot.rendering:
            known = slot.bodies.get(language)
            if known is not None and known[0] == version:
                return known[1]
            body = render()
            slot.bodies[language] = (version, body)
            return body

    def forget(self) -> None:
        """Forget everything."""
        with self._lock:
            self._slots.clear()

    def _slot(self, address: Hashable) -> _Slot:
        slot = self._slots.setdefault(address, _Slot())
        self._slots.move_to_end(address)
        while len(self._slots) > MOST:
            self._slots.popitem(last=False)
        return slot


snapshots = PageCache()
"""Those of this process."""
