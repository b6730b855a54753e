"""A copy of a database that is on a PostgreSQL server, made by the server's own program."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection
from django.utils.translation import gettext as _

from tournament.core.database_files import flush
from tournament.core.errors import NotNow, UserError
from tournament.models import MadeFile

PROGRAM = "pg_dump"
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
"""The number of the lock that whoever makes a backup holds; the server knows no names."""


def refuse_without_program(program: str = PROGRAM) -> None:
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
        PROGRAM,
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
    """Where the database is, for programs of the server, which read it from their environment."""
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
    """Whether nobody else makes a backup now, of all processes of a site on all its hosts."""
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
