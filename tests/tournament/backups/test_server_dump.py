"""A database on a PostgreSQL server is backed up by its own program, and read back by it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.own_process import run_main
from tests.tournament.results.test_many_at_once import database

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
    restore = ["pg_restore", "--clean", "--if-exists", f"--dbname={database}", found["file"]]
    subprocess.run(restore, check=True)
    restored, _log = run_main(PART, **given, BACKUP_TEST_ACT="look")
    assert "Everything is fine." in restored["verified"]
    assert restored["made"] == 0
