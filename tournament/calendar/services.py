"""Setting the days on which rounds are played."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.calendar.days import Days
from tournament.calendar.queries import days_of
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_running_stage
from tournament.models import Action, Stage
from tournament.stages.formats import format_of

NO_DAYS = {"first_day": None, "last_day": None}


@transaction.atomic
def set_days(*, actor: Actor, stage: Stage, days: Mapping[int, Days | None]) -> None:
    """Say on which days rounds are played, by their numbers; None for not known.

    What is not given stays, and the same days again change nothing. NotNow in a format without a
    calendar; `UserError`, its field such as "last_3", for a round that ends before it begins.
    """
    stage = lock_running_stage(stage)
    if not format_of(stage).has_days:
        raise NotNow(_("Rounds of this format have no days of their own."))
    before, after = {}, {}
    for one in stage.rounds.filter(number__in=days).order_by("number"):
        known, wanted = days_of(one), days[one.number]
        if wanted is not None and wanted.last < wanted.first:
            raise UserError(_("The last day is before the first one."), field=f"last_{one.number}")
        if wanted == known:
            continue
        one.first_day = None if wanted is None else wanted.first
        one.last_day = None if wanted is None else wanted.last
        one.save(update_fields=["first_day", "last_day"])
        before[str(one.number)] = NO_DAYS if known is None else known.as_recorded()
        after[str(one.number)] = NO_DAYS if wanted is None else wanted.as_recorded()
    if after:
        record_event(
            championship=stage.championship,
            actor=actor,
            action=Action.DAYS_SET,
            before={"days": before},
            after={"stage": stage.number, "days": after},
        )
