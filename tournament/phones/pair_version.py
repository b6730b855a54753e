"""The version of a pair's own page: by it an open page knows whether anything has changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Max

from tournament.core.live import public_version
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    Contestant,
    CorrectionRequest,
    Match,
    ResultConfirmation,
    RoundStatus,
    Stage,
)
from tournament.referee_calls.queries import CALLS
from tournament.stages.formats import format_of

_AT_TABLES = (*CALLS, Action.TABLE_TO_PACKS, Action.TABLE_TO_PHONES)
"""Acts about one table that its pairs' pages tell, and no other."""


@dataclass(frozen=True, slots=True)
class PairVersion:
    """A version of the pair's page, and what was found out for it."""

    text: str
    """A text that changes whenever anything on the page does."""
    with_requests: bool
    """Somebody has asked for a correction in a match of the pair."""
    with_calls: bool
    """Something was recorded of the table at which it plays now."""


def published_to_pairs(championship: Championship, stages: Collection[Stage]) -> str:
    """The version of what is published (`core.live.public_version`) and of what pairs have agreed
    on without a public act: the results of postponed matches; 3 queries at most."""
    published = public_version(championship)
    if not any(format_of(one).has_days for one in stages):
        return published
    agreed = ResultConfirmation.objects.filter(
        result__match__round__championship=championship,
        result__match__postponed_to__isnull=False,
    )
    return f"{published}-{agreed.count()}"


def pair_version(championship: Championship, contestant: Contestant, published: str) -> PairVersion:
    """The version of the pair's page; 2 queries.

    `published` is what `published_to_pairs` answers.
    """
    correction_requests = CorrectionRequest.objects.filter(
        match__seats__contestant=contestant, match__round__championship=championship
    )
    last = correction_requests.aggregate(
        made=Max("number"), at=Max("answered_at"), done=Max("decided_at")
    )
    times = [last[one].isoformat() if last[one] else "" for one in ("at", "done")]
    playing = Match.objects.filter(
        seats__contestant=contestant, round__status=RoundStatus.OPEN, cancelled=False
    )
    calls = AuditEvent.objects.filter(
        championship=championship, action__in=_AT_TABLES, table__in=playing.values("table__number")
    )
    called = calls.aggregate(last=Max("sequence"))["last"] or 0
    here = "here" if contestant.here else ""
    return PairVersion(
        text="-".join([published, str(last["made"] or 0), str(called), *times, here]),
        with_requests=last["made"] is not None,
        with_calls=bool(called),
    )
