"""Two phones at each table, all at once: each hand is entered once, on SQLite and on PostgreSQL."""

from __future__ import annotations

from typing import Any

import pytest

from tests.own_process import run_main
from tests.tournament.results.test_many_at_once import database

pytestmark = [pytest.mark.long, pytest.mark.promise]

__all__ = ["database"]

HANDS = 5 * 4
"""Tables, hands of a round."""


def report(**environment: str) -> Any:
    found, _log = run_main("tests.tournament.phones.many_phones", **environment)
    return found


def check(found: Any, vendor: str) -> None:
    assert found["vendor"] == vendor
    kept = {"results": HANDS, "deliveries": 2 * HANDS, "entered": HANDS, "chain": True}
    assert found["agree"] == kept | {
        "answers": {"stored": HANDS, "confirmed": HANDS},
        "confirmations": HANDS,
        "correction_requests": 0,
    }
    assert found["differ"] == kept | {
        "answers": {"stored": HANDS, "referee": HANDS},
        "confirmations": 0,
        "correction_requests": HANDS,
    }


def test_on_sqlite() -> None:
    check(report(), "sqlite")


@pytest.mark.postgresql
def test_on_postgresql(database: str) -> None:
    check(report(DATABASE_URL=database), "postgresql")
