"""End a championship, and move it to the archive."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext

from tournament.audit.services import record_event
from tournament.championships.end_queries import why_not_ended
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_championship
from tournament.core.reasons import clean_note
from tournament.models import Action, Championship, RoundStatus


@transaction.atomic
def set_archived(*, actor: Actor, championship: Championship, archived: bool) -> Championship:
    """Move a championship to the archive, or out of it. Doing it twice changes nothing more.

    It changes where the championship is listed and nothing else. One that has ended is listed in
    the archive anyway.
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


@transaction.atomic
def end_championship(*, actor: Actor, championship: Championship, reason: str = "") -> Championship:
    """Make the standings final and the key of the hands public.

    For planned rounds that were never opened a `reason` is needed. Raises `NotNow` with everything
    that is in the way (`why_not_ended`). Ending it twice changes nothing more.
    """
    reason = clean_note(reason, field="reason")
    locked = lock_championship(championship)
    if locked.ended_at is not None:
        return locked
    if obstacles := why_not_ended(locked):
        raise NotNow(*obstacles)
    planned = locked.rounds.filter(status=RoundStatus.PLANNED).order_by("number")
    unplayed = list(planned.values_list("number", flat=True))
    if unplayed and not reason:
        raise UserError(
            ngettext(
                "Round %(rounds)s was never opened: say why the championship ends without it.",
                "Rounds %(rounds)s were never opened: say why the championship ends without them.",
                len(unplayed),
            )
            % {"rounds": ", ".join(map(str, unplayed))},
            field="reason",
        )
    locked.ended_at = timezone.now()
    locked.save(update_fields=["ended_at"])
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CHAMPIONSHIP_ENDED,
        after={"rounds_not_played": unplayed},
        reason=reason,
        at=locked.ended_at,
    )
    for deal_set in locked.deal_sets.filter(key__isnull=False):
        record_event(
            championship=locked,
            actor=actor,
            action=Action.KEY_PUBLISHED,
            after={"deal_set": deal_set.number, "commitment": deal_set.commitment},
        )
    return locked
