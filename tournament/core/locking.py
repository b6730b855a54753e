"""One act after the other in a championship.

Every write locks the championship's row first and decides on what it reads after that, so two
organisers (or one with a double click) can't act on the same state. SQLite locks the whole file
when a transaction begins; elsewhere the row's lock does the same.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.core.errors import NotNow
from tournament.models import Championship, Round, RoundStatus, Stage


def lock_championship(championship: Championship) -> Championship:
    """The championship as it stands now, locked until the transaction ends."""
    return Championship.objects.select_for_update().get(pk=championship.pk)


def lock_running_championship(championship: Championship) -> Championship:
    """The same; raises NotNow if the championship has ended."""
    locked = lock_championship(championship)
    if locked.ended_at is not None:
        raise NotNow(_("The championship has ended: nothing can be changed any more."))
    return locked


def stage_of(championship: Championship) -> Stage:
    """The championship's one stage."""
    stage = championship.stages.get()
    stage.championship = championship
    return stage


def play_has_begun(championship: Championship) -> bool:
    """Whether any round is or was open."""
    return (
        Round.objects.filter(stage__championship=championship)
        .exclude(status=RoundStatus.PLANNED)
        .exists()
    )
