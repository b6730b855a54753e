"""The database as a file: where it is, how it is copied, and what can go wrong with files.

Only SQLite keeps its database in a file. Whatever goes wrong with one (a full disk, a stick that
was pulled out, a file that is no database) becomes one sentence, a `UserError`.
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from tournament.core.database_trouble import LEAST_ROOM, free_room
from tournament.core.errors import NotNow, UserError

PATIENCE = 20
"""Seconds that a copy waits for somebody who keeps the database to himself."""


def database_file() -> Path | None:
    """Return the file of the site's database; None where a server keeps it."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


def is_database_there() -> bool:
    """Return whether the site's database was ever made; asking makes no file. 1 query at most."""
    file = database_file()
    if file is not None and not file.exists():
        return False
    return bool(connection.introspection.table_names())


def refuse_unready() -> None:
    """Raise `NotNow` unless the database is there, as this version of the program has it."""
    file = database_file()
    if file is not None and not is_database_there():
        raise NotNow(
            _("There is no database in %(folder)s yet: start `serve` once first.")
            % {"folder": file.parent}
        )
    if pending_migrations():
        raise NotNow(
            _("The database comes from an older version of this program: start `serve` once first.")
        )


def pending_migrations() -> bool:
    """Return whether the database lacks a migration that this version of the program has."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


@contextmanager
def clear_sentences(folder: Path) -> Iterator[None]:
    """Turn what can happen to files in `folder` into a `UserError` of one sentence."""
    try:
        yield
    except (OSError, sqlite3.Error, DatabaseError) as error:
        raise UserError(_sentence(error, folder)) from error


def _sentence(error: Exception, folder: Path) -> str:
    reason = str(error).strip().splitlines()[0] if str(error) else type(error).__name__
    if isinstance(error, OSError):
        reason = error.strerror or reason
    facts = {"folder": folder, "reason": reason}
    is_full = "full" in reason or getattr(error, "errno", None) in {errno.ENOSPC, errno.EDQUOT}
    if is_full or ("disk I/O error" in reason and free_room(folder) < LEAST_ROOM):
        return _("The disk is full: make room where %(folder)s lies and try again.") % facts
    if "not a database" in reason or "malformed" in reason:
        return _("The database is damaged, or does not belong to this program.")
    if getattr(error, "errno", None) in {errno.EROFS, errno.EACCES, errno.EPERM}:
        return _("Can't write in %(folder)s: %(reason)s.") % facts
    return _("The folder %(folder)s can't be used: %(reason)s.") % facts


def copy_database(source: Path, target: Path, *, in_use: bool) -> None:
    """Copy a database as it is at one moment into the new file `target`, for its owner alone.

    Others may go on writing into a source that is `in_use`; any other is not touched. The copy is
    checked, is one file alone, and is on the disk when this returns; if anything goes wrong there
    is no `target`. Raises `OSError`, `sqlite3.Error`.
    """
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with closing(opened(source, in_use=in_use)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new, progress=_Patience().step)
            # No log beside it: then the copy could not be read from a stick that is read-only.
            new.execute("PRAGMA journal_mode = DELETE")
            new.create_function("REGEXP", 2, _regexp, deterministic=True)
            if (found := new.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
                raise sqlite3.DatabaseError(f"database disk image is malformed: {found}")
        flush(target)
    except BaseException:
        remove_database(target)
        raise


def _regexp(pattern: str, text: str | None) -> bool | None:
    """Return whether `text` matches: SQLite has no REGEXP, and a constraint needs one."""
    return None if text is None else re.search(pattern, str(text)) is not None


class _Patience:
    """SQLite tries a copy again and again while the source is locked; this ends that."""

    def __init__(self) -> None:
        self.end = time.monotonic() + PATIENCE

    def step(self, status: int, _remaining: int, _pages: int) -> None:
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED} and time.monotonic() > self.end:
            raise sqlite3.OperationalError("database is locked")


def opened(source: Path, *, in_use: bool) -> sqlite3.Connection:
    """Open a database that exists; one that is not `in_use` only to be read.

    Where SQLite left a log beside it, it was in use when its machine stopped.
    """
    in_use = in_use or any(beside(source, end).exists() for end in ("-wal", "-journal"))
    options = "mode=rw" if in_use else "mode=ro&immutable=1"
    return sqlite3.connect(
        f"{source.absolute().as_uri()}?{options}", uri=True, timeout=PATIENCE, isolation_level=None
    )


def beside(file: Path, end: str) -> Path:
    """Return the name of what SQLite keeps beside a database."""
    return file.with_name(file.name + end)


def flush(path: Path) -> None:
    """Make sure that a file and its name are on the disk before anybody relies on them."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    flush_folder(path.parent)


def flush_folder(folder: Path) -> None:
    """Make sure that the names in a folder are on the disk, where the system can do that."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:  # a stick's file system can't
            raise
    finally:
        os.close(descriptor)


def remove_database(file: Path) -> None:
    """Remove a database file and what SQLite may have left beside it."""
    for end in ("", "-journal", "-wal", "-shm"):
        beside(file, end).unlink(missing_ok=True)
