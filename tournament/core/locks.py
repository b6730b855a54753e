"""Locks that put the writes of a championship one after the other.

Every write locks the championship's row first and decides on what it reads after that, so two
organisers (or one with a double click) can't act on the same state. SQLite locks the whole file
when a transaction begins; elsewhere the row's lock does the same.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.core.errors import NotNow
from tournament.models import Championship, RoundStatus, Stage


def lock_championship(championship: Championship) -> Championship:
    """The championship as it stands now, locked until the transaction ends."""
    return Championship.objects.select_for_update().get(pk=championship.pk)


def lock_running_championship(championship: Championship) -> Championship:
    """The same; raises NotNow if the championship has ended."""
    locked = lock_championship(championship)
    if locked.ended_at is not None:
        raise NotNow(_("The championship has ended: nothing can be changed any more."))
    return locked


def lock_running_stage(stage: Stage) -> Stage:
    """The stage as it stands now, its championship locked; raises NotNow if that has ended."""
    championship = lock_running_championship(stage.championship)
    locked = championship.stages.get(pk=stage.pk)
    locked.championship = championship
    return locked


def play_has_begun(of: Championship | Stage) -> bool:
    """Whether any round of a championship, or of a stage, is or was open; 1 query."""
    return of.rounds.exclude(status=RoundStatus.PLANNED).exists()
