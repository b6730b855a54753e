"""What `verify` and `restore` print of the checks that were made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.integrity.checks import Check


def check_lines(check: Check) -> Iterator[str]:
    """A line for the check, and an indented one for each fault."""
    where = f"{check.championship}, " if check.championship else ""
    state = pgettext("check", "FAULT") if check.faults else pgettext("check", "ok")
    seen = f": {check.seen}" if check.seen else ""
    yield f"{state:6} {where}{check.subject.label}{seen}"
    for fault in check.faults:
        yield f"       – {fault}"


def summary(checks: Iterable[Check]) -> str:
    """How many faults there are in all."""
    count = sum(len(check.faults) for check in checks)
    if not count:
        return _("Everything is fine.")
    return ngettext("%(count)d fault.", "%(count)d faults.", count) % {"count": count}
