"""A backup put in the place of the site's database, whole or not at all.

A database on a server is replaced as `postgresql` tells. Where it is a file, the backup is
copied beside it. The copy is examined, migrated and verified there, and only then written into the
database, in one transaction. Until that has ended nothing of the site has changed. What it held is
kept beside it under a dated name.

The file of the database is never exchanged for another one: a site that is started meanwhile would
go on writing into the old one, and leave its log beside the new.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.audit.services import LONGEST_TARGET, record_installation_event
from tournament.backups.postgresql import ServerCopy, connected_to, copied_to_server
from tournament.core.actor import Actor
from tournament.core.database_files import (
    beside,
    clear_sentences,
    copy_database,
    database_file,
    flush,
    flush_folder,
    opened,
    remove_database,
)
from tournament.core.errors import NotNow, UserError
from tournament.core.link_numbers import skip_numbers
from tournament.integrity.checks import Check
from tournament.integrity.verification import integrity_faults, verify
from tournament.models import Championship, InstallationAction, User


@dataclass(frozen=True, slots=True)
class FileCopy:
    """A copy of a backup beside the site's database file."""

    file: Path
    current: Path

    @contextmanager
    def pointed_at(self) -> Iterator[None]:
        """Let this process work on it for a while."""
        with connected_to(str(self.file)), clear_sentences(self.current.parent):
            yield

    def put_in_place(self) -> str:
        """Make it the site's database; where the one before is kept now, "" without one. Raises
        `NotNow` while somebody has the site's database open."""
        with clear_sentences(self.current.parent):
            kept = _put_in_place(self.file, self.current)
        return str(kept or "")


@contextmanager
def _copied_beside(file: Path, current: Path) -> Iterator[FileCopy]:
    if current.exists() and file.samefile(current):
        raise UserError(_("This is the site's own database, not a copy of it."))
    copy = current.with_name(f".restoring-{os.getpid()}.sqlite3")
    with clear_sentences(current.parent):
        copy_database(file, copy, in_use=False)
    try:
        yield FileCopy(copy, current)
    finally:
        remove_database(copy)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A copy of a backup, ready to become the site's database, and what was checked of it."""

    name: str
    """Name of the backup's file."""
    copy: FileCopy | ServerCopy
    checks: tuple[Check, ...]

    def put_in_place(self, *, actor: Actor) -> str:
        """Make it the site's database; where the one before is kept now, "" without one.

        The installation's log, the one of the backup, tells of it from then on. Raises `NotNow`
        while somebody has the site's database open.
        """
        with self.copy.pointed_at(), transaction.atomic():
            skip_numbers()
            record_installation_event(
                actor=actor,
                action=InstallationAction.SITE_RESTORED,
                target=self.name[:LONGEST_TARGET],
                after={"faults": sum(len(check.faults) for check in self.checks)},
            )
        return self.copy.put_in_place()


@contextmanager
def prepared(file: Path) -> Iterator[Prepared]:
    """Yield a backup, copied, migrated to this version and verified, but not yet in place.

    Faults found by verifying are told and refuse nothing: it may be the only copy there is, and the
    person who restores it decides. Raises `UserError` with every reason why the file can't be
    restored.
    """
    if not file.is_file():
        raise UserError(_("There is no file %(file)s.") % {"file": file})
    current = database_file()
    copying = copied_to_server(file) if current is None else _copied_beside(file, current)
    with copying as copy:
        with copy.pointed_at():
            _refuse_foreign()
            call_command("migrate", interactive=False, verbosity=0)
            checks = tuple(verify())
        yield Prepared(file.name.encode("utf-8", "replace").decode(), copy, checks)


def what_is_there() -> str:
    """Return the content of the site's database as a sentence; "" where nothing would be lost."""
    current = database_file()
    if current is not None and not (current.exists() and current.stat().st_size):
        return ""
    try:
        if not connection.introspection.table_names():
            return ""
        names = list(Championship.objects.order_by("pk").values_list("name", flat=True))
        if not names and not User.objects.exists():
            return ""
    except DatabaseError:
        return _("The site has a database that can't be read.")
    finally:
        connection.close()
    return ngettext(
        "The site has %(count)d championship: %(names)s.",
        "The site has %(count)d championships: %(names)s.",
        len(names),
    ) % {"count": len(names), "names": ", ".join(names) or "–"}


