"""Settings of the day: who confirms a result, how long rounds and corrections last.

None of them changes a score, so they may be set at any time, before play and during it.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.locks import lock_running_championship, refuse_stale, version_of_values
from tournament.models import Action, Championship, ConfirmationRule

LONGEST_ROUND = 600
"""Minutes."""
LONGEST_CORRECTION = 10080
"""Minutes: a week."""


def day_version(championship: Championship) -> str:
    """Return a short text that changes with every change of these settings."""
    return version_of_values(_as_stored(championship))


@transaction.atomic
def change_day(
    *,
    actor: Actor,
    championship: Championship,
    confirmation: ConfirmationRule,
    round_minutes: int | None,
    correction_minutes: int,
    based_on: str = "",
) -> Championship:
    """Set whose confirmation results need and how many minutes rounds and corrections last.

    `round_minutes` is 1 to 600, None for no countdown; it holds for rounds opened from now on.
    `correction_minutes` is 0 (results are final at once) to a week, for rounds closed from now on.
    `based_on` is the `day_version` that the organiser saw: raises `Conflict` if it is outdated,
    unless all stands as wished already. Raises `UserError` naming the field, `NotNow` after the
    end.
    """
    if round_minutes is not None and not 1 <= round_minutes <= LONGEST_ROUND:
        raise UserError(
            _("A round lasts 1 to %(most)d minutes.") % {"most": LONGEST_ROUND},
            field="round_minutes",
        )
    if not 0 <= correction_minutes <= LONGEST_CORRECTION:
        raise UserError(
            _("The time for corrections is 0 to %(most)d minutes.") % {"most": LONGEST_CORRECTION},
            field="correction_minutes",
        )
    locked = lock_running_championship(championship)
    before, version = _as_stored(locked), day_version(locked)
    locked.confirmation = confirmation.value
    locked.round_minutes, locked.correction_minutes = round_minutes, correction_minutes
    after = _as_stored(locked)
    changed = sorted(name for name in after if after[name] != before[name])
    if not changed:
        return locked
    refuse_stale(based_on, version)
    locked.save(update_fields=changed)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.DAY_CHANGED,
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )
    return locked


def _as_stored(championship: Championship) -> dict[str, Any]:
    """Return the settings of the day as JSON values, by the championship's columns."""
    return {
        "confirmation": ConfirmationRule(championship.confirmation).value,
        "round_minutes": championship.round_minutes,
        "correction_minutes": championship.correction_minutes,
    }
