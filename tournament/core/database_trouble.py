"""Passing troubles of the database: reasons why it failed where nobody made a mistake.

The database of a hall is locked for a moment, its disk fills up, its server is started anew: what
was being saved is then not stored, which the answer says, and when to try again.
"""

from __future__ import annotations

import shutil
import sqlite3
from enum import Enum
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError

LEAST_ROOM = 64 * 1024
"""Bytes: with less SQLite can't make the files that it needs only to read."""
LITTLE_ROOM = 100 * 1024 * 1024
"""Bytes: with less those who run the day are warned."""


class Trouble(Enum):
    """Kinds of trouble."""

    LOCKED = "locked"
    """Somebody else has kept a lock for too long."""
    FULL = "full"
    """The disk is full."""
    GONE = "gone"
    """The server can't be reached, or has ended the connection."""


_SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_FULL: Trouble.FULL,
}
_POSTGRESQL = {
    "55P03": Trouble.LOCKED,
    "53100": Trouble.FULL,
    "08": Trouble.GONE,
    "57P": Trouble.GONE,
}
"""Troubles by the beginnings of PostgreSQL's SQLSTATE."""


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return the trouble that an error of Django's means, None for a fault of the program."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = (getattr(cause, "sqlite_errorcode", None) or 0) & 0xFF
        if code == sqlite3.SQLITE_IOERR and free_room() < LEAST_ROOM:
            return Trouble.FULL
        return _SQLITE.get(code)
    state = getattr(cause, "sqlstate", "")
    if state is None and isinstance(error, OperationalError | InterfaceError):
        return Trouble.GONE  # the driver's own word, not the server's
    return next(
        (what for begin, what in _POSTGRESQL.items() if (state or "").startswith(begin)), None
    )


def free_room(folder: Path | None = None) -> int:
    """Return the free bytes of the disk with `folder`, by default the site's data."""
    try:
        return shutil.disk_usage(folder or settings.DATA_DIR).free
    except OSError:  # the folder has gone
        return LITTLE_ROOM
