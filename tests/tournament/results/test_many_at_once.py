"""Thirty-two referees at once lose nothing, on SQLite as a venue runs it and on PostgreSQL."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from tests.checks.machine import postgresql

HANDS = 4 * 8 * 4
"""Rounds, tables, hands at a table."""


RUN = """
import django
django.setup()
from tests.tournament.results.many_at_once import main
main()
"""


def report(database_url: str | None) -> Any:
    """What happened on a fresh database: a file of SQLite's, or the one at the address."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    if database_url:
        environment["DATABASE_URL"] = database_url
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        env={**environment, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


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
    check(report(None), "sqlite")


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
    check(report(database), "postgresql")
