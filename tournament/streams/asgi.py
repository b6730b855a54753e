"""The application that holds the streams: bare ASGI, and neither Django's views nor a database.

GET …?for=SIGNED    text/event-stream: "table", "table 57" (the newest act at it) or "all" when
                    there is something new, and an event "alive" every few seconds, by which a
                    page knows that it still hears
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from tournament.streams.hub import Hub, Stream
from tournament.streams.topics import topic_signed

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ALIVE_SECONDS = 4.0
PARAMETER = "for"
_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx passes each line on at once
    # Pages come from another port of this host. Nobody's cookie is looked at.
    (b"access-control-allow-origin", b"*"),
]
_FIRST = b"retry: 1000\nevent: alive\ndata:\n\n"
_ALIVE = b"event: alive\ndata:\n\n"


class Application:
    """Holds the streams of a hub."""

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
    """Return when whoever listens has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
