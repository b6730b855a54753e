"""A phone at a seat, as the site's own page is: it hears of news, asks, and sends over and over.

It listens to the stream that the page names, asks for the state when there is something new and now
and then all the same, and every second while there is no stream; less often where it isn't
answered, or late.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.hall.entering import Line, head
from tests.hall.phone import COME_BACK, Client
from tests.hall.site import PATIENCE

SECOND, NOW_AND_THEN = 1.0, 12.0
LONGEST_PAUSE = 8.0
SPREAD = 1.0
SILENCE = 10.0
ANSWERED_WITHIN = 6.0
_PART = re.compile(r'data-(stream|version|state|acts|agreements|csrf)="([^"]*)"')
_GONE = (OSError, IndexError, ValueError, TimeoutError, asyncio.IncompleteReadError)
"""No answer, or half of one."""

Progress = tuple[int, int, int]
"""How far a table is, as a seat sees it: it only grows."""


def progress_of(told: Mapping[str, Any]) -> Progress:
    """The hand's place, its acts, and how many sides agree on its result."""
    acts = told["view"]["acts"] if told["view"] else 0
    return told["place"] or told["hands"] + 1, acts, len(told["agreed"])


def take_seat(port: int, slug: str, link: str, *, pair: int, round: int, seat: str) -> SeatPhone:
    """Open a pair's link and take one of its seats, as a player does."""
    client = Client([port])
    assert client.insist("GET", link).status == 302
    seats = f"/c/{slug}/pair/{pair}/seats/"
    assert client.insist("GET", seats).status == 200
    taken = client.insist(
        "POST",
        seats,
        body=urlencode({"round": round, "seat": seat}).encode(),
        Content_Type="application/x-www-form-urlencoded",
        X_CSRFToken=client.csrf,
    )
    assert f"/seat/{round}/" in taken.location, taken
    return SeatPhone(port, seat, client, taken.location)


