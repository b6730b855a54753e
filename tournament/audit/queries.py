"""Reading the record: its events, some of them, and whether its chain is whole.

A championship's record is some thousand lines at most, and its chain can only be checked by reading
all of it; so it is read once, and what is looked for is looked for there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.audit.chain import event_hash
from tournament.audit.wording import part_name, target_text, value_text
from tournament.core.names import plain
from tournament.models import Action, AuditEvent, Championship

PAGE_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Detail:
    """One part of what an act changed, before and after, in words; "" for what was not."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RecordLine:
    """An event of the record."""

    sequence: int
    at: datetime
    actor: str
    action: Action
    target: str
    reason: str
    details: tuple[Detail, ...]
    hash: str

    @property
    def text(self) -> str:
        """Everything somebody may look for, without case and accents."""
        parts = [self.target, self.reason, self.actor, str(self.action.label)]
        for detail in self.details:
            parts += [detail.name, detail.before, detail.after]
        return plain(" ".join(parts))


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """Whether each event carries the hash of its content and of the event before it."""

    events: int
    broken_at: int | None
    """The number of the first event that doesn't fit, or None."""
    last_hash: str

    @property
    def is_whole(self) -> bool:
        return self.broken_at is None


@dataclass(frozen=True, slots=True)
class RecordPage:
    """A page of the record, the newest event first, and what it can be narrowed by."""

    lines: tuple[RecordLine, ...]
    found: int
    page: int
    pages: int
    actors: tuple[str, ...]
    actions: tuple[Action, ...]
    chain: ChainCheck


def check_chain(events: Iterable[AuditEvent]) -> ChainCheck:
    """Recompute the hashes of a championship's events, given in their order."""
    previous, expected = "", 0
    for event in events:
        expected += 1
        recomputed = event_hash(
            championship_id=event.championship_id,
            sequence=event.sequence,
            at=event.at,
            actor=event.actor,
            action=event.action,
            target=event.target,
            before=event.before,
            after=event.after,
            reason=event.reason,
            previous_hash=previous,
        )
        if (event.sequence, event.previous_hash, event.hash) != (expected, previous, recomputed):
            return ChainCheck(expected, event.sequence, previous)
        previous = event.hash
    return ChainCheck(expected, None, previous)


def record_page(
    championship: Championship, *, action: str = "", actor: str = "", text: str = "", page: int = 1
) -> RecordPage:
    """The events by `action` and `actor` in which `text` occurs, whatever case or accents; 1 query.

    `page` from 1; one that doesn't exist gives the nearest that does.
    """
    events = list(AuditEvent.objects.filter(championship=championship).order_by("sequence"))
    lines = [_line(event) for event in reversed(events)]
    wanted = plain(text.strip())
    found = [
        line
        for line in lines
        if action in ("", line.action) and actor in ("", line.actor) and wanted in line.text
    ]
    pages = max(1, -(-len(found) // PAGE_LENGTH))
    page = min(max(page, 1), pages)
    return RecordPage(
        lines=tuple(found[(page - 1) * PAGE_LENGTH : page * PAGE_LENGTH]),
        found=len(found),
        page=page,
        pages=pages,
        actors=tuple(sorted({line.actor for line in lines}, key=plain)),
        actions=tuple(one for one in Action if one in {line.action for line in lines}),
        chain=check_chain(events),
    )


def _line(event: AuditEvent) -> RecordLine:
    return RecordLine(
        sequence=event.sequence,
        at=event.at,
        actor=event.actor,
        action=Action(event.action),
        target=target_text(event.target),
        reason=event.reason,
        details=tuple(_details(event.before, event.after)),
        hash=event.hash,
    )


def _details(before: Any, after: Any) -> Iterator[Detail]:
    """What an act changed, part by part where both are collections of parts."""
    old = before if isinstance(before, dict) else {} if before is None else {"": before}
    new = after if isinstance(after, dict) else {} if after is None else {"": after}
    for name in dict.fromkeys([*old, *new]):
        was, became = value_text(old.get(name), name), value_text(new.get(name), name)
        if was != became:
            yield Detail(part_name(name), was, became)
