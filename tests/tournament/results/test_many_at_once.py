"""Thirty-two referees at once lose nothing, on SQLite as a venue runs it and on PostgreSQL."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from tests.checks.machine import postgresql
from tests.own_process import run_main

HANDS = 2 * 8 * 4
"""Rounds, tables, hands at a table."""


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
    """The address of a PostgreSQL database of this test's own."""
    server = postgresql()
    assert server is not None
    name = f"botifarra_test_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            parts = conninfo_to_dict(server)
            who = f"{parts['user']}:{parts.get('password') or ''}"
            yield f"postgresql://{who}@{parts['host']}:{parts.get('port') or 5432}/{name}"
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)


@pytest.mark.postgresql
def test_on_postgresql(database: str) -> None:
    check(report(DATABASE_URL=database), "postgresql")
