"""Chains of the logs: each log's events, and a check of the hashes that they carry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

from tournament.audit.chain import INSTALLATION, event_hash
from tournament.models import AuditEvent, ChainedEvent, Championship, InstallationEvent

REMEMBERED = 10 * 60
"""Seconds for which a page relies on a chain found whole: hashing 20,000 events takes longer than a
page may. `verify` hashes all of them."""


@dataclass(frozen=True, slots=True)
class Log:
    """Chain of events with a `name` of its own; `chained_as` stands for it in the hashes."""

    name: str
    events: QuerySet[Any]
    chained_as: int

    @classmethod
    def of(cls, championship: Championship) -> Log:
        """Return a championship's record."""
        events = AuditEvent.objects.filter(championship=championship)
        return cls(f"championship-{championship.pk}", events, championship.chained_as)

    @classmethod
    def of_installation(cls) -> Log:
        """Return the log of what concerns the installation, and no championship alone."""
        return cls("installation", InstallationEvent.objects.all(), INSTALLATION)


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """Result of recomputing a chain: each event has to carry the hash of its content and of the
    event before it."""

    events: int
    broken_at: int | None
    """Number of the first event that doesn't fit, or None."""
    last_hash: str

    @property
    def is_whole(self) -> bool:
        return self.broken_at is None


@dataclass(frozen=True, slots=True)
class ChainState:
    """Chain with the time up to which it was known to be whole; the rest was checked just now."""

    check: ChainCheck
    checked_at: datetime


NOTHING = ChainCheck(0, None, "")


def check_chain(
    events: Iterable[ChainedEvent], *, chained_as: int, begun: ChainCheck = NOTHING
) -> ChainCheck:
    """Recompute the hashes of a chain's events, given in order.

    `chained_as` is the number that stands for the championship in them (`Championship.chained_as`),
    `INSTALLATION` for the installation's own log. `begun` is the result for the events before
    these.
    """
    hashes = ((event.previous_hash, event.hash, event.sealed()) for event in events)
    return _check(hashes, chained_as, begun)


def _check(
    events: Iterable[tuple[str, str, dict[str, Any]]], chained_as: int, begun: ChainCheck
) -> ChainCheck:
    """Recompute a chain from each event's previous hash, its hash, and the columns that this
    covers."""
    previous, expected = begun.last_hash, begun.events
    for told_previous, told, said in events:
        expected += 1
        recomputed = event_hash(championship_id=chained_as, previous_hash=previous, **said)
        if (said["sequence"], told_previous, told) != (expected, previous, recomputed):
            return ChainCheck(expected, said["sequence"], previous)
        previous = told
    return ChainCheck(expected, None, previous)


def chain_state(log: Log) -> ChainState:
    """Return the state of a log's chain, for a page; 2 queries.

    A chain that this process found whole is relied on for `REMEMBERED` seconds, as long as its last
    event is the same, and only later events are hashed.
    """
    key = f"chain-of-{log.name}"
    begun, checked_at = cache.get(key) or (NOTHING, None)
    if checked_at is not None and not _still_stands(log, begun):
        begun, checked_at = NOTHING, None
    later = log.events.filter(sequence__gt=begun.events).order_by("sequence")
    # Rows instead of events: of 20,000 the making alone takes as long as the hashing.
    rows = later.values(*log.events.model.SEALED, "previous_hash", "hash").iterator()
    hashes = ((row.pop("previous_hash"), row.pop("hash"), row) for row in rows)
    check = _check(hashes, log.chained_as, begun)
    if checked_at is None:
        checked_at = timezone.now()
        if check.is_whole:
            cache.set(key, (check, checked_at), REMEMBERED)
    return ChainState(check, checked_at)


def _still_stands(log: Log, check: ChainCheck) -> bool:
    return log.events.filter(sequence=check.events, hash=check.last_hash).exists()
