"""The site as a club starts it: `manage.py serve` in a process and with data of its own.

On a PostgreSQL server it can have several hosts: each with a folder, a web process and a worker of
its own, and nothing in common but the database and the secret key.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.new_database import new_server_database, put_new_database, put_static_files

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
GUNICORN = (
    *("--worker-class", "tournament.management.hall_worker.HallWorker"),
    *("--workers", "2", "--threads", "8", "--keep-alive", "65"),
)
"""As docs/hosting.md says."""
PATIENCE = 300.0
"""Seconds to wait for a server to answer before it counts as broken."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@dataclass(slots=True)
class Site:
    """A site with its own data; the server's process is `process` while it runs."""

    data: Path
    database: str = ""
    """DATABASE_URL, or "" for SQLite in the data folder."""
    secret: str = ""
    """What its hosts sign with, or "" for one host, which makes and keeps its own."""
    port: int = field(default_factory=free_port)
    stream_port: int = field(default_factory=free_port)
    gunicorn: bool = False
    """Served as on a server, by gunicorn with two processes, instead of by `serve`."""
    settings: dict[str, str] = field(default_factory=dict)
    """More of its environment."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        own = {
            "BOTIFARRA_DATA": str(self.data),
            "BOTIFARRA_STREAM_PORT": str(self.stream_port),
            "PYTHONUNBUFFERED": "1",
        }
        if self.database:
            own["DATABASE_URL"] = self.database
        if self.secret:
            own["BOTIFARRA_SECRET_KEY"] = self.secret
        inherited = {
            key: value
            for key, value in os.environ.items()
            if key not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
        }
        return {**inherited, **own, **self.settings}

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the site to its end."""
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *arguments],
            env=self.environment,
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
        )

    def run(self, module: str, **options: Any) -> Any:
        """Call a test module's `main(**options)` inside the site; what it returns, as JSON."""
        code = (
            "import json, sys, django; django.setup(); "
            f"from {module} import main; print(json.dumps(main(**json.loads(sys.argv[1]))))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, json.dumps(options)],
            env={**self.environment, "DJANGO_SETTINGS_MODULE": "tournament.settings"},
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def start(self, *, name: str = HOST) -> None:
        """Start the server and wait until it answers to that name."""
        log = (self.data / "serve.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, *self._server()],
            env=self.environment,
            cwd=ROOT,
            stdout=log,
            stderr=log,
        )
        log.close()
        deadline = time.monotonic() + PATIENCE
        while not self._answers(name):
            assert self.process.poll() is None, self.log
            assert time.monotonic() < deadline, self.log
            time.sleep(0.05)

    def _server(self) -> list[str]:
        """Return the command that starts a server."""
        if not self.gunicorn:
            return [str(ROOT / "manage.py"), "serve", "--port", str(self.port)]
        bind = ["--bind", f"{HOST}:{self.port}"]
        return ["-m", "gunicorn", "tournament.wsgi", *bind, *GUNICORN]

    def _answers(self, name: str) -> bool:
        connection = HTTPConnection(HOST, self.port, timeout=5)
        try:
            connection.request("GET", "/accounts/login/", headers={"Host": name})
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """End the server as a power cut does: no handler runs, nothing is finished."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stand_still(self) -> None:
        """Let the server stop where it is, as a laptop does that has no time for it."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let a server that stands still go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)

    @property
    def computed(self) -> float:
        """How many seconds the server's process has computed; 0 where nobody can tell."""
        assert self.process is not None
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            return 0.0
        user, system = stat.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    @property
    def log(self) -> str:
        """What the server printed."""
        return (self.data / "serve.log").read_text(encoding="utf-8", errors="replace")


@contextmanager
def new_site(data: Path, *, server: str | None = None) -> Iterator[Site]:
    """A site with a new database; `server` is a PostgreSQL server, None for SQLite."""
    with new_hosts(data, 1, server=server) as (site,):
        yield site


@contextmanager
def new_hosts(data: Path, number: int, *, server: str | None) -> Iterator[tuple[Site, ...]]:
    """That many hosts of one site with a new database; SQLite is for one host alone."""
    if server is None:
        assert number == 1, "several hosts need a PostgreSQL server"
        put_new_database(data)
        put_static_files(data)
        with _stopped_at_the_end(Site(data)) as site:
            yield (site,)
        return
    with ExitStack() as stack:
        database = stack.enter_context(new_server_database(server))
        secret = secrets.token_hex(32)
        hosts = []
        for one in range(1, number + 1):
            folder = data / f"host-{one}"
            folder.mkdir()
            put_static_files(folder)
            host = Site(folder, database, secret)
            hosts.append(stack.enter_context(_stopped_at_the_end(host)))
        yield tuple(hosts)


@contextmanager
def _stopped_at_the_end(site: Site) -> Iterator[Site]:
    try:
        yield site
    finally:
        site.stop()
