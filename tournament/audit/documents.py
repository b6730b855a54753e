"""Files of a championship's record: for people who read it, and for programs that check it.

A table for spreadsheets says in words who did what, as the page does. Words can't be hashed again,
so there are JSON lines too: for each event everything its hash covers, and the hash. docs/json.md
tells how to check the chain with nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from tournament.audit.chain import canonical, sealed_content
from tournament.audit.event_text import IN_PAIRS, PlaceWords, actor_text
from tournament.audit.queries.lines import done_text, target_text
from tournament.core.csv_text import Row
from tournament.models import AuditEvent, ChainedEvent

_BATCH = 200


def record_rows(
    events: Iterable[ChainedEvent], *, language: str, places: PlaceWords = IN_PAIRS
) -> Iterator[Row]:
    """Yield a row of headings, then one for each event; `places` as in `place_text`.

    All is in `language`, whatever is in force when the rows are taken. The events are taken in that
    language too, `_BATCH` at a time.
    """
    with override(language):
        heads = _heads()
    yield heads
    ahead = iter(events)
    while True:
        with override(language):
            rows = [_row(event, places) for event in islice(ahead, _BATCH)]
        if not rows:
            return
        yield from rows


def _heads() -> Row:
    return (
        pgettext("number", "No."),
        _("When"),
        _("Who"),
        _("What"),
        pgettext("in the record", "of what"),
        pgettext("in the record", "before"),
        pgettext("in the record", "after"),
        _("Why"),
        pgettext("in the record", "hash of the event before"),
        pgettext("in the record", "hash"),
    )


def _row(event: ChainedEvent, places: PlaceWords) -> Row:
    return (
        event.sequence,
        timezone.localtime(event.at).isoformat(timespec="microseconds"),
        actor_text(event.acted_by),
        done_text(event),
        target_text(event, places),
        _json(event.before),
        _json(event.after),
        event.reason,
        event.previous_hash,
        event.hash,
    )


def _json(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)


def record_lines(events: Iterable[ChainedEvent], *, chained_as: int) -> Iterator[bytes]:
    """Yield lines of JSON, one for each event, several at a time: what its hash covers, `hash`, and
    `disclosed`, the values that the digests in it stand for.

    `chained_as` is the number that stands for the championship in the hashes.
    """
    ahead = iter(events)
    while batch := list(islice(ahead, _BATCH)):
        yield "".join(_sealed_line(event, chained_as) for event in batch).encode()


def _sealed_line(event: ChainedEvent, chained_as: int) -> str:
    content = sealed_content(
        championship_id=chained_as, previous_hash=event.previous_hash, **event.sealed()
    )
    beside: dict[str, Any] = {"hash": event.hash}
    if isinstance(event, AuditEvent):
        beside["disclosed"] = event.disclosed
    return f"{canonical({**content, **beside})}\n"
