"""Whatever the program makes is for its owner alone, also in a folder that is open to others."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from tests.new_database import put_new_database, put_static_files
from tests.tournament.management.server import manage, read_until, running
from tournament.core.installation_warnings import installation_warnings

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes"),
    pytest.mark.long,
    pytest.mark.promise,
]


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    return folder


def put_private_database(folder: Path) -> Path:
    """A migrated database there, as the program leaves it."""
    put_new_database(folder)
    database = folder / "botifarra.sqlite3"
    database.chmod(0o600)
    return database


def open_paths(folder: Path) -> set[str]:
    """What others can open below a folder, by name, but the style sheets and scripts."""
    paths = {path.relative_to(folder): path for path in folder.rglob("*")}
    return {
        str(name)
        for name, path in paths.items()
        if name.parts[0] != "static" and path.stat().st_mode & 0o077
    }


def test_the_files_of_a_running_site_are_private_and_the_open_folder_is_told(
    open_folder: Path,
) -> None:
    """That a new database is, `test_a_new_installation_is_served_and_stops_when_told` shows."""
    put_private_database(open_folder)
    put_static_files(open_folder)
    with running(open_folder, "serve", "--port", "0") as server:
        told = "\n".join(read_until(server, "/first-organiser/"))
        with closing(sqlite3.connect(open_folder / "botifarra.sqlite3")) as site:
            site.execute("BEGIN IMMEDIATE")
            names = {path.name for path in open_folder.iterdir()}
            assert {"botifarra.sqlite3-wal", "botifarra.sqlite3-shm", "secret_key"} <= names
            assert open_paths(open_folder) == set()
    assert f"Others on this machine can open {open_folder}, and" in told
    assert f"chmod -R go= {open_folder}" in told


def test_backups_and_what_a_restore_leaves_are_private(open_folder: Path) -> None:
    put_private_database(open_folder)
    assert manage(open_folder, "backup").returncode == 0
    (made,) = open_folder.glob("backups/*.sqlite3")
    assert manage(open_folder, "restore", "--yes", str(made)).returncode == 0
    assert open_paths(open_folder) == set()


def test_a_database_that_was_open_already_is_told(
    open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start tells of a database that others on the machine can open."""
    open_folder.chmod(0o700)
    database = put_private_database(open_folder)
    monkeypatch.setattr(settings, "DATA_DIR", open_folder)
    assert list(installation_warnings()) == []
    database.chmod(0o644)
    (told,) = installation_warnings()
    assert f"Others on this machine can open {database}," in told
