"""Waiting calls of the referee."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.game.seats import Party, party_named
from tournament.core.errors import NotNow
from tournament.models import Action, Championship, Match, RefereeCall
from tournament.models.places import ActedBy

CALLS = (
    Action.REFEREE_CALLED,
    Action.REFEREE_COMING,
    Action.REFEREE_CALL_WITHDRAWN,
    Action.REFEREE_CALL_DONE,
)
"""Acts about calls."""


@dataclass(frozen=True, slots=True)
class WaitingCall:
    """A call that nobody has ended; `coming_by` is "" until a referee is on the way."""

    number: int
    round: int
    table_number: int
    table_name: str
    side: Party
    contestant: int
    """Number of the pair that calls."""
    at: datetime
    actor: ActedBy
    """Author; `audit.event_text.actor_text` names it."""
    coming_at: datetime | None
    coming_by: str


def waiting_calls(championship: Championship) -> tuple[WaitingCall, ...]:
    """Return the calls that wait, the longest waiting first; 2 queries at most."""
    return _views(championship, RefereeCall.objects.filter(championship=championship, outcome=""))


def call_of_table(championship: Championship, table: int) -> WaitingCall | None:
    """Return the call of a table that waits, None for none; 2 queries at most."""
    waiting = RefereeCall.objects.filter(championship=championship, table=table, outcome="")
    return next(iter(_views(championship, waiting)), None)


def waiting_call(match: Match) -> RefereeCall:
    """Return the call of a match's table. Raises `NotNow` for none; reads `round` and `table`."""
    call = RefereeCall.objects.filter(
        championship=match.round.championship_id, table=match.table.number, outcome=""
    ).first()
    if call is None:
        raise NotNow(_("This call is over."))
    return call


def _views(championship: Championship, calls: Iterable[RefereeCall]) -> tuple[WaitingCall, ...]:
    found = list(calls)
    tables = championship.tables.all() if found else ()
    names = {table.number: table.shown_name for table in tables}
    return tuple(
        WaitingCall(
            number=one.number,
            round=one.round,
            table_number=one.table,
            table_name=names.get(one.table, str(one.table)),
            side=party_named(one.side),
            contestant=one.actor_contestant,
            at=one.at,
            actor=one.called_by,
            coming_at=one.coming_at,
            coming_by=one.coming_by,
        )
        for one in found
    )
