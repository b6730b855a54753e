"""A site with a database that is a file, and a stick to put its backups on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.new_database import copy_new_database
from tests.tournament.recorded_day import recorded_day


def point_at(file: Path, patch: pytest.MonkeyPatch) -> None:
    """Let this process have its database in that file."""
    connection.close()
    patch.setitem(connection.settings_dict, "NAME", str(file))


@pytest.fixture(scope="session")
def played(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Path:
    """The database of a site that has been used; each test gets a copy of it."""
    file = tmp_path_factory.mktemp("played") / "botifarra.sqlite3"
    copy_new_database(file)
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        point_at(file, patch)
        recorded_day()
        connection.close()
    return file


@pytest.fixture
def site(
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Path]:
    """A site of its own with that database, and an empty folder `stick` beside its data."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    file = tmp_path / "data" / "botifarra.sqlite3"
    file.parent.mkdir()
    (tmp_path / "stick").mkdir()
    shutil.copy(played, file)
    with django_db_blocker.unblock():
        point_at(file, monkeypatch)
        yield file
        connection.close()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    return tmp_path / "stick"
