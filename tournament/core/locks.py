"""Locks that put a championship's writes one after the other, and reads that see one moment.

Every write locks the championship's row first and decides on what it reads after that, so two
organisers (or one with a double click) can't act on the same state. SQLite locks the whole file
when a transaction begins; elsewhere the row's lock does the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext as _

from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import Action, Championship, Contestant, RoundStatus, Stage


def lock_championship(championship: Championship) -> Championship:
    """Return the championship as it stands now, locked until the transaction ends.

    Raises NotNow if it has been deleted meanwhile.
    """
    try:
        return Championship.objects.select_for_update().get(pk=championship.pk)
    except Championship.DoesNotExist:
        raise deleted() from None


def lock_running_championship(championship: Championship) -> Championship:
    """Return the championship as it stands now, locked until the transaction ends. Raises NotNow if
    it has ended, or been deleted meanwhile."""
    locked = lock_championship(championship)
    refuse_ended(locked)
    return locked


def lock_alone(championship: Championship) -> None:
    """Lock the championship until the transaction ends, and read nothing of it: for those who look
    it up in a way of their own, after this. 1 query, and none where the transaction has locked the
    whole file."""
    assert connection.in_atomic_block
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            cursor.execute(_LOCK, [championship.pk])


_LOCK = f"SELECT 1 FROM {Championship._meta.db_table} WHERE id = %s FOR UPDATE"


def refuse_ended(championship: Championship) -> None:
    """Raise NotNow if the championship has ended."""
    if championship.ended_at is not None:
        raise NotNow(_("The championship has ended: nothing can be changed any more."))


def deleted() -> NotNow:
    return NotNow(_("The championship has been deleted meanwhile."))


def lock_contestant(contestant: Contestant) -> tuple[Championship, Contestant]:
    """Return a running championship, locked, and the pair as it stands now in it.

    Raises NotNow as `lock_running_championship`, and UserError if the pair has been removed.
    """
    locked = lock_running_championship(contestant.championship)
    current = locked.contestants.filter(pk=contestant.pk).first()
    if current is None:
        raise UserError(_("This pair has been removed meanwhile."))
    return locked, current


def lock_running_stage(stage: Stage) -> Stage:
    """Return the current stage, its championship locked; raise `NotNow` if that has ended."""
    championship = lock_running_championship(stage.championship)
    locked = championship.stages.get(pk=stage.pk)
    locked.championship = championship
    return locked


def play_has_begun(of: Championship | Stage) -> bool:
    """Return whether any round of a championship, or of a stage, is or was open; 1 query."""
    return of.rounds.exclude(status=RoundStatus.PLANNED).exists()


def settings_are_frozen(stage: Stage) -> bool:
    """Return whether a change of the stage's settings needs a reason; 2 queries.

    It does once a round has been opened. When an opening is taken back they thaw, unless somebody
    had seen or printed a hand of the stage by then.
    """
    if play_has_begun(stage):
        return True
    taken_back = stage.championship.events.filter(
        action=Action.OPENING_TAKEN_BACK, after__stage=stage.number, after__settings_frozen=True
    )
    return taken_back.exists()


def version_of_values(stored: Mapping[str, Any]) -> str:
    """Return a short text that differs as soon as any of these JSON values does.

    A form carries the version of what it showed; the service compares it with the current one.
    """
    return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()[:16]


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Read as of one moment, and refuse to write. Inside a transaction there is one already."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            # Not atomic(), which would take the write lock and let the referees wait.
            cursor.execute("PRAGMA query_only = ON")
            cursor.execute("BEGIN")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
                cursor.execute("PRAGMA query_only = OFF")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def refuse_stale(based_on: str, version: str) -> None:
    """Raise `Conflict` where a form was made from another version; "" is no version."""
    if based_on and based_on != version:
        raise Conflict(
            _(
                "Somebody else has changed this meanwhile. These are the current values: check "
                "them again."
            )
        )
