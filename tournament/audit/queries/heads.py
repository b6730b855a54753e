"""Heads of the record, for papers and pages: whoever has one can tell that nothing was cut off.

The head that a paper carries is the hash of the act that closed the last of its rounds, so it is
still there however much is recorded afterwards. `verify --head` looks for it.
"""

from __future__ import annotations

from collections.abc import Collection

from tournament.models import Action, AuditEvent, Championship

HEAD_LENGTH = 12
"""Hex digits that are shown: 48 bits, few enough to be typed."""


def closing_head(championship: Championship, rounds: Collection[int]) -> str:
    """The beginning of the hash with which the last of these rounds was closed last.

    1 query, none for no rounds; "" where none of them was ever closed.
    """
    if not rounds:
        return ""
    closings = AuditEvent.objects.filter(
        championship=championship, action=Action.ROUND_CLOSED, round__in=rounds
    )
    newest = closings.order_by("-sequence").values_list("hash", flat=True).first()
    return (newest or "")[:HEAD_LENGTH]
