"""The database itself keeps the record: nothing in it is changed, deleted or replaced."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from tests.tournament.factories import make_championship
from tournament.models import AuditEvent

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def _refused(statement: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(statement)


def test_events_are_neither_changed_nor_deleted() -> None:
    make_championship()
    _refused("UPDATE tournament_auditevent SET actor = 'somebody else'")
    _refused("DELETE FROM tournament_auditevent")
    assert AuditEvent.objects.exists()


@pytest.mark.sqlite
def test_an_event_is_not_replaced_either() -> None:
    make_championship()
    columns = [field.column for field in AuditEvent._meta.concrete_fields]
    values = ["'somebody else'" if one == "actor" else f'"{one}"' for one in columns]
    named = ", ".join(f'"{one}"' for one in columns)
    _refused(
        f"INSERT OR REPLACE INTO tournament_auditevent ({named})"
        f" SELECT {', '.join(values)} FROM tournament_auditevent"
    )
    assert not AuditEvent.objects.filter(actor="somebody else").exists()
