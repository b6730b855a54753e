"""`python3 manage.py catalogues`: update the message catalogues from the sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = (
        "Bring tournament/locale in step with the texts of the sources, and compile it. New texts "
        "are empty until somebody translates them; those no longer used go."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing; fail with a list of what is missing or wrong",
        )
        parser.add_argument("--root", type=Path, default=settings.BASE_DIR, help="project folder")

    def handle(self, *, check: bool, root: Path, **_options: Any) -> None:
        try:
            from tournament.management import catalogues
        except ModuleNotFoundError as error:
            raise CommandError(
                f"{error.name} is not installed: it comes with `python3 manage.py test`."
            ) from error
        try:
            if check:
                if found := catalogues.faults(root):
                    raise CommandError("\n".join(found))
                return
            for language, count, empty in catalogues.write_all(root):
                self.stdout.write(f"{language}: {count} texts, {empty} without translation")
        except catalogues.SourceError as error:
            raise CommandError(str(error)) from error
