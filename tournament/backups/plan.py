"""Plan of automatic backups: their folder, and how the last one went."""

from __future__ import annotations

import logging
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from unicodedata import category

from django.db import DatabaseError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.audit.services import record_installation_event
from tournament.backups.copies import (
    KEPT,
    Backup,
    backups_in,
    default_folder,
    made_at,
    make_backup,
    refuse_missing,
)
from tournament.core.actor import Actor
from tournament.core.database_files import clear_sentences, database_file
from tournament.core.errors import UserError
from tournament.models import AuditEvent, BackupPlan, InstallationAction, InstallationEvent

logger = logging.getLogger(__name__)

LONGEST_FOLDER = 1000
LONGEST_FAULT = 500
"""Letters, as the columns allow."""


@dataclass(frozen=True, slots=True)
class Written:
    """Length of the logs: the ids of their last events, 0 for none."""

    event: int
    installation_event: int


def written_so_far() -> Written:
    """Return the present length of the logs; 2 queries, each on the end of an index."""
    events, installation = (
        model.objects.aggregate(last=Max("pk"))["last"] or 0
        for model in (AuditEvent, InstallationEvent)
    )
    return Written(events, installation)


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """A backup in the folder; `made_at` as the clock said then, `size` in bytes."""

    name: str
    made_at: datetime | None
    size: int


@dataclass(frozen=True, slots=True)
class BackupState:
    """State of the backups of this installation."""

    on_server: bool
    """The database is on a PostgreSQL server: its own program makes the copies and reads them."""
    chosen: str
    """The folder as it was named; "" for the one beside the data."""
    folder: Path
    last_at: datetime | None
    fault: str
    """Reason why the last backup could not be made; "" if it could."""
    backups: tuple[KeptBackup, ...]
    """The backups in the folder, the last that was made first; none where it can't be read."""


def stored_plan() -> BackupPlan:
    """Return the plan, unsaved while nothing has been planned or made; 1 query."""
    return BackupPlan.objects.filter(pk=1).first() or BackupPlan(pk=1)


def planned_folder() -> Path | None:
    """Return the folder that somebody named; None for the one beside the data. 1 query."""
    chosen = stored_plan().folder
    return Path(chosen) if chosen else None


def backup_state() -> BackupState:
    """Return the plan, and the backups that lie in its folder now; 1 query."""
    plan = stored_plan()
    folder = Path(plan.folder) if plan.folder else default_folder()
    return BackupState(
        on_server=database_file() is None,
        chosen=plan.folder,
        folder=folder,
        last_at=plan.last_at,
        fault=plan.last_fault,
        backups=tuple(_kept_in(folder)),
    )


def _kept_in(folder: Path) -> list[KeptBackup]:
    try:
        return [
            KeptBackup(one.name, made_at(one), one.stat().st_size)
            for one in reversed(backups_in(folder))
        ]
    except OSError:  # not made yet, or pulled out
        return []


def name_folder(*, actor: Actor, folder: str) -> BackupPlan:
    """Let backups go into `folder` from now on; "" for the one beside the data.

    Raises `UserError` where that is no folder of this machine that can be written into. Naming the
    same one again changes nothing.
    """
    named = folder.strip()
    if named:
        _refuse_unusable(named)
    with transaction.atomic():
        plan, _is_new = BackupPlan.objects.select_for_update().get_or_create(pk=1)
        before = plan.folder
        if before != named:
            plan.folder, plan.last_fault = named, ""
            plan.save(update_fields=["folder", "last_fault"])
            record_installation_event(
                actor=actor,
                action=InstallationAction.BACKUPS_CHANGED,
                before={"folder": before},
                after={"folder": named},
            )
    return plan


def _refuse_unusable(named: str) -> None:
    folder = Path(named)
    if len(named) > LONGEST_FOLDER or any(category(one) in {"Cc", "Cs"} for one in named):
        raise UserError(_("This is not the name of a folder."), field="folder")
    if not folder.is_absolute():
        raise UserError(
            _("Enter the full path of the folder, such as /media/stick/backups or E:\\backups."),
            field="folder",
        )
    try:
        refuse_missing(folder)
        with clear_sentences(folder), tempfile.TemporaryFile(dir=folder):
            pass
    except UserError as error:
        raise UserError(*error.messages, field="folder") from error


def back_up(*, keep: int = KEPT) -> Backup:
    """Make a backup in the planned folder, and note when, or why it could not be made.

    Raises as `make_backup` does.
    """
    file = database_file()
    if file is not None and not file.exists():
        return make_backup(keep=keep)  # which says why there can't be one
    begun = timezone.now()
    try:
        folder = planned_folder()
        # Read before the copy is begun: whatever is written from here on is for the next one.
        written = written_so_far()
    except DatabaseError:  # damaged, or of a version that knew no plan
        return make_backup(keep=keep)
    try:
        made = make_backup(folder, keep=keep)
    except UserError as error:
        _note(last_fault=str(error)[:LONGEST_FAULT])
        raise
    _note(
        last_at=begun,
        last_fault="",
        last_event=written.event,
        last_installation_event=written.installation_event,
    )
    return made


def _note(**columns: str | int | datetime) -> None:
    """Change these columns alone: somebody may be naming another folder meanwhile.

    A disk that is full takes no note either; what happened is told without it.
    """
    try:
        BackupPlan.objects.update_or_create(pk=1, defaults=columns)
    except DatabaseError as error:
        logger.warning("how the backup went could not be noted: %s", error)
