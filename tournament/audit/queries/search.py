"""Search in a log for words, without regard to case and accents, in the language in force.

The words are made from what is stored, in one of three languages, so no database can search for
them. But a log repeats itself: of 20,000 events hardly one in ten says anything new. So every
distinct stored text is parsed and put into words only once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from scoring.game.seats import party_named
from tournament.audit.event_text import IN_PAIRS, PlaceWords, actor_text, place_text
from tournament.audit.queries.lines import act_text, details_of, several_text
from tournament.core.names import plain
from tournament.models import AuditEvent
from tournament.models.disclosures import digest_of
from tournament.models.places import COLUMNS, ActedBy, place_of

PLACES = "*"
"""Stands for every table and pair in a filter by actor: no account can be called so."""


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Filter of events; an empty part lets all of them pass.

    `actor` is a recorded name or `PLACES`, `action` a value of the log's actions. `text` may occur
    anywhere in what is shown of an event, whatever its case or accents. `round`, `table` and `pair`
    are numbers: events of that round, at that table, of that pair or of a match of it. `since` and
    `until` are moments, both included.
    """

    action: str = ""
    actor: str = ""
    text: str = ""
    round: int | None = None
    table: int | None = None
    pair: int | None = None
    since: datetime | None = None
    until: datetime | None = None

    @property
    def words(self) -> str:
        """Text without case and accents."""
        return plain(self.text.strip())


EVERYTHING = EventFilter()


_ACTED = ("actor_contestant", "actor_table", "actor_side")


def found_in(events: QuerySet[Any], words: str, places: PlaceWords = IN_PAIRS) -> list[int]:
    """Return the keys of the events in which the words occur, in the order of `events`; 1 query.

    `words` without case and accents, as `plain` makes them; `places` as in `place_text`.
    """
    search = _Search(words, places)
    of_places = events.model is AuditEvent
    stored = events.values_list(
        "pk",
        "reason",
        "target",
        "action",
        Cast("before", TextField()),
        Cast("after", TextField()),
        "actor",
        *(("disclosed", *_ACTED, *COLUMNS) if of_places else ()),
    )
    told = map(_disclosed, stored.iterator()) if of_places else stored.iterator()
    return [key for key, *said in told if search.finds(*said)]


def _disclosed(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row with the values in the places of its digests, and without its disclosures."""
    key, reason, target, action, before, after, actor, disclosed, *numbers = row
    for place, (salt, value) in disclosed.items():
        digest = digest_of(salt, value)
        match place.partition("/")[0]:
            case "reason":
                reason = value
            case "target":
                target = value
            case "actor":
                actor = value
            case "before":
                before = before.replace(digest, json.dumps(value)[1:-1])
            case "after":
                after = after.replace(digest, json.dumps(value)[1:-1])
    return (key, reason, target, action, before, after, actor, *numbers)


class _Search:
    """Search in all that the line of an event shows."""

    def __init__(self, words: str, places: PlaceWords) -> None:
        self._words = words
        self._places = places
        self._known: dict[tuple[object, ...], bool] = {}

    def finds(
        self,
        reason: str,
        target: str,
        action: str,
        before: str | None,
        after: str | None,
        actor: str,
        *numbers: Any,
    ) -> bool:
        """Return whether an event contains the words.

        `before` and `after` are JSON; `numbers` are the columns of the link that acted, and of the
        place; none in the installation's log.
        """
        return (
            self._in(self._place_text, *numbers[len(_ACTED) :])
            or self._in(_actor_text, actor, *numbers[: len(_ACTED)])
            or self._in(str, reason)
            or self._in(str, target)
            or self._in(_content_text, action, before, after)
        )

    def _place_text(self, *columns: int | None) -> str:
        place = place_of(dict(zip(COLUMNS, columns, strict=True))) if columns else None
        return place_text(place, self._places) if place else ""

    def _in(self, word: Callable[..., str], *said: object) -> bool:
        key = (word, *said)
        if key not in self._known:
            self._known[key] = self._words in plain(word(*said))
        return self._known[key]


def _actor_text(
    name: str, contestant: int | None = None, table: int | None = None, side: str = ""
) -> str:
    return actor_text(ActedBy(name, contestant, table, party_named(side) if side else None))


def _content_text(action: str, before: str | None, after: str | None) -> str:
    """Return an act and what it changed in words, each on a line of its own."""
    was, became = (None if one is None else json.loads(one) for one in (before, after))
    details = ((one.name, one.before, one.after) for one in details_of(was, became))
    act = (act_text(action, was, became), several_text(action, became))
    return "\n".join((*act, *chain.from_iterable(details)))