def _refuse_foreign() -> None:
    """Raise `UserError`, with every reason, if the database can't be one that a site had."""
    with connection.cursor() as cursor:
        reasons = list(integrity_faults(cursor)) if connection.vendor == "sqlite" else []
    loader = MigrationLoader(connection)
    applied = list(loader.applied_migrations)
    if not any(app == "tournament" for app, _name in applied):
        raise UserError(*reasons, _("It is not a database of this program."))
    unknown = [f"{app}.{name}" for app, name in applied if (app, name) not in loader.graph.nodes]
    if unknown:
        raise UserError(
            *reasons,
            _(
                "It comes from a newer version of this program, which must be installed first: "
                "%(names)s."
            )
            % {"names": ", ".join(unknown)},
        )
    models = loader.project_state(applied).apps.get_models(include_auto_created=True)
    lost = {model._meta.db_table for model in models} - set(connection.introspection.table_names())
    if lost:
        reasons.append(_("It lacks tables: %(names)s.") % {"names": ", ".join(sorted(lost))})
    if reasons:
        raise UserError(*reasons)


def _put_in_place(copy: Path, current: Path) -> Path | None:
    flush(copy)
    if _is_first(copy, current):
        return None
    try:
        with closing(opened(current, in_use=True)) as site:
            _take(site)
            kept = _name_for(current)
            _overwrite(site, copy, kept)
    except sqlite3.OperationalError:  # a full disk, a stick that was pulled out
        raise
    except sqlite3.DatabaseError:  # too damaged to be read, and so to be used by anybody
        kept = _name_for(current)
        _exchange(copy, current, kept)
    return kept


def _name_for(current: Path) -> Path:
    """Return the name under which what is replaced is kept."""
    stamp = timezone.localtime().strftime("%Y-%m-%d-%H%M%S-%f")
    return current.with_name(f"{current.stem}-replaced-{stamp}{current.suffix}")


def _is_first(copy: Path, current: Path) -> bool:
    """Return whether there was no database, so that the copy is the site's from now on."""
    try:
        current.hardlink_to(copy)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links
        if current.exists():
            return False
        copy.replace(current)
    flush_folder(current.parent)
    return True


def _take(site: sqlite3.Connection) -> None:
    """Keep everybody out until the connection is closed: who comes meanwhile waits.

    Raises `NotNow` if another process has the database open.
    """
    site.execute("PRAGMA busy_timeout = 1000")
    site.execute("PRAGMA locking_mode = EXCLUSIVE")
    try:
        (mode,) = site.execute("PRAGMA journal_mode = DELETE").fetchone()
        site.execute("BEGIN EXCLUSIVE")
        site.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise
        mode = "wal"
    if mode != "delete":
        raise NotNow(_("The site is running: stop it first, so that nothing it writes is lost."))


def _overwrite(site: sqlite3.Connection, copy: Path, kept: Path) -> None:
    """Store what the site holds in the new file `kept`; then write the copy over it at once."""
    os.close(os.open(kept, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with closing(sqlite3.connect(kept)) as old:
            site.backup(old)
        flush(kept)
        with closing(sqlite3.connect(copy, isolation_level=None)) as new:
            new.execute("PRAGMA journal_mode = DELETE")
            new.backup(site)
    except BaseException:
        remove_database(kept)
        raise


def _exchange(copy: Path, current: Path, kept: Path) -> None:
    """Put the copy in the place of a file that is no database any more, and keep that."""
    for end in ("-wal", "-journal"):
        if beside(current, end).exists():
            beside(current, end).rename(beside(kept, end))
    beside(current, "-shm").unlink(missing_ok=True)
    try:
        kept.hardlink_to(current)  # so that there is a file at every moment
    except OSError:  # a file system without hard links
        current.rename(kept)
    copy.replace(current)
    flush_folder(current.parent)
