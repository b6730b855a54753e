"""The texts that the hashes of a championship's record cover."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tournament.models import AuditEvent, Championship, Player


def chained_texts(championship: Championship) -> set[str]:
    """Return every text in the columns of a record as they are stored, at whatever depth."""
    rows = AuditEvent.objects.filter(championship=championship).values_list(*AuditEvent.SEALED)
    return {one for row in rows for one in _texts(row)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def names_in_chain(championship: Championship) -> set[str]:
    """Return the players' names that stand in a record's chain, or in a part of a text there."""
    names = Player.objects.filter(contestant__championship=championship).values_list("name")
    long = {name for (name,) in names if len(name) > 5}
    chain = "\n".join(chained_texts(championship))
    return {name for name in long if name in chain}
