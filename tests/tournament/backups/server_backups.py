"""Backups of a database on a server, in a process of its own; prints what was seen, as JSON."""

from __future__ import annotations

import json
import os
import sys
import threading
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.db import connection, connections

from tests.tournament.recorded_day import recorded_day
from tournament.backups.copies import backups_in
from tournament.backups.plan import back_up, name_folder, stored_plan, written_so_far
from tournament.backups.postgresql import one_at_a_time
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.jobs.made_files import made_files
from tournament.models import InstallationEvent, LinkSecret, MadeFile


def _elsewhere() -> bool:
    """Whether another process could begin a backup now."""
    found: list[bool] = []

    def ask() -> None:
        with one_at_a_time() as is_mine:
            found.append(is_mine)
        connections.close_all()

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    return found[0]


def _refused(path: str) -> str:
    before = os.environ["PATH"]
    os.environ["PATH"] = path
    try:
        back_up()
    except (NotNow, UserError) as error:
        return str(error)
    finally:
        os.environ["PATH"] = before
    return ""


def make(folder: Path) -> dict[str, Any]:
    """Play a championship, and back it up."""
    recorded_day()
    made_files().save("made", ContentFile(b"papers"))
    (kept := folder / "kept").mkdir()
    name_folder(actor=Actor("keeper"), folder=str(kept))
    first, second = back_up(), back_up()
    with one_at_a_time() as is_mine:
        guarded = (is_mine, _elsewhere())
    plan = stored_plan()
    written = written_so_far()
    failing = folder / "bin"
    failing.mkdir()
    (failing / "pg_dump").write_text("#!/bin/sh\necho 'pg_dump: error: no room' >&2\nexit 1\n")
    (failing / "pg_dump").chmod(0o700)
    faults = [_refused(str(folder / "nothing here")), _refused(str(failing))]
    return {
        "files": [one.name for one in backups_in(kept)] == [first.file.name, second.file.name],
        "everything": sorted(one.name for one in kept.iterdir()),
        "mode": second.file.stat().st_mode & 0o777,
        "file": str(second.file),
        "guarded": guarded,
        "free again": _elsewhere(),
        "noted": [plan.last_event, plan.last_installation_event]
        == [written.event, written.installation_event],
        "faults": faults,
        "last fault": stored_plan().last_fault,
    }


def restore(file: str) -> dict[str, Any]:
    """Restore a backup, and what there is then."""
    said, printed, refused = StringIO(), StringIO(), ""
    try:
        call_command("restore", file, yes=True, stdout=printed)
    except CommandError as error:
        refused = str(error)
    call_command("verify", stdout=said)
    name = connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT datname FROM pg_database WHERE datname LIKE %s OR datname LIKE %s",
            [f"{name[:40]}%-replaced-%", f"botifarra_restoring_{os.getpid()}_%"],
        )
        beside = [one for (one,) in cursor.fetchall()]
    return {
        "refused": refused,
        "printed": printed.getvalue(),
        "kept": printed.getvalue().strip().rpartition(" ")[2],
        "beside": beside,
        "verified": said.getvalue(),
        "made": MadeFile.objects.count(),
        "events": [*InstallationEvent.objects.values_list("action", flat=True)],
        "last ended": LinkSecret.objects.values_list("last_ended", flat=True).first(),
    }


def main() -> None:
    folder = Path(os.environ["BACKUP_TEST_FOLDER"])
    acts = {
        "make": lambda: make(folder),
        "restore": lambda: restore(os.environ["BACKUP_TEST_FILE"]),
    }
    sys.stdout.write(json.dumps(acts[os.environ["BACKUP_TEST_ACT"]]()))
