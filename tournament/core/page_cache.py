"""Cache of public pages in one process: their versions, and their compressed bytes.

In a hall, hundreds of phones open the same page in the second in which a round is closed, and ask
every five seconds whether anything has changed. One request in two seconds looks up the version of
what is published; one renders each new version; the others get the same bytes. Measured with 300
phones, rendering for each of them made the last one wait nineteen seconds.

`public_pages` decides what may be kept at all. Everything here lives in this process, and is
forgotten with it.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from django.db import DatabaseError

FRESH_SECONDS = 2.0
"""Greatest age in seconds of a known version: pages ask every five seconds, so nobody sees it."""
KEPT_SECONDS = 60.0
"""After how long a page is rendered again though nothing has changed: pages tell the time ("as of
18:40"), and nothing should be wrong for long that is in no version."""
MOST_VERSIONS = 4096
MOST_BYTES = 32 * 1024 * 1024
"""Most bytes of compressed pages that are kept; the least recently used go first."""
_LOCKS = 256


@dataclass(slots=True)
class _LookedUp:
    """The version found at the last look, and the time at which that look began."""

    text: str
    at: float


class Versions:
    """The versions of what is published, looked up at most every `seconds`.

    `clock` counts seconds and never goes back.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, *, seconds: float = FRESH_SECONDS
    ) -> None:
        self.seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._looks: OrderedDict[Hashable, _LookedUp] = OrderedDict()

    def current(self, key: Hashable, look: Callable[[], str | None]) -> str | None:
        """Return the version of `key`, by `look` where nobody knows it well enough; None: nothing
        there.

        While one looks, the others are answered as before. While the database can't be read, so is
        everybody who asks for what was known.
        """
        with self._lock:
            now = self._clock()
            known = self._looks.get(key)
            if known is not None:
                self._looks.move_to_end(key)
                if now - known.at < self.seconds:
                    return known.text
                known.at = now
        try:
            text = look()
        except DatabaseError:
            if known is None:
                raise
            return known.text
        with self._lock:
            if text is None:
                self._looks.pop(key, None)
            else:
                self._looks[key] = _LookedUp(text, now)
                while len(self._looks) > MOST_VERSIONS:
                    self._looks.popitem(last=False)
        return text

    def forget(self) -> None:
        """Forget everything."""
        with self._lock:
            self._looks.clear()


def _compression_of(headers: Mapping[str, str]) -> int:
    """Return the level of compression, 1 to 9: 6 % fewer bytes for 3 ms are worth it for a page
    that a hall's phones fetch at once; the results of 200 pairs as JSON would take 65 ms instead of
    11."""
    return 9 if headers.get("Content-Type", "").startswith("text/html") else 6


class KeptAnswer:
    """An answer that everybody gets: its body compressed, and a tag that changes with it."""

    __slots__ = ("_body", "_digest", "headers", "length", "status")

    def __init__(self, status: int, headers: tuple[tuple[str, str], ...], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.length = len(body)
        """Bytes of the body before it was compressed."""
        self._body = gzip.compress(body, compresslevel=_compression_of(dict(headers)), mtime=0)
        self._digest = hashlib.sha256(body).hexdigest()[:24]

    def body(self, *, zipped: bool) -> bytes:
        return self._body if zipped else gzip.decompress(self._body)

    def etag(self, *, zipped: bool) -> str:
        """Return one for each encoding, as they are different bytes."""
        return f'"{self._digest}-gz"' if zipped else f'"{self._digest}"'

    @property
    def size(self) -> int:
        """Bytes that it takes to keep."""
        return len(self._body)


@dataclass(slots=True)
class _Page:
    answer: KeptAnswer
    version: str
    made_at: float
    right_at: float
    """Time at which the page was last found to be current."""


class PageStore:
    """Answers by their keys, each rendered once for a version; bounded by their bytes."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        seconds: float = KEPT_SECONDS,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.seconds = seconds
        self._clock = clock
        self.most_bytes = most_bytes
        self._bytes = 0
        self._lock = threading.Lock()
        self._pages: OrderedDict[Hashable, _Page] = OrderedDict()
        # The renderer holds the lock of the key. Two keys may share one: that only makes them wait.
        self._rendering = tuple(threading.Lock() for _ in range(_LOCKS))

    def get(
        self, key: Hashable, version: str, make: Callable[[], KeptAnswer | None]
    ) -> KeptAnswer | None:
        """Return the answer of that version: rendered by the first who asks, by `make`.

        The others wait for it, or get the one before it if that was right two seconds ago. None
        where `make` gives nothing that may be kept: each who asks then makes their own.
        """
        began = self._clock()
        if (page := self._right(key, version, began)) is not None:
            return page
        before = self._just_right(key, began)
        rendering = self._rendering[hash(key) % _LOCKS]
        if not rendering.acquire(blocking=before is None):
            return before
        try:
            if (page := self._right(key, version, began)) is not None:
                return page
            made_at = self._clock()
            answer = make()
            self._keep(key, _Page(answer, version, made_at, made_at) if answer else None)
            return answer
        finally:
            rendering.release()

    def forget(self) -> None:
        """Forget everything."""
        with self._lock:
            self._pages.clear()
            self._bytes = 0

    def _right(self, key: Hashable, version: str, began: float) -> KeptAnswer | None:
        """Return the kept answer, if it is of this version or was made since this request began."""
        with self._lock:
            page = self._pages.get(key)
            if page is None:
                return None
            is_right = page.version == version and began - page.made_at < self.seconds
            if not (is_right or page.made_at > began):
                return None
            page.right_at = began
            self._pages.move_to_end(key)
            return page.answer

    def _just_right(self, key: Hashable, now: float) -> KeptAnswer | None:
        with self._lock:
            page = self._pages.get(key)
            return page.answer if page and now - page.right_at < FRESH_SECONDS else None

    def _keep(self, key: Hashable, page: _Page | None) -> None:
        with self._lock:
            old = self._pages.pop(key, None)
            self._bytes -= old.answer.size if old else 0
            if page is None:
                return
            self._pages[key] = page
            self._bytes += page.answer.size
            while self._bytes > self.most_bytes:
                _key, gone = self._pages.popitem(last=False)
                self._bytes -= gone.answer.size


T = TypeVar("T")


class SharedReads(Generic[T]):
    """Cache of data that several pages of a version share: the latest few, by their keys."""

    most = 6
    _all: ClassVar[list[SharedReads[Any]]] = []

    def __init__(self) -> None:
        self._all.append(self)
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        self._found: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, read: Callable[[], T]) -> T:
        """Return the value of `read`, called once for each key; others wait for it meanwhile."""
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        with self._reading:
            with self._lock:
                if key in self._found:
                    return self._found[key]
            found = read()
            with self._lock:
                self._found[key] = found
                while len(self._found) > self.most:
                    self._found.popitem(last=False)
            return found

    @classmethod
    def forget_all(cls) -> None:
        """Forget everything that is shared in this process."""
        for one in cls._all:
            with one._lock:
                one._found.clear()


versions = Versions()
pages = PageStore()
"""The one `PageStore` of this process."""
