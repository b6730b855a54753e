"""Setting the days on which rounds are played, and postponing matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.calendar.queries import Days, days_of
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_running_stage
from tournament.core.reasons import given_reason
from tournament.models import MOST_RESERVE_DAYS, Action, Match, Outcome, RoundStatus, Stage
from tournament.models.places import TablePlace
from tournament.stages.formats import format_of

NO_DAYS = {"first_day": None, "last_day": None}


@transaction.atomic
def set_days(*, actor: Actor, stage: Stage, days: Mapping[int, Days | None]) -> None:
    """Set the days of rounds, by their numbers; None for unknown days.

    Rounds that are not given keep theirs, and equal days change nothing. Raises `NotNow` in a
    format without a calendar; `UserError`, its field such as "last_3", for a round that ends before
    it begins.
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


@transaction.atomic
def set_reserve_days(*, actor: Actor, stage: Stage, days: Collection[date]) -> None:
    """Set the days that are kept free for postponed matches. Equal days change nothing."""
    stage = lock_running_stage(stage)
    if not format_of(stage).has_days:
        raise NotNow(_("Rounds of this format have no days of their own."))
    wanted = [day.isoformat() for day in sorted(set(days))]
    if len(wanted) > MOST_RESERVE_DAYS:
        raise UserError(_("At most %(most)d days.") % {"most": MOST_RESERVE_DAYS})
    if wanted == stage.reserve_days:
        return
    before, stage.reserve_days = stage.reserve_days, wanted
    stage.save(update_fields=["reserve_days"])
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.DAYS_SET,
        before={"reserve_days": before},
        after={"stage": stage.number, "reserve_days": wanted},
    )


@transaction.atomic
def postpone_match(*, actor: Actor, match: Match, day: date, reason: str) -> Match:
    """Put a match off to another day, or to yet another one; an equal day changes nothing.

    Its round can be closed without it, and its pairs enter its result when they have played. Raises
    `NotNow` in a format without a calendar, and for a match that was cancelled or has a result;
    `UserError` without a reason.
    """
    match = _lock_unplayed(match)
    if match.postponed_to == day:
        return match
    why = given_reason(reason)
    before, match.postponed_to = match.postponed_to, day
    match.save(update_fields=["postponed_to"])
    record_event(
        championship=match.round.stage.championship,
        actor=actor,
        action=Action.MATCH_POSTPONED,
        place=TablePlace(match.round.number, match.table.number),
        before={"postponed_to": before} if before else None,
        after={"pairs": [one.number for one in match.pairs], "postponed_to": day},
        reason=why,
    )
    return match


@transaction.atomic
def move_match_back(*, actor: Actor, match: Match, reason: str) -> Match:
    """Play a postponed match on the days of its round after all. Twice is once.

    Raises `NotNow` once the round has been closed without it, and as `postpone_match`.
    """
    match = _lock_unplayed(match)
    if match.postponed_to is None:
        return match
    if match.round.status == RoundStatus.CLOSED:
        raise NotNow(
            _("Round %(round)d has been closed without this match: choose another day.")
            % {"round": match.round.number}
        )
    why = given_reason(reason)
    before, match.postponed_to = match.postponed_to, None
    match.save(update_fields=["postponed_to"])
    record_event(
        championship=match.round.stage.championship,
        actor=actor,
        action=Action.MATCH_MOVED_BACK,
        place=TablePlace(match.round.number, match.table.number),
        before={"postponed_to": before},
        after={"pairs": [one.number for one in match.pairs]},
        reason=why,
    )
    return match


def _lock_unplayed(match: Match) -> Match:
    stage = lock_running_stage(match.round.stage)
    match = Match.objects.select_related("round", "table").with_pairs().get(pk=match.pk)
    match.round.stage = stage
    if not format_of(stage).has_days:
        raise NotNow(_("Rounds of this format have no days of their own."))
    if match.cancelled:
        raise NotNow(_("This match is not played: it was cancelled."))
    if match.results.filter(is_current=True).exclude(outcome=Outcome.BLANK).exists():
        raise NotNow(_("This match has a result: it has been played."))
    if match.postponed_to is None and match.round.status == RoundStatus.CLOSED:
        raise NotNow(_("Round %(round)d is closed.") % {"round": match.round.number})
    return match
