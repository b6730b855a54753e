"""Functions that writes call, so that open pages ask for the news at once."""

from __future__ import annotations

from django.db import transaction

from tournament.models import Championship
from tournament.streams.carriers import carrier
from tournament.streams.topics import News, Topic, friendly_topic


def announce(championship: Championship, table: int | None, *, act: int = 0) -> None:
    """Announce news of that table, or (None) of all tables of the championship; `act` is the key of
    an act at the table, if that is the only news.

    It is told when the transaction is done. Call it inside `transaction.atomic()`.
    """
    _send(News(Topic(championship.pk, table), act))


def announce_friendly(table: int, version: int) -> None:
    """Announce the version of a friendly table. Call it inside `transaction.atomic()`."""
    _send(News(friendly_topic(table), version))


def _send(news: News) -> None:
    assert transaction.get_connection().in_atomic_block, "told when what was written stands"
    carrier().send(news)
