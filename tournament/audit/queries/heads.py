"""Heads of the record, for papers and pages: they show whether a record was cut off.

The head that a paper carries is the hash of the act that closed the last of its rounds, so it is
still there however much is recorded afterwards. `verify --head` looks for it.
"""

from __future__ import annotations

from collections.abc import Collection

from tournament.models import Action, AuditEvent, Championship

HEAD_LENGTH = 12
"""Number of hex digits shown: 48 bits, few enough to be typed."""


def closing_head(championship: Championship, rounds: Collection[int]) -> str:
    """Return the beginning of the hash of the last act that closed one of these rounds.

    1 query, none for no rounds; "" where none of them was ever closed.
    """
    if not rounds:
        return ""
    closings = AuditEvent.objects.filter(
        championship=championship, action=Action.ROUND_CLOSED, round__in=rounds
    )
    newest = closings.order_by("-sequence").values_list("hash", flat=True).first()
    return (newest or "")[:HEAD_LENGTH]
