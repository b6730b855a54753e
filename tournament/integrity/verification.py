"""Compare everything that is stored with the records, without writing anything.

All of it is read in one snapshot, so that referees' entries meanwhile don't look like faults.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.database_files import is_database_there, refuse_unready
from tournament.core.errors import UserError
from tournament.core.locks import read_snapshot
from tournament.integrity.anchors import cleaned_head, head_check
from tournament.integrity.checks import (
    Check,
    Subject,
    championship_checks,
    guarded,
    installation_log,
)
from tournament.integrity.schema import schema_faults
from tournament.models import Championship


def verify(slug: str = "", heads: Sequence[str] = ()) -> Iterator[Check]:
    """Yield the checks of the database, the installation's log and every championship, or only the
    championship with `slug` and the database.

    Each of the `heads` (a hash, or its beginning, as printed on a paper) must be in the record of
    that championship, or without one in any chain. Raises `UserError` for an invalid head, an
    unknown slug, and a database that doesn't exist or is not migrated to this version of the
    program.
    """
    sought = [cleaned_head(one) for one in heads]
    if not is_database_there():
        raise UserError(_("There is no database yet: nothing has been entered."))
    with read_snapshot():
        refuse_unready()
        championships = Championship.objects.order_by("pk")
        if slug:
            championships = championships.filter(slug=slug)
            if not championships:
                raise UserError(_("There is no championship “%(slug)s”.") % {"slug": slug})
        yield guarded("", Subject.DATABASE, _database)
        if not slug:
            yield guarded("", Subject.INSTALLATION, installation_log)
        for championship in championships:
            yield from championship_checks(championship)
        only = championships.get() if slug else None
        for head in sought:
            yield guarded(slug, Subject.HEAD, partial(head_check, head, only))


def _database() -> tuple[str, list[str]]:
    """Check the database itself: its own integrity check, and its structure."""
    faults: list[str] = []
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            faults += integrity_faults(cursor)
        faults += schema_faults(cursor)
    count = Championship.objects.count()
    return (
        ngettext("%(count)d championship", "%(count)d championships", count) % {"count": count},
        faults,
    )


def integrity_faults(cursor: CursorWrapper) -> Iterator[str]:
    """Yield the faults that SQLite finds in its file: pages, indexes, constraints, foreign keys."""
    cursor.execute("PRAGMA integrity_check")
    for (found,) in cursor.fetchall():
        if found != "ok":
            yield _("The database is damaged: %(found)s.") % {"found": found}
    cursor.execute("PRAGMA foreign_key_check")
    for table, row, parent, _key in cursor.fetchall():
        yield _("Row %(row)s of %(table)s belongs to a row of %(parent)s that doesn't exist.") % {
            "row": row,
            "table": table,
            "parent": parent,
        }
