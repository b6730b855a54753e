"""The stages of a championship: the first is made with it, others are added."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.championships.services.settings import settings_as_stored
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.locks import lock_running_championship
from tournament.models import MOST_HANDS_PER_MATCH, Action, Championship, Stage
from tournament.stages.format import Format
from tournament.stages.formats import FORMATS, format_of


@transaction.atomic
def add_stage(
    *, actor: Actor, championship: Championship, kind: str, hands_per_match: int | None = None
) -> Stage:
    """Add a stage of a format after the last one, with what that format begins with.

    `hands_per_match`, from 1 to `MOST_HANDS_PER_MATCH`, is the format's own where nothing is said.
    Raises `NotNow` once the championship has ended, and `UserError` (fields: kind,
    hands_per_match) for what can't be.
    """
    championship = lock_running_championship(championship)
    if kind not in FORMATS:
        raise UserError(_("There is no such format."), field="kind")
    if hands_per_match is not None and not 1 <= hands_per_match <= MOST_HANDS_PER_MATCH:
        raise UserError(
            _("A match has 1 to %(most)d hands.") % {"most": MOST_HANDS_PER_MATCH},
            field="hands_per_match",
        )
    stage = store_stage(championship, FORMATS[kind], hands_per_match=hands_per_match)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.STAGE_ADDED,
        after={"stage": stage.number, **stage_as_recorded(stage)},
    )
    return stage


def store_stage(
    championship: Championship, format: Format, *, hands_per_match: int | None = None
) -> Stage:
    """A new stage after the last one. The caller locks the championship and records the act."""
    last = championship.stages.aggregate(last=Max("number"))["last"] or 0
    return Stage.objects.create(
        championship=championship,
        number=last + 1,
        kind=format.kind,
        hands_per_match=hands_per_match or format.hands_per_match,
        **format.settings.as_columns(format.defaults),
    )


def stage_as_recorded(stage: Stage) -> dict[str, Any]:
    """What the record tells of a new stage: the settings that are not `Stage`'s defaults."""
    told = {
        "kind": format_of(stage).kind,
        "hands_per_match": stage.hands_per_match,
        **settings_as_stored(stage),
    }
    return {name: one for name, one in told.items() if one != getattr(Stage(), name)}
