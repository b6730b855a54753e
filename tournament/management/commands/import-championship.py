"""`python3 manage.py import-championship`: a championship from its file, or from an envelope."""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.core.actor import AT_THE_TERMINAL
from tournament.core.database_files import refuse_unready
from tournament.core.errors import UserError
from tournament.envelopes.contents import ENVELOPE
from tournament.envelopes.sealed_file import LONGEST_HEADER
from tournament.envelopes.services.open import open_envelope, receive_envelope
from tournament.management.server import clear_errors, terminal_language
from tournament.models import Championship
from tournament.transfer.services import import_championship


def _imported(file: BinaryIO, slug: str) -> Championship:
    """Return the championship of a file; of an envelope once its passphrase was typed."""
    beginning = file.read(LONGEST_HEADER)
    file.seek(0)
    if f'"{ENVELOPE}"'.encode() not in beginning.split(b"\n")[0]:
        return import_championship(actor=AT_THE_TERMINAL, file=file, slug=slug)
    received = receive_envelope(file=file)
    typed = input(f"{received.event}, {received.venue}. {_('Passphrase')}: ")
    return open_envelope(actor=AT_THE_TERMINAL, received=received, passphrase=typed)


class Command(BaseCommand):
    help = "Import a championship from the file of export-championship, or from an envelope."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--slug", default="", metavar="NAME", help="another address for it")

    def handle(self, *, file: Path, slug: str, **_options: Any) -> None:
        with override(terminal_language()), clear_errors():
            try:
                opened = file.open("rb")
            except OSError as error:
                raise CommandError(
                    _("The file %(file)s can't be read: %(reason)s.")
                    % {"file": file, "reason": error.strerror or error}
                ) from error
            with opened:
                try:
                    refuse_unready()
                    made = _imported(opened, slug)
                except UserError as error:
                    raise CommandError("\n".join(map(str, error.messages))) from error
            self.stdout.write(
                _("The championship “%(name)s” is imported, at %(address)s")
                % {"name": made.name, "address": reverse("championships:start", args=[made.slug])}
            )
