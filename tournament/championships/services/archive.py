"""Moving a championship to the archive, where the first page tells of what is past."""

from __future__ import annotations

from django.db import transaction

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.locks import lock_championship
from tournament.models import Action, Championship


@transaction.atomic
def set_archived(*, actor: Actor, championship: Championship, archived: bool) -> Championship:
    """Move a championship to the archive, or out of it. Done twice, it is done once.

    It changes where it is listed and nothing else. One that has ended is listed there anyway.
    """
    locked = lock_championship(championship)
    if locked.is_archived == archived:
        return locked
    locked.is_archived = archived
    locked.save(update_fields=["is_archived"])
    record_event(
        championship=locked,
        actor=actor,
        action=Action.ARCHIVE_CHANGED,
        after={"archived": archived},
    )
    return locked
