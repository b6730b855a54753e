"""Checks against the installation's log: accounts, and what an import brought along.

An imported championship brings no roles along: those in its record were given in another
installation, perhaps to people who have the same user names here. So its roles begin with what the
installation's log tells of the import.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournament.audit.event_text import part_name, value_text
from tournament.integrity.fold import ImportedFrom
from tournament.models import AuditEvent, Championship, InstallationAction, InstallationEvent, User


def import_of(championship: Championship) -> ImportedFrom | None:
    """Return the championship's import, as the installation's log tells it; None without one.

    2 queries, none for a championship that was made here. It is the newest import under this
    address that ended with an event of this record.
    """
    if championship.record_number is None:
        return None
    told = InstallationEvent.objects.filter(
        action=InstallationAction.CHAMPIONSHIP_IMPORTED, target=championship.slug
    ).order_by("-sequence")
    hashes = dict(
        AuditEvent.objects.filter(championship=championship).values_list("sequence", "hash")
    )
    for event in told:
        after = event.after or {}
        if hashes.get(after["events"]) == after["head"]:
            return ImportedFrom(after["events"], after["username"])
    return None


def account_faults() -> Iterator[str]:
    """Yield the accounts that can do more than the installation's log says; 2 queries.

    An account that is not in the log, and has no role, can do nothing; an administrator can do
    everything.
    """
    told: dict[str, dict[str, Any]] = {}
    for event in InstallationEvent.objects.order_by("sequence"):
        after = event.after or {}
        if event.action == InstallationAction.ACCOUNT_MADE:
            told[after["username"]] = {"looks_after": after["looks_after"], "active": True}
        elif event.action == InstallationAction.ACCOUNT_CHANGED:
            told.setdefault(after["username"], {})["active"] = after["active"]
    for user in User.objects.order_by("username"):
        now = {"looks_after": user.is_superuser, "active": user.is_active}
        recorded = told.get(user.username, {})
        for name in ("looks_after", "active"):
            said = recorded.get(name, name == "active")
            if now[name] and not said:
                yield _("%(account)s: %(part)s is “%(stored)s”, the log says “%(recorded)s”.") % {
                    "account": user.username,
                    "part": part_name(name),
                    "stored": value_text(now[name]),
                    "recorded": value_text(said),
                }
