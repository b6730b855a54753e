"""Hashes that logs carry of each other: heads of the installation's log, and heads on paper.

Each event carries the newest hash of the installation's log; papers and pages of closed rounds
carry the hash with which their round was closed. So neither chain can be cut short unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.audit.event_text import action_text
from tournament.core.errors import UserError
from tournament.models import AuditEvent, Championship, InstallationEvent

SHORTEST_HEAD, LONGEST_HEAD = 8, 64
"""Fewest and most hex digits of a head: fewer could match by chance."""


def anchor_faults(events: Sequence[AuditEvent], *, since: int) -> Iterator[str]:
    """Yield the first event that names a hash missing from the installation's log; 1 query.

    `since` is the number of events that were recorded in another installation, whose log is not
    here. Later faults follow from the first, so they are left out.
    """
    numbers = {"": 0, **dict(InstallationEvent.objects.values_list("hash", "sequence"))}
    newest = 0
    for event in events:
        if event.sequence <= since:
            continue
        number = numbers.get(event.installation_head)
        if number is None or number < newest:
            yield _(
                "Event %(number)d was recorded when the log of the installation had an event that "
                "is not there now: that log was changed or cut short."
            ) % {"number": event.sequence}
            return
        newest = number


def cleaned_head(typed: str) -> str:
    """Return a head typed from a paper as hex digits, without its spaces.

    Raises `UserError` for anything else, and for one that is too short to be sure.
    """
    head = "".join(typed.split()).lower()
    if not re.fullmatch(rf"[0-9a-f]{{{SHORTEST_HEAD},{LONGEST_HEAD}}}", head):
        raise UserError(
            _("“%(head)s” is no head of a record: it has %(least)d to %(most)d digits from 0 to f.")
            % {"head": typed, "least": SHORTEST_HEAD, "most": LONGEST_HEAD}
        )
    return head


def head_check(head: str, championship: Championship | None) -> tuple[str, list[str]]:
    """Return what was found and the faults: a line for each event whose hash begins with `head`, in
    the record of one championship, or in any record and the installation's log."""
    events = AuditEvent.objects.filter(hash__startswith=head).select_related("championship")
    if championship is not None:
        events = events.filter(championship=championship)
    found = [
        _("%(head)s: event %(number)d of %(championship)s, %(action)s, %(time)s")
        % {
            "head": head,
            "number": event.sequence,
            "championship": event.championship.shown_name,
            "action": action_text(event.action),
            "time": date_format(timezone.localtime(event.at), "SHORT_DATETIME_FORMAT"),
        }
        for event in events.order_by("championship", "sequence")
    ]
    if championship is None:
        found += [
            _("%(head)s: event %(number)d of the installation's log")
            % {"head": head, "number": number}
            for number in InstallationEvent.objects.filter(hash__startswith=head).values_list(
                "sequence", flat=True
            )
        ]
    if found:
        return "; ".join(found), []
    return head, [
        _(
            "No event has a hash that begins with %(head)s: the record was cut short or replaced, "
            "or the head is one of another championship."
        )
        % {"head": head}
    ]
