"""A backup put in the place of a database on a PostgreSQL server, whole or not at all.

It is read into a new database beside the site's, examined there, and takes the site's name in the
end; the one before is kept under a dated name. Nobody can rename a database that somebody uses, so
a running site refuses it.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import django.db
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.backups.server_dump import refuse_without_program, run_program
from tournament.core.errors import NotNow

PROGRAM = "pg_restore"
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
    refuse_without_program(PROGRAM)
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
            command = [PROGRAM, "--no-owner", "--no-privileges", "--exit-on-error", "--no-password"]
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
    """Let this process work for a while on the database of that name, or in the file of that path
    on SQLite."""
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
