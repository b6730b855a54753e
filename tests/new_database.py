"""What a site has that has just been started: made once in a run of tests, copied from then on.

For sites in processes of their own, and databases of workers, whose tests are not about migrating.
A folder, named in the environment, holds what was made: workers and other processes inherit it.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[1]
NAME = "botifarra.sqlite3"
_FOLDER = "BOTIFARRA_TEST_MADE_ONCE"
_LONGEST_WAIT = 300.0
"""Seconds to wait for another process that makes something, before it counts as broken."""


@contextmanager
def made_once_a_run() -> Iterator[None]:
    """What is made meanwhile, here or in a process that is started here, is made once, and removed
    at the end."""
    if _FOLDER in os.environ:
        yield
        return
    with TemporaryDirectory(prefix="botifarra-new-") as folder:
        os.environ[_FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[_FOLDER]
            for template in Path(folder).glob("*.template"):
                _drop(*template.read_text().split())


def put_new_database(data: Path) -> None:
    """Write a migrated database into that data folder, where a site that begins there finds it."""
    copy_new_database(data / NAME)


def copy_new_database(file: Path) -> None:
    """Write a migrated SQLite database into that file."""
    shutil.copyfile(_new_site() / NAME, file)


def put_new_site(data: Path) -> None:
    """Write there all that a site has that was made ready before: also the key it signs with."""
    shutil.copytree(_new_site(), data, dirs_exist_ok=True)


def put_static_files(data: Path) -> None:
    """Write there what a first start collects for browsers, which takes longer than starting."""
    shutil.copytree(_new_site() / "static", data / "static")


def _new_site() -> Path:
    """The data folder of a site that was made ready and never served."""
    with _one_at_a_time() as folder:
        if not (made := folder / "site").exists():
            _run_in_site("server.prepare()", BOTIFARRA_DATA=str(folder / "unready"))
            (folder / "unready").rename(made)
    return made


def migrated_template(server: str) -> str:
    """The name of a migrated database on that PostgreSQL server, from which others are made."""
    with _one_at_a_time() as folder:
        noted = folder / f"{sha256(server.encode()).hexdigest()[:12]}.template"
        if not noted.exists():
            name = f"botifarra_new_{secrets.token_hex(6)}"
            _execute(server, f"CREATE DATABASE {name}")
            try:
                migrate = "call_command('migrate', verbosity=0)"
                _run_in_site(migrate, BOTIFARRA_DATA=str(folder), DATABASE_URL=_at(server, name))
            except BaseException:
                _drop(server, name)
                raise
            noted.write_text(f"{server} {name}")
        return noted.read_text().split()[1]


@contextmanager
def new_server_database(server: str) -> Iterator[str]:
    """The address of a migrated database of its own on that server, dropped at the end."""
    template = migrated_template(server)
    name = f"botifarra_test_{secrets.token_hex(6)}"
    _execute(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield _at(server, name)
    finally:
        _drop(server, name)


def _at(server: str, name: str) -> str:
    """The address of that database on the server."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))


def _drop(server: str, name: str) -> None:
    _execute(server, f"DROP DATABASE {name} WITH (FORCE)")


def _execute(server: str, statement: str) -> None:
    import psycopg
    from psycopg import sql

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL(statement))


@contextmanager
def _one_at_a_time() -> Iterator[Path]:
    """The folder of what is made once; who needs the same meanwhile waits.

    By SQLite's lock, which every system has, and which goes with the process that holds it.
    """
    folder = Path(os.environ[_FOLDER])
    lock = sqlite3.connect(folder / "lock", timeout=_LONGEST_WAIT, isolation_level=None)
    with closing(lock):
        lock.execute("BEGIN EXCLUSIVE")
        yield folder


def _run_in_site(code: str, **environment: str) -> None:
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "BOTIFARRA_SECRET_KEY")
    }
    begin = (
        "import django; django.setup(); from django.core.management import call_command; "
        "from tournament.management import server; "
    )
    done = subprocess.run(
        [sys.executable, "-c", begin + code],
        env={**inherited, "DJANGO_SETTINGS_MODULE": "tournament.settings", **environment},
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
