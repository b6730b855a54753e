"""`python3 manage.py serve`: the site as a club uses it on the day."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.accounts.queries import no_account_yet
from tournament.management import server
from tournament.management.backup_thread import automatic_backups
from tournament.management.server import address, hall_lines, port_number
from tournament.management.supervisor import kept_running, streams_beside
from tournament.management.worker_thread import WorkerSupervisor


class Command(BaseCommand):
    help = (
        "Serve the site: make or migrate its database, then answer on this machine, or with "
        "--hall to everybody on the hall's network."
    )
    # Checked once it has its port, before the database is touched: that a port is taken is told
    # sooner than all the site's addresses are loaded.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        where = parser.add_mutually_exclusive_group()
        where.add_argument(
            "--hall",
            dest="host",
            action="store_const",
            const=server.EVERYWHERE,
            help="answer on all networks of this machine: the phones of the hall",
        )
        where.add_argument(
            "--host",
            type=address,
            help="answer on the network of this address only (and always on this machine)",
        )
        parser.add_argument("--port", type=port_number, default=8000, help="0 takes a free one")
        parser.set_defaults(host=server.LOOPBACK)

    def handle(self, *, host: str, port: int, **_options: Any) -> None:
        with override(server.terminal_language()):
            with server.listening(host, port) as sockets:
                self.check()
                server.prepare()
                own, hall = server.own_url(sockets), server.hall_url(sockets)
                settings.HALL_URL = settings.HALL_URL or hall
                site_port = sockets[0].getsockname()[1]
                with (
                    automatic_backups(),
                    kept_running(WorkerSupervisor),
                    streams_beside(host, site_port, asked=port),
                ):
                    server.run(sockets, lambda: self.announce(own, hall))
            self.say(_("Stopped."))

    def announce(self, own: str, hall: str | None) -> None:
        """Say where the site is, once it can be reached; `hall` is None where only from here."""
        self.say(_("The site is running. Stop it with Ctrl-C."))
        self.say(_("On this machine: %(url)s") % {"url": own + "/"})
        if hall:
            for line in hall_lines(settings.HALL_URL or hall, self.stdout):
                self.say(line)
            self.say(
                _("Phones that play hear of each card through port %(port)d.")
                % {"port": settings.STREAM_PORT}
            )
        else:
            self.say(
                _(
                    "Nobody else can reach it. To let the phones of a hall reach it, start it with "
                    "--hall."
                )
            )
        self.say(_("Its data are in %(folder)s") % {"folder": settings.DATA_DIR})
        if no_account_yet():
            self.say(
                _("Nobody has an account yet. Make the first one, on this machine: %(url)s")
                % {"url": own + reverse("accounts:first_organiser")}
            )

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
