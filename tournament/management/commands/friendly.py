"""`python3 manage.py friendly`: a friendly table on this laptop, for the phones around it.

It is `serve --hall` with a table made; manage.py lets the installation have friendly tables.
"""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.game.announcements import SantVicencRule
from scoring.game.variants import PlayVariant
from tournament.core.errors import NotNow
from tournament.friendly.kinds import Played, Terms
from tournament.friendly.services import NewTable, make_table
from tournament.management import server
from tournament.management.commands import serve

GAME = NewTable(
    Played.GAME,
    Terms(
        target=101,
        hands=4,
        variant=PlayVariant.OBLIGADA,
        sant_vicenc=SantVicencRule.ALLOWED,
    ),
)


class Command(serve.Command):
    help = (
        "Serve the site on all networks of this machine, make a friendly table (a game to 101) and "
        "print its link and code for the phones."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(host=server.EVERYWHERE)

    def announce(self, own: str, hall: str | None) -> None:
        """Print the table's link and code."""
        try:
            table = make_table(new=GAME, address=server.LOOPBACK)
        except NotNow as error:
            raise CommandError(str(error)) from error
        link = reverse("friendly:table", args=[table.code])
        url = (settings.HALL_URL or hall or own) + link
        self.say(_("A friendly table: %(url)s") % {"url": url})
        for line in server.code_lines(url, self.stdout):
            self.say(line)
        if not (settings.HALL_URL or hall):
            self.say(_("This machine is on no network: only it can open the table."))
        self.say(
            _("Other games and more tables: %(url)s")
            % {"url": (settings.HALL_URL or hall or own) + reverse("friendly:new")}
        )
        self.say(_("Stop it with Ctrl-C."))
