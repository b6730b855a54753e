"""`python3 manage.py verify`: compare everything that is stored with the record."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext

from tournament.core.errors import UserError
from tournament.integrity.checks import Check
from tournament.integrity.verification import verify
from tournament.management.server import clear_errors, terminal_language


def check_lines(check: Check) -> Iterator[str]:
    """Yield a line for the check, and an indented one for each fault."""
    where = f"{check.championship}, " if check.championship else ""
    state = pgettext("check", "FAULT") if check.faults else pgettext("check", "ok")
    seen = f": {check.seen}" if check.seen else ""
    yield f"{state:6} {where}{check.subject.label}{seen}"
    for fault in check.faults:
        yield f"       – {fault}"


def summary(checks: Iterable[Check]) -> str:
    """Return the total number of faults, as text."""
    count = sum(len(check.faults) for check in checks)
    if not count:
        return _("Everything is fine.")
    return ngettext("%(count)d fault.", "%(count)d faults.", count) % {"count": count}


class Command(BaseCommand):
    help = (
        "Compare every row with each championship's record, make draws, commitments and pairings "
        "again, and check the database itself. Changes nothing; ends with 1 if there is a fault."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--championship", default="", metavar="SLUG", help="only this one, by its address"
        )
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="HEX",
            help="look for this head of a record too, as papers show it; may be repeated",
        )
        parser.add_argument(
            "--json", dest="as_json", action="store_true", help="print one JSON object instead"
        )

    def handle(self, *, championship: str, head: list[str], as_json: bool, **_options: Any) -> None:
        checks = []
        with override(terminal_language()), clear_errors():
            try:
                for check in verify(championship, head):
                    checks.append(check)
                    if not as_json:
                        self.stdout.write("\n".join(check_lines(check)))
            except UserError as error:
                raise CommandError(str(error)) from error
            self.stdout.write(_json(checks) if as_json else summary(checks))
        if any(check.faults for check in checks):
            sys.exit(1)


def _json(checks: list[Check]) -> str:
    facts = {
        "whole": not any(check.faults for check in checks),
        "checks": [
            {
                "championship": check.championship or None,
                "check": check.subject.value,
                "seen": check.seen,
                "faults": check.faults,
            }
            for check in checks
        ],
    }
    return json.dumps(facts, ensure_ascii=False)
