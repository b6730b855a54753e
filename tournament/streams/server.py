"""The process that holds the streams: bare ASGI, with neither Django's views nor a database.

GET …?for=SIGNED    text/event-stream: "table", "table 57" (the newest act at it) or "all" when
                    there is something new, and an event "alive" every few seconds, by which a
                    page knows that it still hears

Uvicorn speaks HTTP in the event loop; a thread hears the news from a carrier.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from tournament.streams.carriers import carrier
from tournament.streams.topics import PARAMETER, News, Topic, topic_signed


class Stream:
    """A page that listens. All news while it is busy becomes one piece of news."""

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        self._scope = ""
        """Subject of the news: "table", "all", or "" for none."""
        self._act = 0
        """Newest act, where the news is only acts at the table."""

    def wake(self, scope: str, act: int = 0) -> None:
        acts_alone = act and (self._act or not self._scope)
        self._act = max(self._act, act) if acts_alone else 0
        # A page asks at once for news of its table, so that goes before other news.
        self._scope = "table" if "table" in (scope, self._scope) else scope
        self.woken.set()

    def taken(self) -> str:
        """Return the text of the news, and clear it."""
        said = f"{self._scope} {self._act}" if self._act else self._scope
        self._scope, self._act = "", 0
        self.woken.clear()
        return said


class Hub:
    """All streams of this process, by championship and table, in the thread of its loop."""

    def __init__(self) -> None:
        self.ending = False
        self._streams: dict[int, dict[int | None, set[Stream]]] = {}

    @contextmanager
    def listening(self, topic: Topic) -> Iterator[Stream]:
        """Yield a stream that is woken for its table and for all tables."""
        stream = Stream()
        tables = self._streams.setdefault(topic.championship, {})
        tables.setdefault(topic.table, set()).add(stream)
        try:
            yield stream
        finally:
            tables[topic.table].discard(stream)
            if not tables[topic.table]:
                del tables[topic.table]
            if not tables:
                self._streams.pop(topic.championship, None)

    def hear(self, news: News | None) -> None:
        """Wake the streams of the news; None: all of them."""
        if news is None:
            for championship in self._streams:
                self.hear(News(Topic(championship)))
            return
        topic = news.topic
        tables = self._streams.get(topic.championship, {})
        if topic.table is not None:
            for stream in tables.get(topic.table, ()):
                stream.wake("table", news.act)
            return
        for streams in tables.values():
            for stream in streams:
                stream.wake("all")

    def end(self) -> None:
        """Let all streams come to their ends."""
        self.ending = True
        self.hear(None)


Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ALIVE_SECONDS = 4.0
_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx passes each line on at once
    # Pages come from another port of this host. No cookie is read.
    (b"access-control-allow-origin", b"*"),
]
_FIRST = b"retry: 1000\nevent: alive\ndata:\n\n"
_ALIVE = b"event: alive\ndata:\n\n"


class Application:
    """ASGI application that holds the streams of a hub."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        assert scope["type"] == "http"
        try:
            asked = parse_qs(scope["query_string"].decode("ascii"))
            topic = topic_signed(asked[PARAMETER][0])
        except (KeyError, ValueError):
            await _answer(send, 403)
            return
        if scope["method"] != "GET":
            await _answer(send, 405)
            return
        with self.hub.listening(topic) as stream:
            gone = asyncio.ensure_future(_gone(receive))
            try:
                await self._tell(stream, gone, send)
            finally:
                gone.cancel()

    async def _tell(self, stream: Stream, gone: asyncio.Future[None], send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        await _say(send, _FIRST)
        while not self.hub.ending:
            woken = asyncio.ensure_future(stream.woken.wait())
            await asyncio.wait(
                (gone, woken), timeout=ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            woken.cancel()
            if gone.done():
                return
            news = stream.taken()
            await _say(send, f"data: {news}\n\n".encode() if news else _ALIVE)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _say(send: Send, text: bytes) -> None:
    await send({"type": "http.response.body", "body": text, "more_body": True})


async def _answer(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": _HEADERS[1:]})
    await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    """Return when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


logger = logging.getLogger(__name__)

MOST_STREAMS = 4000
"""Most open connections; the next page is told 503, and asks every second."""
STOPS_WITHIN = 1
ASKS_WITHIN = 10.0
"""Seconds in which a connection must have asked for something."""
_ACCEPTED_AT_ONCE = 16
"""Connections taken one after the other, and so tries when the process may open no more: asyncio
then pauses for a second."""


class AskingProtocol(H11Protocol):
    """Protocol that closes connections that ask nothing: they would keep others away."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(ASKS_WITHIN, self._end_unasked)

    def _end_unasked(self) -> None:
        if getattr(self, "cycle", None) is None:  # typed as if there always were one
            self.transport.close()


class StreamServer(uvicorn.Server):
    """Server that ends its streams when it is told to stop, without waiting for clients."""

    def __init__(self) -> None:
        self.hub = Hub()
        super().__init__(
            uvicorn.Config(
                Application(self.hub),
                loop="asyncio",
                http=AskingProtocol,
                backlog=_ACCEPTED_AT_ONCE,
                log_config=None,
                ws="none",
                lifespan="off",
                access_log=False,
                log_level="warning",
                server_header=False,
                proxy_headers=False,
                limit_concurrency=MOST_STREAMS,
                timeout_graceful_shutdown=STOPS_WITHIN,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_say_shortly)

        def hear(news: News | None) -> None:
            loop.call_soon_threadsafe(self.hub.hear, news)

        def listen() -> None:
            try:
                carrier().listen(hear)
            except OSError as error:
                logger.warning("streams: nothing can be heard: %s", error)
            finally:
                self.should_exit = True

        threading.Thread(target=listen, name="news", daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.end()
        await super().shutdown(sockets)


def _say_shortly(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error of the loop; without a traceback where no more files can be opened."""
    if isinstance(context.get("exception"), OSError):
        logger.warning("streams: %s: %s", context["message"], context["exception"])
    else:
        loop.default_exception_handler(context)
