"""Thirty-two referees at once lose nothing, on SQLite as a venue runs it and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.checks.machine import postgresql
from tests.new_database import new_server_database
from tests.own_process import run_main

pytestmark = [pytest.mark.long, pytest.mark.promise]

HANDS = 8 * 4
"""Tables, hands at a table."""


def report(**environment: str) -> Any:
    """What happened on a fresh database: a file of SQLite's, or DATABASE_URL."""
    found, _log = run_main("tests.tournament.results.many_at_once", **environment)
    return found


def check(report: Any, vendor: str) -> None:
    assert report["vendor"] == vendor
    assert report["different"] == {"302": 2 * HANDS}  # each form was sent twice
    assert report["stored"] == report["current"] == HANDS
    assert report["same"] == {"302": 1, "409": 31}
    assert report["versions"] == 1
    assert report["events"] == HANDS + 1
    assert report["chain"]
    assert report["refused"] == dict.fromkeys(report["refused"], True)
    assert len(report["refused"]) == 12


def test_on_sqlite() -> None:
    check(report(), "sqlite")


@pytest.fixture
def database() -> Iterator[str]:
    """The address of a migrated PostgreSQL database of this test's own."""
    server = postgresql()
    assert server is not None
    with new_server_database(server) as address:
        yield address


@pytest.mark.postgresql
def test_on_postgresql(database: str) -> None:
    check(report(DATABASE_URL=database), "postgresql")
