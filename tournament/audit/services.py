"""Writing the record: one function, called inside the transaction of the act it records."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.audit.chain import event_hash
from tournament.core.actor import Actor
from tournament.core.reasons import LONGEST
from tournament.models import Action, AuditEvent, Championship

LONGEST_TARGET = 200
"""Letters, as the column allows; `LONGEST` is that of a reason."""


def record_event(
    *,
    championship: Championship,
    actor: Actor,
    action: Action,
    target: str = "",
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> AuditEvent:
    """Append one event to the championship's chain.

    `before` and `after` are JSON values (no floats; dates and fractions as text) and never hold a
    key or a sealed hand. Must be called inside `transaction.atomic()`, together with the act.
    """
    assert transaction.get_connection().in_atomic_block, "an act and its event are one transaction"
    assert len(target) <= LONGEST_TARGET, "what is recorded is never cut short"
    assert len(reason) <= LONGEST, "what is recorded is never cut short"
    # The championship's row serialises its chain where the database locks rows, not files.
    Championship.objects.select_for_update().get(pk=championship.pk)
    last = AuditEvent.objects.filter(championship=championship).order_by("-sequence").first()
    content: dict[str, Any] = {
        "sequence": last.sequence + 1 if last else 1,
        "at": timezone.now(),
        "actor": actor.name,
        "action": action.value,
        "target": target,
        "before": before,
        "after": after,
        "reason": reason,
        "previous_hash": last.hash if last else "",
    }
    return AuditEvent.objects.create(
        championship=championship,
        hash=event_hash(championship_id=championship.pk, **content),
        **content,
    )
