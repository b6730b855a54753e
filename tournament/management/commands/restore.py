"""`python3 manage.py restore`: a backup becomes the site's database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from tournament.backups.restore import Prepared, prepared, what_is_there
from tournament.core.actor import AT_THE_TERMINAL
from tournament.core.errors import UserError
from tournament.management.commands.verify import check_lines, summary
from tournament.management.server import terminal_language


class Command(BaseCommand):
    help = (
        "Put a backup in the place of the site's database, which is kept beside it under a dated "
        "name. The file is checked and migrated first; a damaged or foreign one is refused, one in "
        "which the checks find faults until you agree."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a backup")
        parser.add_argument("--yes", action="store_true", help="don't ask before replacing")
        parser.add_argument("--anyway", action="store_true", help="also a backup with faults")

    def handle(self, *, file: Path, yes: bool, anyway: bool, **_options: Any) -> None:
        with override(terminal_language()):
            try:
                with prepared(file) as ready:
                    self._restore(ready, yes=yes, anyway=anyway)
            except UserError as error:
                raise CommandError("\n".join(map(str, error.messages))) from error
        if any(check.faults for check in ready.checks):
            sys.exit(1)

    def _restore(self, ready: Prepared, *, yes: bool, anyway: bool) -> None:
        for check in ready.checks:
            self.stdout.write("\n".join(check_lines(check)))
        self.stdout.write(summary(ready.checks))
        if any(check.faults for check in ready.checks) and not anyway:
            self._agree(
                _("The backup has faults."),
                _("To restore it in spite of them, add --anyway."),
                _("Restore it in spite of them? Type “%(yes)s”:"),
            )
        present = what_is_there()
        if present and not yes:
            self._agree(
                present,
                _("To replace it, add --yes."),
                _("Replace it? The old one will be kept beside the new one. Type “%(yes)s”:"),
            )
        kept = ready.put_in_place(actor=AT_THE_TERMINAL)
        self.stdout.write(_("The site is restored."))
        if kept:
            self.stdout.write(_("The previous database is kept: %(file)s") % {"file": kept})

    def _agree(self, fact: str, option: str, question: str) -> None:
        """Raise `CommandError`, which tells the option, unless somebody at the terminal agrees."""
        if not sys.stdin.isatty():
            raise CommandError(f"{fact} {option}")
        yes = pgettext("answer", "yes")
        self.stdout.write(fact)
        if input(f"{question % {'yes': yes}} ").strip().casefold() != yes:
            raise CommandError(_("Nothing was changed."))
