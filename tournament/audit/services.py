"""Writes to the record, made inside the transaction of the recorded act.

Each championship has a chain of its own; what concerns the installation (accounts, imports,
restores) has another, which no championship sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.audit.chain import INSTALLATION, event_hash, recorded
from tournament.audit.images import take_changes
from tournament.core.actor import Actor
from tournament.core.locks import lock_alone
from tournament.core.phone_mark import phone_mark
from tournament.core.reasons import LONGEST
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    InstallationAction,
    InstallationEvent,
    MatchSeat,
)
from tournament.models.disclosures import Disclosures, seal
from tournament.models.places import (
    ContestantRulingPlace,
    CorrectionRequestPlace,
    HandPlace,
    Place,
    TablePlace,
    columns_of,
)
from tournament.streams.announcements import announce

LONGEST_TARGET = 200
"""Most letters of a target, as the column allows; `LONGEST` is the limit of a reason."""


def record_event(
    *,
    championship: Championship,
    actor: Actor,
    action: Action,
    place: Place | None = None,
    target: str = "",
    before: Any = None,
    after: Any = None,
    reason: str = "",
    at: datetime | None = None,
) -> AuditEvent:
    """Append one event to the championship's chain.

    `place` is what the act was done to, or `target` the name of that, where it is no place.
    `before` and `after` are values that `recorded` knows (no floats) and never hold a key or a
    sealed hand. `at` is the time in the rows of the act, which `verify` compares; by default it is
    now. Must be called inside `transaction.atomic()`, together with the act.
    """
    lock_alone(championship)  # not every caller has: nothing may come between two events
    columns = columns_of(place)
    announce(championship, columns["table"])
    last, head = _last_and_installation_head(championship)
    event = AuditEvent(
        championship=championship,
        **_chained(
            championship.chained_as,
            last,
            seal,
            actor=actor.name,
            public_actor=actor.public_name or actor.name,
            actor_table=actor.table,
            actor_side=actor.side.value if actor.side else "",
            actor_contestant=actor.contestant,
            actor_phone=phone_mark(championship.chained_as, actor.phone),
            rows=take_changes(championship),
            own_table=_is_at_own_table(championship, actor, place),
            action=action.value,
            **columns,
            target=target,
            before=before,
            after=after,
            reason=reason,
            at=at or timezone.now(),
            installation_head=head,
        ),
    )
    event.save(force_insert=True)
    event.disclose()
    return event


def _is_at_own_table(championship: Championship, actor: Actor, place: Place | None) -> bool:
    """Return whether an account that plays acts as a referee at its own pair's table, or rules on
    that pair; 1 query for such an account, none for any other."""
    match place:
        case TablePlace() | HandPlace() | CorrectionRequestPlace() if actor.plays_as:
            return MatchSeat.objects.filter(
                match__round__championship=championship,
                match__round__number=place.round,
                match__table__number=place.table,
                contestant__number__in=actor.plays_as,
            ).exists()
        case ContestantRulingPlace():
            return place.contestant in actor.plays_as
        case _:
            return False


def installation_head() -> str:
    """Return the hash of the newest event in the installation's log, "" without any; 1 query."""
    newest = InstallationEvent.objects.order_by("-sequence")
    return newest.values_list("hash", flat=True).first() or ""


def record_installation_event(
    *,
    actor: Actor,
    action: InstallationAction,
    target: str = "",
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> InstallationEvent:
    """Append one event to the installation's log, as `record_event` does; never a password."""
    if connection.vendor == "postgresql":  # SQLite's transactions wait for each other anyway
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {InstallationEvent._meta.db_table} IN EXCLUSIVE MODE")
    last = _last(InstallationEvent.objects.all())
    return InstallationEvent.objects.create(
        **_chained(
            INSTALLATION,
            last,
            None,
            actor=actor.name,
            action=action.value,
            target=target,
            before=before,
            after=after,
            reason=reason,
            at=timezone.now(),
        )
    )


# Written out: every act asks it, and making it from the models takes thirty times as long.
_NEWEST = (
    "SELECT sequence, hash, "
    f"(SELECT hash FROM {InstallationEvent._meta.db_table} ORDER BY sequence DESC LIMIT 1) "
    f"FROM {AuditEvent._meta.db_table} "
    "WHERE championship_id = %s ORDER BY sequence DESC LIMIT 1"
)


def _last_and_installation_head(championship: Championship) -> tuple[tuple[int, str], str]:
    """Return `_last` of the championship's events, and `installation_head`.

    Every act asks for both: 1 query, but 2 for the first event.
    """
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST, [championship.pk])
        newest = cursor.fetchone()
    if newest is None:
        return (0, ""), installation_head()
    sequence, last_hash, head = newest
    return (sequence, last_hash), head or ""


def _last(events: QuerySet[Any]) -> tuple[int, str]:
    """Return the sequence number and the hash of the last event; 0 and "" before the first."""
    return events.order_by("-sequence").values_list("sequence", "hash").first() or (0, "")


def _chained(
    chained_as: int,
    last: tuple[int, str],
    sealing: Callable[[Mapping[str, Any]], tuple[dict[str, Any], Disclosures]] | None,
    **act: Any,
) -> dict[str, Any]:
    """Return the columns of the event that follows `last`; `sealing` puts digests into them."""
    assert transaction.get_connection().in_atomic_block, "an act and its event are one transaction"
    assert len(act["target"]) <= LONGEST_TARGET, "what is recorded is never cut short"
    assert len(act["reason"]) <= LONGEST, "what is recorded is never cut short"
    sequence, previous_hash = last
    act |= {"before": recorded(act["before"]), "after": recorded(act["after"])}
    beside = {}
    if sealing is not None:
        act, beside["disclosed"] = sealing(act)
    content = {**act, "sequence": sequence + 1, "previous_hash": previous_hash}
    return {**content, **beside, "hash": event_hash(championship_id=chained_as, **content)}
