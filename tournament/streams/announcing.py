"""What writes call, so that pages which show it ask at once."""

from __future__ import annotations

from django.db import transaction

from tournament.models import Championship
from tournament.streams.carriers import carrier
from tournament.streams.topics import Topic


def announce(championship: Championship, table: int | None) -> None:
    """There is something new of that table, or (None) of all tables of the championship.

    It is told when the transaction is done. Must be called inside `transaction.atomic()`.
    """
    assert transaction.get_connection().in_atomic_block, "told when what was written stands"
    carrier().send(Topic(championship.pk, table))
