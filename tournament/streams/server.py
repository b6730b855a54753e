"""The process that holds the streams: uvicorn speaks HTTP, a thread hears what is told."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading

import uvicorn

from tournament.streams.asgi import Application
from tournament.streams.carriers import carrier
from tournament.streams.hub import Hub
from tournament.streams.topics import News

logger = logging.getLogger(__name__)

MOST_STREAMS = 4000
"""Open connections; the next page is told 503, and asks every second."""
STOPS_WITHIN = 1


class StreamServer(uvicorn.Server):
    """Ends its streams when it is told to stop, instead of waiting for those who listen."""

    def __init__(self) -> None:
        self.hub = Hub()
        super().__init__(
            uvicorn.Config(
                Application(self.hub),
                loop="asyncio",
                http="h11",
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
