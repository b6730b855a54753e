"""The process that holds streams, for a test: it hears what is written in the test database."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException

from django.conf import settings
from django.db import connection

from tests.hall.site import HOST, PATIENCE, ROOT, free_port


class StreamProcess:
    """`manage.py streams`, killed and started again as a test wants."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "streams", "--port", str(self.port)],
            env={**os.environ, **_of_the_test()},
        )
        deadline = time.monotonic() + PATIENCE
        while self.status("") is None:
            assert self.process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def status(self, query: str) -> int | None:
        """What a stream is answered with; None where nobody answers."""
        with (
            closing(HTTPConnection(HOST, self.port, timeout=PATIENCE)) as asking,
            suppress(OSError, HTTPException),
        ):
            asking.request("GET", f"/?{query}")
            with asking.getresponse() as answer:
                return answer.status
        return None


def _of_the_test() -> dict[str, str]:
    """The test's key and database, so that it believes the test's pages."""
    own = {
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "BOTIFARRA_NO_VENV": "1",
        "BOTIFARRA_SECRET_KEY": settings.SECRET_KEY,
        "BOTIFARRA_DATA": str(settings.DATA_DIR),
    }
    if connection.vendor == "postgresql":
        known = connection.settings_dict
        who = f"{known['USER']}:{known['PASSWORD']}@" if known["USER"] else ""
        where = f"{known['HOST']}:{known['PORT'] or 5432}"
        own["DATABASE_URL"] = f"postgresql://{who}{where}/{known['NAME']}"
    return own


@contextmanager
def stream_process() -> Iterator[StreamProcess]:
    """One that runs until the test ends, unless that kills it before."""
    made = StreamProcess()
    made.start()
    try:
        yield made
    finally:
        made.kill()
