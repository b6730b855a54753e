"""Copies of a database on a PostgreSQL server, made and put back by the server's own programs.

A backup is put in the place of the database whole or not at all: it is read into a new database
beside the site's, examined there, and takes the site's name in the end; the one before is kept
under a dated name. Nobody can rename a database that somebody uses, so a running site refuses it.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django.db
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.database_files import flush
from tournament.core.errors import NotNow, UserError
from tournament.models import MadeFile

DUMP = "pg_dump"
RESTORE = "pg_restore"
LONGEST_SECONDS = 600
_OPTIONS = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "passfile": "PGPASSFILE",
}
"""Options of a connection that its programs need too, and how they are told them."""
_LOCK = 0x626F7469
"""Number of the lock held during a backup; the server knows no names."""


def refuse_without_program(program: str = DUMP) -> None:
    """Raise `NotNow` where this machine can't copy a database of a server."""
    if shutil.which(program) is None:
        raise NotNow(
            _(
                "The database is on a PostgreSQL server, and the program that copies it, "
                "%(program)s, is not on this machine. On Debian it is in the package "
                "postgresql-client."
            )
            % {"program": program}
        )


def dump_database(target: Path) -> None:
    """Copy the database as it is at one moment into the new file `target`, for its owner alone.

    `pg_restore` reads it. What jobs have made is left out: it can be made again. If anything goes
    wrong there is no `target`. Raises `NotNow` without `pg_dump`, `UserError` when that fails.
    """
    refuse_without_program()
    command = [
        DUMP,
        "--format=custom",
        "--no-password",
        f"--exclude-table-data={MadeFile._meta.db_table}",
        f"--file={target}",
    ]
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        run_program(command)
        flush(target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _server() -> dict[str, str]:
    """Return the environment in which programs of the server find the database."""
    connection.ensure_connection()
    used = connection.connection.info
    told = {
        "PGHOST": used.host,
        "PGPORT": str(used.port),
        "PGUSER": used.user,
        "PGDATABASE": used.dbname,
        "PGPASSWORD": used.password,
    }
    options = connection.settings_dict["OPTIONS"]
    told |= {variable: str(options.get(name, "")) for name, variable in _OPTIONS.items()}
    return {name: value for name, value in told.items() if value}


def run_program(command: list[str]) -> None:
    """Run a program of the server on the database that this process works on. The password is not
    among its arguments, which everybody on the machine can read. Raises `UserError` if it fails."""
    try:
        subprocess.run(
            command,
            env={**os.environ, **_server(), "LC_ALL": "C"},
            check=True,
            capture_output=True,
            text=True,
            timeout=LONGEST_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise UserError(_failed(command[0], _("it did not end"))) from error
    except subprocess.CalledProcessError as error:
        said = (error.stderr or "").strip().splitlines()
        raise UserError(_failed(command[0], said[0] if said else str(error.returncode))) from error


def _failed(program: str, reason: str) -> str:
    return _("%(program)s could not copy the database: %(reason)s") % {
        "program": program,
        "reason": reason.removeprefix(f"{program}: ").removeprefix("error: "),
    }


@contextmanager
def one_at_a_time() -> Iterator[bool]:
    """Yield whether this process alone, of the site's on all hosts, makes a backup now."""
    if connection.vendor != "postgresql":
        yield True
        return
    is_mine = _ask("SELECT pg_try_advisory_lock(%s)")
    try:
        yield bool(is_mine)
    finally:
        if is_mine:
            _ask("SELECT pg_advisory_unlock(%s)")


def _ask(query: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query, [_LOCK])
        return cursor.fetchone()[0]


_LONGEST_NAME = 63
_IN_USE, _NOT_ALLOWED = "55006", "42501"
"""PostgreSQL's object_in_use and insufficient_privilege."""


@dataclass(frozen=True, slots=True)
class ServerCopy:
    """A new database on the site's server, into which a backup was read."""

    name: str
    site: str

    @contextmanager
    def pointed_at(self) -> Iterator[None]:
        """Let this process work on it for a while."""
        with connected_to(self.name):
            yield

    def put_in_place(self) -> str:
        """Give it the site's name; the name under which the former database is kept.

        Raises `NotNow` while somebody has the site's database open.
        """
        stamp = timezone.localtime().strftime("-replaced-%Y-%m-%d-%H%M%S")
        kept = self.site[: _LONGEST_NAME - len(stamp)] + stamp
        with _administering():
            try:
                _execute("ALTER DATABASE {} RENAME TO {}", self.site, kept)
            except DatabaseError as error:
                if _state(error) != _IN_USE:
                    raise
                raise NotNow(
                    _("The site is running: stop it first, so that nothing it writes is lost.")
                ) from error
            _execute("ALTER DATABASE {} RENAME TO {}", self.name, self.site)
        return kept


@contextmanager
def copied_to_server(file: Path) -> Iterator[ServerCopy]:
    """Read a backup into a new database, which is gone at the end unless it was put in place.

    Raises `NotNow` where this machine or this role can't do that, `UserError` for a file that is
    no backup of such a database.
    """
    refuse_without_program(RESTORE)
    site = connection.settings_dict["NAME"]
    copy = ServerCopy(f"botifarra_restoring_{os.getpid()}_{secrets.token_hex(4)}", site)
    with _administering():
        try:
            _execute("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'", copy.name)
        except DatabaseError as error:
            if _state(error) != _NOT_ALLOWED:
                raise
            raise NotNow(
                _(
                    "The database's user may not make databases, which restoring needs: "
                    "ALTER ROLE … CREATEDB allows it."
                )
            ) from error
    try:
        with copy.pointed_at():
            command = [RESTORE, "--no-owner", "--no-privileges", "--exit-on-error", "--no-password"]
            run_program([*command, f"--dbname={copy.name}", str(file)])
        yield copy
    finally:
        with _administering():
            _execute("DROP DATABASE IF EXISTS {}", copy.name)


@contextmanager
def _administering() -> Iterator[None]:
    """Let this process work on the database that every server has, to make and rename others."""
    with connected_to("postgres"):
        yield


@contextmanager
def connected_to(name: str) -> Iterator[None]:
    """Let this process work on the database of that name, or in the file of that path on SQLite."""
    connection.close()
    before = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def _execute(statement: str, *names: str) -> None:
    quoted = [connection.ops.quote_name(one) for one in names]
    with connection.cursor() as cursor:
        cursor.execute(statement.format(*quoted))


def _state(error: django.db.Error) -> str:
    return getattr(error.__cause__, "sqlstate", "") or ""