@dataclass(slots=True)
class SeatPhone:
    """One of the four at a table. `open` it; then `listen` and `keep_asking` go on for ever."""

    port: int
    seat: str
    client: Client
    page: str
    """The address of the seat."""
    addresses: dict[str, str] = field(default_factory=dict)
    told: dict[str, Any] = field(default_factory=dict)
    """The newest state."""
    asked: list[float] = field(default_factory=list)
    """How long the questions took, in seconds."""
    wakes: int = 0
    """How often the stream said that there is something new."""
    faults: list[str] = field(default_factory=list)
    _line: Line = field(init=False)
    _busy: asyncio.Lock = field(init=False)
    _news: asyncio.Event = field(init=False)
    _changed: asyncio.Condition = field(init=False)
    _is_alive: bool = False
    _unanswered: int = 0
    """Attempts in a row."""
    _heard: float = 0
    """The newest act that it heard of since it asked; infinite: something else is new."""

    async def open(self) -> None:
        """Load the page, and the state once. In the loop in which everything else is done."""
        self._line, self._busy = Line(self.port), asyncio.Lock()
        self._news, self._changed = asyncio.Event(), asyncio.Condition()
        page = await asyncio.to_thread(self.client.insist, "GET", self.page)
        self.addresses = {name: unescape(text) for name, text in _PART.findall(page.body.decode())}
        assert self.addresses["stream"], "serve names a stream"
        self.told = {"version": self.addresses["version"] + "?", "step": ""}
        await self.ask()

    @property
    def progress(self) -> Progress:
        return progress_of(self.told)

    async def until(self, beyond: Progress) -> float:
        """Wait until it knows of more than that; the moment."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: self.progress > beyond)
            return time.monotonic()

    async def until_it_hears(self) -> None:
        """Wait until its stream says that it is alive."""
        async with asyncio.timeout(PATIENCE):
            while not self._is_alive:
                await asyncio.sleep(0.05)

    def close(self) -> None:
        self._line.close()

    async def keep_asking(self) -> None:
        """Ask when there is news, and some time after the last answer."""
        while True:
            begun = time.monotonic()
            if not await self.ask():
                await asyncio.sleep(self._pause_after_failure())
                continue
            took = time.monotonic() - begun
            pause = NOW_AND_THEN if self._is_alive else max(SECOND, 2 * took)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._until_news()

    def _pause_after_failure(self) -> float:
        pause: float = min(SECOND * 2 ** (self._unanswered - 1), LONGEST_PAUSE)
        return pause * random.uniform(0.75, 1.25)

    async def _until_news(self) -> None:
        """Wait until it has heard of something that it doesn't know; what its own act was answered
        with, it does."""
        while True:
            await self._news.wait()
            self._news.clear()
            async with self._busy:
                if self._heard > self.told.get("newest", 0):
                    return

    def _hear(self, act: float = math.inf) -> None:
        self._heard = max(self._heard, act)
        self._news.set()

    async def ask(self) -> bool:
        """Ask, and return whether it was answered."""
        async with self._busy:
            begun, self._heard = time.monotonic(), 0
            query = urlencode({"version": self.told["version"], "page": "1"})
            path = f"{self.addresses['state']}?{query}"
            answer = await self._sent("GET", path)
            if answer is None or answer[0] == COME_BACK:
                return False
            self.asked.append(time.monotonic() - begun)
            await self._take(*answer)
        return True

    async def send(self, what: str, content: Mapping[str, Any]) -> None:
        """Send it until it is answered."""
        body = json.dumps(content).encode()
        deadline = time.monotonic() + PATIENCE
        async with self._busy:
            while True:
                query = urlencode({"version": self.told["version"], "page": "1"})
                answer = await self._sent("POST", f"{self.addresses[what]}?{query}", body)
                if answer is not None and answer[0] != COME_BACK:
                    break
                assert time.monotonic() < deadline, f"never answered: {body!r}"
                await asyncio.sleep(self._pause_after_failure())
            if answer[0] != 200:
                self.faults.append(f"{what} {body!r}: {answer[0]} {answer[1][:200]!r}")
            await self._take(*answer)

    async def _sent(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes] | None:
        own = {"Cookie": self.client.cookie_header, "Accept": "application/json"}
        if method == "POST":
            own |= {
                "X_CSRFToken": self.addresses["csrf"],
                "Content_Type": "application/json",
                "Content_Length": str(len(body)),
            }
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                answer = await self._line.ask(head(method, path, **own), body)
        except _GONE:
            self._line.close()
            answer = None
        came = answer is not None and answer[0] != COME_BACK
        self._unanswered = 0 if came else self._unanswered + 1
        return answer

    async def _take(self, status: int, body: bytes) -> None:
        if status == 204:
            return
        if status != 200:
            self.faults.append(f"{self.page}: {status} {body[:200]!r}")
            return
        async with self._changed:
            self.told = json.loads(body)
            assert self.told.pop("page"), "the page gets its part"
            self._changed.notify_all()

    async def listen(self) -> None:
        """Hear of news, over and over."""
        parts = urlsplit(self.addresses["stream"])
        while True:
            try:
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
                try:
                    writer.write(head("GET", f"{parts.path}?{parts.query}").encode() + b"\r\n")
                    await self._read(reader)
                finally:
                    writer.close()
            except _GONE:
                pass
            self._is_alive = False
            await asyncio.sleep(SPREAD * random.random())
            self._hear()
            await asyncio.sleep(SECOND)

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while True:
            async with asyncio.timeout(SILENCE):
                line = await reader.readline()
            if not line:
                return
            if line.startswith(b"event: alive") and not self._is_alive:
                self._is_alive = True
                self._hear()
            if line.startswith(b"data: "):
                self.wakes += 1
                _scope, _, act = line.decode().removeprefix("data: ").strip().partition(" ")
                self._hear(float(act or math.inf))
