"""What writes call, so that pages which show it ask at once."""

from __future__ import annotations

from django.db import transaction

from tournament.models import Championship
from tournament.streams.carriers import carrier
from tournament.streams.topics import News, Topic, friendly_topic


def announce(championship: Championship, table: int | None, *, act: int = 0) -> None:
    """There is something new of that table, or (None) of all tables of the championship; `act` is
    its key where that is an act at the table, and nothing else.

    It is told when the transaction is done. Must be called inside `transaction.atomic()`.
    """
    _send(News(Topic(championship.pk, table), act))


def announce_friendly(table: int, version: int) -> None:
    """Announce that a friendly table, by its key, has this version now, by which all that is told
    there is counted. Must be called inside `transaction.atomic()`."""
    _send(News(friendly_topic(table), version))


def _send(news: News) -> None:
    assert transaction.get_connection().in_atomic_block, "told when what was written stands"
    carrier().send(news)
