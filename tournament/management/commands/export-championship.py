"""`python3 manage.py export-championship`: a championship as one file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.core.actor import AT_THE_TERMINAL
from tournament.core.database_files import refuse_unready
from tournament.core.errors import NotNow
from tournament.management.server import clear_errors, terminal_language
from tournament.models import Championship
from tournament.transfer.services import export_championship


class Command(BaseCommand):
    help = "Write a championship into one file, with everything but accounts and link secrets."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="NAME", help="the championship, by its address")
        parser.add_argument("file", metavar="FILE", type=Path, help="a file that is not there yet")

    def handle(self, *, slug: str, file: Path, **_options: Any) -> None:
        with override(terminal_language()), clear_errors():
            try:
                refuse_unready()
            except NotNow as error:
                raise CommandError(str(error)) from error
            championship = Championship.objects.filter(slug=slug).first()
            if championship is None:
                raise CommandError(_("There is no championship “%(slug)s”.") % {"slug": slug})
            if file.exists():
                raise CommandError(_("The file %(file)s already exists.") % {"file": file})
            made = export_championship(actor=AT_THE_TERMINAL, championship=championship)
            _write(file, made.content)
            self.stdout.write(_("The championship is in %(file)s") % {"file": file})
            if made.holds_sealed_hands:
                self.stdout.write(
                    _(
                        "It contains the key of the hands: only people who may know the hands "
                        "may read it."
                    )
                )


def _write(file: Path, content: bytes) -> None:
    """Write a new file that only its owner can read; a part of it is no file."""
    try:
        descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as opened:
                opened.write(content)
        except BaseException:
            file.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CommandError(
            _("The file %(file)s can't be written: %(reason)s.")
            % {"file": file, "reason": error.strerror or error}
        ) from error
