"""What the chains say of each other: heads of the installation's log, and heads on paper.

Each event carries the newest hash of the installation's log, and papers and pages of closed rounds
the hash with which their round was closed. So neither chain can be cut short unnoticed.
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
"""Hex digits that are asked for: fewer could be found by chance."""


def anchor_faults(events: Sequence[AuditEvent], *, since: int) -> Iterator[str]:
    """Where the record names what the installation's log does not hold; 1 query.

    `since` is how many events were recorded in another installation, whose log is not here. Only
    the first fault is told: those after it follow from it.
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
    """A head as it was typed from a paper: hex digits, with or without spaces.

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
    """Whether some event's hash begins with this: of one championship, or of any chain at all."""
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
