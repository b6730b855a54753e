"""`python3 manage.py restore`: a backup becomes the site's database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from tournament.core.errors import UserError
from tournament.holding.restoring import Prepared, prepared, what_is_there
from tournament.management.reporting import check_lines, summary
from tournament.management.serving import terminal_language


class Command(BaseCommand):
    help = (
        "Put a backup in the place of the site's database, which is kept beside it under a dated "
        "name. The file is checked and migrated first; a damaged or foreign one is refused."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a backup")
        parser.add_argument("--yes", action="store_true", help="don't ask before replacing")

    def handle(self, *, file: Path, yes: bool, **_options: Any) -> None:
        with override(terminal_language()):
            try:
                with prepared(file) as ready:
                    self._restore(ready, yes=yes)
            except UserError as error:
                raise CommandError("\n".join(map(str, error.messages))) from error
        if any(check.faults for check in ready.checks):
            sys.exit(1)

    def _restore(self, ready: Prepared, *, yes: bool) -> None:
        for check in ready.checks:
            self.stdout.write("\n".join(check_lines(check)))
        self.stdout.write(summary(ready.checks))
        present = what_is_there()
        if present and not yes:
            self._ask(present)
        kept = ready.put_in_place()
        self.stdout.write(_("The site is restored."))
        if kept is not None:
            self.stdout.write(_("What was there before is kept: %(file)s") % {"file": kept})

    def _ask(self, present: str) -> None:
        """Raise `CommandError` unless somebody at the terminal agrees."""
        if not sys.stdin.isatty():
            raise CommandError(f"{present} {_('To replace it, add --yes.')}")
        yes = pgettext("answer", "yes")
        self.stdout.write(present)
        question = _("Replace it? It will be kept beside the new one. Type “%(yes)s”:")
        if input(f"{question % {'yes': yes}} ").strip().casefold() != yes:
            raise CommandError(_("Nothing was changed."))
