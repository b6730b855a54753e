"""How the database is emptied after a test that commits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

import pytest
from django.core.management.color import Style
from django.core.management.commands import flush
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations

from tournament.migrations._append_only import LOGS, guards, without_guards

FOR_GOOD = {"django_content_type", "auth_permission"}
"""Tables that a migration fills and no test writes to."""


@contextmanager
def emptied_by_tests() -> Iterator[None]:
    """Let tables be emptied that refuse it, and let what migrations filled stay instead of being
    filled again.

    SQLite's triggers keep the records of acts from being deleted, whoever asks; for that moment
    they go. (PostgreSQL truncates, which its triggers don't see.)
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", _statements)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_given: None)
        if connection.vendor == "sqlite":
            kind = type(connection.ops)
            empty = kind.execute_sql_flush

            def empty_all(operations: BaseDatabaseOperations, statements: Sequence[str]) -> None:
                with operations.connection.cursor() as cursor:
                    for one in chain.from_iterable(without_guards("sqlite", log) for log in LOGS):
                        cursor.execute(one)
                    empty(operations, statements)
                    for one in chain.from_iterable(guards("sqlite", log) for log in LOGS):
                        cursor.execute(one)

            patch.setattr(kind, "execute_sql_flush", empty_all)
        yield


def _statements(style: Style, database: BaseDatabaseWrapper, **how: bool) -> list[str]:
    names = database.introspection.django_table_names(only_existing=True, include_views=False)
    return database.ops.sql_flush(style, sorted({*names} - FOR_GOOD), **how)
