"""Deletion of a championship that nobody will miss: one that never began, a rehearsal, a copy.

A championship played here stays: everybody relies on its record. The installation's own log tells
of every deletion, and the database lets a record go only after that (the migrations say how).
"""

from __future__ import annotations

from enum import StrEnum

from django.db import models, transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_installation_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.core.locks import lock_championship
from tournament.integrity.people import import_of
from tournament.models import (
    Action,
    AttachedPlay,
    AuditEvent,
    Championship,
    CorrectionRequest,
    HandAccess,
    HandInPlay,
    InstallationAction,
    Match,
    PlayRecord,
    Result,
    Ruling,
)
from tournament.models.recorder import forget, notes


class Deletable(StrEnum):
    """Reasons why a championship may be deleted."""

    NEVER_BEGAN = "never-began"
    """No round was ever opened."""
    REHEARSAL = "rehearsal"
    COPY = "copy"
    """The championship was imported and is unchanged here: the site it came from has it too."""


def why_deletable(championship: Championship) -> Deletable | None:
    """Return why the championship may be deleted; None where it must stay. 4 queries at most."""
    if championship.is_rehearsal:
        return Deletable.REHEARSAL
    events = AuditEvent.objects.filter(championship=championship)
    taken_in = import_of(championship)
    if taken_in is not None and events.count() == taken_in.events:
        return Deletable.COPY
    if not events.filter(action=Action.ROUND_OPENED).exists():
        return Deletable.NEVER_BEGAN
    return None


@transaction.atomic
def delete_championship(*, actor: Actor, championship: Championship) -> None:
    """Delete a championship with its record, for good; the installation's log tells of it.

    Raises `NotNow` for one that must stay (`why_deletable`), or that is gone already.
    """
    locked = lock_championship(championship)
    why = why_deletable(locked)
    if why is None:
        raise NotNow(_("This championship was played here: it can be archived, but not deleted."))
    events = AuditEvent.objects.filter(championship=locked)
    last = events.order_by("-sequence").first()
    record_installation_event(
        actor=actor,
        action=InstallationAction.CHAMPIONSHIP_DELETED,
        target=locked.slug,
        after={
            "id": locked.pk,
            "name": locked.name,
            "why": why.value,
            "events": last.sequence if last else 0,
            "head": last.hash if last else "",
        },
    )
    for rows in _protected(locked):
        rows.delete()
    locked.delete()
    forget(notes())  # the record has gone too


def _protected(championship: Championship) -> tuple[models.QuerySet[models.Model], ...]:
    """Return the rows that no other deletion takes along, in the order in which they may go."""
    matches = Match.objects.filter(round__championship=championship)
    results = Result.objects.filter(match__in=matches)
    rows: tuple[models.QuerySet[models.Model], ...] = (
        AttachedPlay.objects.filter(result__in=results),
        PlayRecord.objects.filter(match__in=matches),
        HandInPlay.objects.filter(match__in=matches),
        CorrectionRequest.objects.filter(match__in=matches),
        results,
        Ruling.objects.filter(championship=championship),
        HandAccess.objects.filter(round__championship=championship),
        matches,
        championship.round_deals.all(),
        AuditEvent.objects.filter(championship=championship),
    )
    return rows
