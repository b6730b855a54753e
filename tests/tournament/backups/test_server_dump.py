"""A database on a PostgreSQL server is backed up by its own program, and read back by it."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.checks.machine import postgresql
from tests.own_process import run_main
from tests.tournament.results.test_many_at_once import database
from tournament.core.link_numbers import SKIPPED

pytestmark = [pytest.mark.long, pytest.mark.promise]

__all__ = ["database"]

PART = "tests.tournament.backups.server_backups"


@pytest.mark.postgresql
def test_there_and_back(database: str, tmp_path: Path) -> None:
    given = {"DATABASE_URL": database, "BACKUP_TEST_FOLDER": str(tmp_path), "LC_ALL": "en_GB.UTF-8"}
    found, _log = run_main(PART, **given, BACKUP_TEST_ACT="make")
    assert found["files"]
    assert len(found["everything"]) == 2  # what failed left nothing
    assert found["mode"] == 0o600
    assert found["guarded"] == [True, False]
    assert found["free again"]
    assert found["noted"]
    missing, failed = found["faults"]
    assert "pg_dump, is not on this machine" in missing
    assert "postgresql-client" in missing
    assert failed == "pg_dump could not copy the database: no room"
    assert found["last fault"] == failed
    given["BACKUP_TEST_FILE"] = found["file"]
    with psycopg.connect(database):
        refused, _log = run_main(PART, **given, BACKUP_TEST_ACT="restore")
    assert refused["refused"].startswith("The site is running")
    restored, _log = run_main(PART, **given, BACKUP_TEST_ACT="restore")
    try:
        assert "Everything is fine.\nThe site is restored." in restored["printed"]
        assert "The previous database is kept" in restored["printed"]
        assert restored["events"] == ["backups-changed", "site-restored"]
        assert restored["last ended"] >= SKIPPED
        assert "Everything is fine." in restored["verified"]
        assert restored["made"] == 0
        assert restored["beside"] == [restored["kept"]]
    finally:
        with psycopg.connect(postgresql() or "", autocommit=True) as admin:
            admin.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(restored["kept"])))


@pytest.mark.postgresql
def test_what_is_no_backup_leaves_nothing(database: str, tmp_path: Path) -> None:
    (file := tmp_path / "photo.dump").write_bytes(b"\xff\xd8 a photograph")
    given = {"DATABASE_URL": database, "BACKUP_TEST_FOLDER": str(tmp_path), "LC_ALL": "en_GB.UTF-8"}
    found, _log = run_main(PART, **given, BACKUP_TEST_ACT="restore", BACKUP_TEST_FILE=str(file))
    assert found["refused"].startswith("pg_restore could not copy the database: ")
    assert found["beside"] == []
