"""Order of the requests that wait for one of the server's threads.

Requests that send something go first: a table's result is not kept waiting by everybody who has
just opened a page.

The others are answered one after the other. Python computes one thing at a time, and a thread that
computes beside others waits for them after each question to the database: eight pages beside each
other took half as much time again as one after the other, and an entry among them ten times as
long. A page that takes long holds nobody up: after a moment the next one goes beside it.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

LONG = 0.1
"""Seconds after which a page that is still being made lets another one be made beside it: most take
a tenth of that, and one that waits for the database's lock computes nothing."""


SWITCH_SECONDS = 0.001
"""Seconds that a thread may compute while others wait to go on: with Python's five milliseconds an
entry, which asks the database twenty times, waits after each for those that render."""


def switch_often() -> None:
    """Let this process's threads go on in turns so short."""
    sys.setswitchinterval(SWITCH_SECONDS)


class Request(Protocol):
    """A connection with a request that has to be answered."""

    @property
    def asks(self) -> bool:
        """Return whether the request sends nothing."""
        ...


R = TypeVar("R", bound=Request)


class Turns(Generic[R]):
    """The requests that wait, as waitress's dispatcher uses its queue.

    `changed` is the dispatcher's condition, on which its idle threads wait; what the dispatcher
    calls, it calls with its lock held. `clock` counts seconds and never goes back.
    """

    def __init__(
        self, changed: threading.Condition, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._changed = changed
        self._clock = clock
        self._sent = deque[R]()
        self._asked = deque[R]()
        self._being_answered: dict[R, float] = {}
        """The requests that send nothing and are being answered, and since when."""

    def __len__(self) -> int:
        """Return the number of requests that wait."""
        return len(self._sent) + len(self._asked)

    def __bool__(self) -> bool:
        """Return whether it is the turn of any request that waits."""
        return bool(self._sent) or (bool(self._asked) and self._may_answer())

    def append(self, request: R) -> None:
        """Add a request behind others of its kind."""
        (self._asked if request.asks else self._sent).append(request)

    def popleft(self) -> R:
        """Remove the request whose turn it is, and return it."""
        if self._sent:
            return self._sent.popleft()
        request = self._asked.popleft()
        self._being_answered[request] = self._clock()
        return request

    def done_with(self, request: R) -> None:
        """Note that a thread is done with it."""
        with self._changed:
            self._being_answered.pop(request, None)

    def wake_next(self) -> None:
        """Let another turn come if a page has taken long; to be called now and then."""
        if self._asked:
            with self._changed:
                if self:
                    self._changed.notify()

    def _may_answer(self) -> bool:
        now = self._clock()
        return all(now - since > LONG for since in self._being_answered.values())
