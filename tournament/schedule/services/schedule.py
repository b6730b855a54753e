"""Making the schedule of a stage, removing it, publishing it.

A schedule can be made again until a round has been opened. Making a published one again, or
removing it, ends its publication, so nobody ever sees half a change.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.core.locks import lock_running_stage
from tournament.core.names import clean_name
from tournament.models import SEED_LENGTH, Action, Round, Stage
from tournament.schedule.plan import read_plan, read_planning
from tournament.schedule.queries import field_sizes, has_schedule
from tournament.schedule.services.plans import (
    clear,
    digest_of_plans,
    plan_rounds,
    plans_of,
    refuse_lost_hands,
    store_plans,
)
from tournament.schedule.services.refusals import (
    refuse_after_opening,
    refuse_before_others,
    refuse_with_withdrawn_pairs,
    refuse_without_group,
    wanted_rounds,
)
from tournament.stages.format import Format
from tournament.stages.formats import format_of
from tournament.standings.stage_rows import StoredRows


@transaction.atomic
def make_schedule(
    *,
    actor: Actor,
    stage: Stage,
    rounds: int | None = None,
    seed: str = "",
    seeded: bool = False,
) -> Stage:
    """Make the schedule of a stage, or of its first `rounds`; it replaces an earlier one, but keeps
    the days of rounds.

    A format that goes round by round pairs the first one now. Equal pairs, and where lots are drawn
    an equal `seed`, give an equal schedule, so making it twice changes nothing; without a seed one
    is drawn from the operating system. `seeded`: in a format that pairs by scores the first round
    goes by the pairs' numbers, or by the standings that they were chosen by, the strongest first.

    Raises `NotNow` once a round has been opened, with fewer or more pairs than the format takes,
    and with pairs that have withdrawn.
    """
    stage = lock_running_stage(stage)
    format = format_of(stage)
    refuse_after_opening(stage)
    refuse_before_others(stage)
    refuse_with_withdrawn_pairs(stage)
    refuse_without_group(stage)
    sizes = field_sizes(stage)
    wanted = wanted_rounds(stage, sizes, rounds)
    days = _days_of_rounds(stage)
    clear(stage)
    was_published, stage.published_at = stage.published_at is not None, None
    if format.by_lot:
        seed = clean_name(seed, max_length=SEED_LENGTH, field="seed")
        stage.pairing_seed = seed or secrets.token_hex(8)
    stage.seeded = seeded and format.by_score
    stage.save(update_fields=["published_at", "pairing_seed", "seeded"])
    planned = plan_rounds(stage, wanted)
    _keep_days(planned, days)
    numbers = range(planned[0].number, planned[-1].number + 1)
    plans = plans_of(
        stage, read_planning(StoredRows(stage), first=numbers[0], rounds=numbers, scores={})
    )
    store_plans(stage, planned, plans)
    refuse_lost_hands(stage.championship)
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.SCHEDULE_MADE,
        before={"published": True} if was_published else None,
        after={
            "stage": stage.number,
            "pairs": sum(sizes),
            "first_round": planned[0].number,
            "rounds": len(planned),
            **_recorded_choices(stage),
            "matches": digest_of_plans(plans),
        },
    )
    return stage


def _days_of_rounds(stage: Stage) -> dict[int, tuple[date | None, date | None]]:
    """Return the days of its rounds that have some, by round."""
    dated = stage.rounds.exclude(first_day=None)
    return {one.number: (one.first_day, one.last_day) for one in dated}


def _keep_days(
    rounds: Iterable[Round], days: Mapping[int, tuple[date | None, date | None]]
) -> None:
    """Give rounds that are made again the days they had."""
    for one in rounds:
        if one.number in days:
            one.first_day, one.last_day = days[one.number]
            one.save(update_fields=["first_day", "last_day"])


def _recorded_choices(stage: Stage) -> dict[str, Any]:
    """Return the draws and choices that made the schedule."""
    format = format_of(stage)
    return {
        **({"seed": stage.pairing_seed} if format.by_lot else {}),
        **(_recorded_balance(stage) if _has_balance(format) else {}),
        **({"seeded": True} if stage.seeded else {}),
    }


def _has_balance(format: Format) -> bool:
    """Return whether directions were chosen for all rounds at once: not by lot or calendar."""
    return not (format.round_by_round or format.by_lot or format.has_days)


def _recorded_balance(stage: Stage) -> dict[str, Any]:
    balance = read_plan(stage).schedule.balance
    return {
        "balance": {
            "max": balance.max,
            "zero_pairs": balance.zero_pairs,
            "pairs": balance.pairs,
            "sum_of_squares": balance.sum_of_squares,
        }
    }


@transaction.atomic
def remove_schedule(*, actor: Actor, stage: Stage) -> None:
    """Remove the schedule, so that pairs can be registered again. Without one nothing changes."""
    stage = lock_running_stage(stage)
    if not has_schedule(stage):
        return
    refuse_after_opening(stage)
    refuse_before_others(stage)
    before = {
        "stage": stage.number,
        "rounds": stage.rounds.count(),
        "published": stage.published_at is not None,
    }
    clear(stage)
    refuse_lost_hands(stage.championship)
    stage.published_at = None
    stage.pairing_seed, stage.seeded = "", False
    stage.save(update_fields=["published_at", "pairing_seed", "seeded"])
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.SCHEDULE_REMOVED,
        before=before,
    )


@transaction.atomic
def publish_schedule(*, actor: Actor, stage: Stage) -> Stage:
    """Make the schedule and the championship's pages public; a second call changes nothing."""
    stage = lock_running_stage(stage)
    if stage.published_at is not None:
        return stage
    if not has_schedule(stage):
        raise NotNow(_("There is no schedule yet: make it first."))
    stage.published_at = timezone.now()
    stage.save(update_fields=["published_at"])
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.SCHEDULE_PUBLISHED,
        after={"stage": stage.number},
        at=stage.published_at,
    )
    return stage
