"""What a referee does with a whole table on phones: to packs and back, a pause, and its end."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.core.reasons import given_reason
from tournament.models import Action, Championship, Match
from tournament.models.places import TablePlace
from tournament.play.left_hands import why_packs_stay
from tournament.play.match_now import match_now
from tournament.play.services.seats import lock_match, refuse_unless_on_phones
from tournament.results.played_hands import may_be_on_phones


@transaction.atomic
def change_to_packs(*, actor: Actor, match: Match, reason: str) -> None:
    """Let a table go on with packs; no harm if it does. What was played on phones is kept.

    Raises `NotNow` where the match isn't played on phones now, `UserError` without a reason.
    """
    championship, match = lock_match(match)
    if match.packs_since is not None and may_be_on_phones(match):
        return
    refuse_unless_on_phones(match)
    why = given_reason(reason)
    at = match.packs_since = timezone.now()
    match.paused_since = match.waits_from = None
    match.save(update_fields=["packs_since", "paused_since", "waits_from"])
    _record(championship, actor, Action.TABLE_TO_PACKS, match, at, reason=why)


@transaction.atomic
def change_back_to_phones(*, actor: Actor, match: Match) -> None:
    """Let a table that was changed to packs go on with phones; no harm if it does.

    Raises `NotNow` where something followed that packs are for (`why_packs_stay`).
    """
    championship, match = lock_match(match)
    if match.packs_since is None:
        return
    if refusal := why_packs_stay(match):
        raise NotNow(refusal)
    at = match.waits_from = timezone.now()
    match.packs_since = None
    match.save(update_fields=["packs_since", "waits_from"])
    _record(championship, actor, Action.TABLE_TO_PHONES, match, at)


@transaction.atomic
def pause_table(*, actor: Actor, match: Match) -> None:
    """Let a table wait: nothing is played there until it goes on; no harm if it waits already.

    Raises `NotNow` where the match isn't played on phones now.
    """
    championship, match = lock_match(match)
    refuse_unless_on_phones(match)
    if match.paused_since is not None:
        return
    at = match.paused_since = timezone.now()
    match.save(update_fields=["paused_since"])
    _record(championship, actor, Action.TABLE_PAUSED, match, at)


@sensitive_variables()
@transaction.atomic
def let_table_go_on(*, actor: Actor, match: Match) -> None:
    """End the pause of a table and take its time off the waiting; no harm if it has none.

    Raises `NotNow` where the match isn't played on phones now.
    """
    championship, match = lock_match(match)
    refuse_unless_on_phones(match)
    if match.paused_since is None:
        return
    since = match_now(match).since
    waited = max(timedelta(), match.paused_since - since) if since else timedelta()
    at = timezone.now()
    match.paused_since, match.waits_from = None, at - waited
    match.save(update_fields=["paused_since", "waits_from"])
    told = match.waits_from.isoformat()
    _record(championship, actor, Action.TABLE_WENT_ON, match, at, waits_from=told)


def _record(
    championship: Championship,
    actor: Actor,
    action: Action,
    match: Match,
    at: datetime,
    *,
    reason: str = "",
    **told: str,
) -> None:
    """Record an act about a table, with the pairs that play there."""
    record_event(
        championship=championship,
        actor=actor,
        action=action,
        place=TablePlace(match.round.number, match.table.number),
        after={"pairs": [pair.number for pair in match.pairs], **told},
        reason=reason,
        at=at,
    )
