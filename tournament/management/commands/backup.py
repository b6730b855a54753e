"""`python3 manage.py backup`: a consistent copy of the database, also while the site is running."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from scoring.whole_numbers import whole_number
from tournament.backups.copies import KEPT, make_backup
from tournament.backups.plan import back_up
from tournament.core.errors import UserError
from tournament.management.server import terminal_language


def count_from_1(text: str) -> int:
    count = whole_number(text)
    if not count:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return count


class Command(BaseCommand):
    help = "Copy the database into a folder and keep the last copies there."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder",
            nargs="?",
            type=Path,
            help="a folder that exists; default: the one the organisers named",
        )
        parser.add_argument(
            "--keep", type=count_from_1, default=KEPT, metavar="COUNT", help=f"default: {KEPT}"
        )

    def handle(self, *, folder: Path | None, keep: int, **_options: Any) -> None:
        with override(terminal_language()):
            try:
                made = make_backup(folder, keep=keep) if folder else back_up(keep=keep)
            except UserError as error:
                raise CommandError(str(error)) from error
            self.stdout.write(_("Backup: %(file)s") % {"file": made.file})
            if made.removed:
                self.stdout.write(
                    ngettext(
                        "%(count)d older one was removed.",
                        "%(count)d older ones were removed.",
                        made.removed,
                    )
                    % {"count": made.removed}
                )
            self.stdout.write(
                _(
                    "It contains the key of the hands: only people who may know the hands may "
                    "read it."
                )
            )
