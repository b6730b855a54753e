"""Looking for words in a log, whatever case or accents, in the language in force.

The words are this program's, in three languages, and what is stored is in none of them: no database
can look for them. But a log says the same again and again: of 20,000 events hardly one in ten says
something that none before it said. So each thing is read as the text it is stored as, and put into
words, and its JSON taken apart, once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import chain
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from tournament.audit.queries.lines import act_text, details_of
from tournament.audit.wording import actor_text, target_text
from tournament.core.names import plain


def found_in(events: QuerySet[Any], words: str) -> list[int]:
    """The keys of the events in which the words occur, in the order of `events`; 1 query.

    `words` without case and accents, as `plain` makes them.
    """
    search = _Search(words)
    stored = events.values_list(
        "pk",
        "target",
        "actor",
        "reason",
        "action",
        Cast("before", TextField()),
        Cast("after", TextField()),
    )
    return [key for key, *said in stored.iterator() if search.finds(*said)]


class _Search:
    """Looks for words in anything that the line of an event shows."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._known: dict[tuple[object, ...], bool] = {}

    def finds(
        self,
        target: str,
        actor: str,
        reason: str,
        action: str,
        before: str | None,
        after: str | None,
    ) -> bool:
        """`before` and `after` are JSON."""
        return (
            self._in(target_text, target)
            or self._in(actor_text, actor)
            or self._in(str, reason)
            or self._in(_content_text, action, before, after)
        )

    def _in(self, word: Callable[..., str], *said: object) -> bool:
        key = (word, *said)
        if key not in self._known:
            self._known[key] = self._words in plain(word(*said))
        return self._known[key]


def _content_text(action: str, before: str | None, after: str | None) -> str:
    """What an act was and what it changed, each thing on a line of its own."""
    was, became = (None if one is None else json.loads(one) for one in (before, after))
    details = ((one.name, one.before, one.after) for one in details_of(was, became))
    return "\n".join((act_text(action, was, became), *chain.from_iterable(details)))
