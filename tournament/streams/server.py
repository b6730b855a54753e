"""The process that holds the streams: uvicorn speaks HTTP, a thread hears what is told."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from tournament.streams.asgi import Application
from tournament.streams.carriers import carrier
from tournament.streams.hub import Hub
from tournament.streams.topics import News

logger = logging.getLogger(__name__)

MOST_STREAMS = 4000
"""Open connections; the next page is told 503, and asks every second."""
STOPS_WITHIN = 1
ASKS_WITHIN = 10.0
"""Seconds in which a connection must have asked for something."""
_ACCEPTED_AT_ONCE = 16
"""Connections taken one after the other, so tries when the process may open no more: asyncio then
pauses for a second."""


class AskingProtocol(H11Protocol):
    """Closes connections that ask nothing: they would keep away those who do."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(ASKS_WITHIN, self._end_unasked)

    def _end_unasked(self) -> None:
        if getattr(self, "cycle", None) is None:  # typed as if there always were one
            self.transport.close()


class StreamServer(uvicorn.Server):
    """Ends its streams when it is told to stop, instead of waiting for those who listen."""

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
    """Log what went wrong in the loop; that no more files can be opened, without its traceback."""
    if isinstance(context.get("exception"), OSError):
        logger.warning("streams: %s: %s", context["message"], context["exception"])
    else:
        loop.default_exception_handler(context)
