"""`python3 manage.py demo`: demonstration championships to look around in.

manage.py gives it a data folder of its own before the settings are read, so nothing here can touch
a club's championships. Its accounts' passwords are printed, so it only answers to this machine.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.management import server
from tournament.management.server import port_number
from tournament.management.supervisor import kept_running, streams_beside
from tournament.management.worker_thread import WorkerSupervisor
from tournament.models import Role

if TYPE_CHECKING:
    from tournament.demo.loader import Demo


class Command(BaseCommand):
    help = "Load the demonstration championships and serve them on this machine."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=port_number, default=8000, help="0 takes a free one")
        parser.add_argument("--no-serve", action="store_true", help="only load it")
        parser.add_argument("--fresh", action="store_true", help="forget what was entered before")
        parser.add_argument(
            "--json", dest="as_json", action="store_true", help="print one JSON object instead"
        )

    def handle(
        self, *, port: int, no_serve: bool, fresh: bool, as_json: bool, **_options: Any
    ) -> None:
        announce = self._announce_json if as_json else self._announce
        with override(server.terminal_language()):
            if settings.DATA_DIR.name != "demo":
                raise CommandError(_("Start the demonstration with `python3 manage.py demo`."))
            if no_serve:
                announce(f"http://{server.LOOPBACK}:{port}", _load(fresh=fresh))
                return
            with server.listening(server.LOOPBACK, port) as sockets:
                demo = _load(fresh=fresh)
                site_port = sockets[0].getsockname()[1]
                with (
                    kept_running(WorkerSupervisor),
                    streams_beside(server.LOOPBACK, site_port, asked=port),
                ):
                    server.run(sockets, lambda: announce(server.own_url(sockets), demo))

    def _announce(self, url: str, demo: Demo) -> None:
        self._say(_("The demonstration: %(url)s") % {"url": url + "/"})
        for label, path in demo.addresses:
            self._say(f"  {url}{path}  {label}")
        self._say(_("Accounts, with their passwords:"))
        for username, password, role in demo.accounts:
            self._say(f"  {username}  {password}  {Role(role).label}")

    def _announce_json(self, url: str, demo: Demo) -> None:
        facts = {
            "url": url,
            "accounts": [
                {"username": username, "password": password, "role": role}
                for username, password, role in demo.accounts
            ],
            "addresses": [{"label": label, "url": url + path} for label, path in demo.addresses],
            "database": str(connection.settings_dict["NAME"]),
        }
        self._say(json.dumps(facts, ensure_ascii=False))

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _load(*, fresh: bool) -> Demo:
    """Return the demonstration, in a database that is made, migrated or (`fresh`) made anew."""
    from tournament.demo.loader import load_demo

    if fresh:
        _forget()
    server.prepare()
    with server.clear_errors():
        return load_demo()


def _forget() -> None:
    """Remove the demonstration's database, with the files that SQLite keeps beside it."""
    database = Path(connection.settings_dict["NAME"])
    with server.clear_errors():
        for name in (database.name, f"{database.name}-wal", f"{database.name}-shm"):
            database.with_name(name).unlink(missing_ok=True)
