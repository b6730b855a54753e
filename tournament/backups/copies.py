"""Backups: consistent copies of the site's database in a folder, of which the last ones are kept.

Backups are numbered in the order in which they were made: a laptop's clock may be years wrong, and
the one with the latest time in its name is then not the last one.

A copy grows under another name and gets its own when it is whole and on the disk, so whatever has a
backup's name is one. A backup holds everything, the key of sealed hands too: only its owner may
read it. On a stick whose file system knows no owners, the holder of the stick may.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.backups.postgresql import dump_database, refuse_without_program
from tournament.core.database_files import (
    clear_sentences,
    copy_database,
    database_file,
    flush_folder,
    is_database_there,
    remove_database,
)
from tournament.core.errors import NotNow, UserError

KEPT = 20
_TIME = "%Y-%m-%d-%H%M%S-%f"
_IS_BACKUP = re.compile(r"botifarra-(\d{6,})-(\d{4}-\d\d-\d\d-\d{6}-\d{6})\.(sqlite3|dump)")
_IS_UNFINISHED = re.compile(r"\.botifarra-[-\d]+\.(sqlite3|dump)\.part(-journal)?")
_ABANDONED = 3600
"""Seconds after which an unfinished copy is nobody's any more: its process was killed."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made, how many bytes it has, and how many older ones were removed."""

    file: Path
    size: int
    removed: int


def default_folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def make_backup(folder: Path | None = None, *, keep: int = KEPT) -> Backup:
    """Copy the site's database into `folder` and keep the last `keep` (1 or more) backups there.

    A folder that is named must exist: for a stick that is not plugged in one would otherwise be
    made on the laptop's own disk. Raises `NotNow` where there is nothing to copy, or nothing to
    copy it with (`postgresql`), `UserError` when the folder can't take it; then there is no new
    file and every old one.
    """
    source = database_file()
    if source is None:
        refuse_without_program()
    with clear_sentences(source.parent if source else Path(settings.DATA_DIR)):
        is_there = is_database_there()
    if not is_there:
        raise NotNow(_("There is no database yet: nothing has been entered."))
    if folder is None:
        folder = default_folder()
        with clear_sentences(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    else:
        refuse_missing(folder)
    with clear_sentences(folder):
        made = _copy_into(folder, source)
        return Backup(made, made.stat().st_size, _remove_old(folder, made, keep))


def refuse_missing(folder: Path) -> None:
    """Raise `UserError` unless the folder is there, as one on a stick may not be."""
    with clear_sentences(folder):
        is_there = folder.is_dir()
    if not is_there:
        raise UserError(
            _(
                "There is no folder %(folder)s. Is the stick plugged in? If the folder is new, "
                "make it first."
            )
            % {"folder": folder}
        )


def _copy_into(folder: Path, source: Path | None) -> Path:
    number = max(map(_number, backups_in(folder)), default=0) + 1
    end = "sqlite3" if source else "dump"
    made = folder / f"botifarra-{number:06}-{timezone.localtime().strftime(_TIME)}.{end}"
    growing = folder / f".{made.name}.part"
    if source:
        copy_database(source, growing, in_use=True)
    else:
        dump_database(growing)
    try:
        growing.rename(made)
    except BaseException:
        remove_database(growing)
        raise
    flush_folder(folder)
    return made


def backups_in(folder: Path) -> list[Path]:
    """Return the backups in a folder, in the order in which they were made."""
    found = (one for one in folder.iterdir() if _IS_BACKUP.fullmatch(one.name))
    return sorted(found, key=lambda one: (_number(one), one.name))


def _number(backup: Path) -> int:
    return int(_parts(backup)[0])


def made_at(backup: Path) -> datetime | None:
    """Return the time in a backup's name, as the clock said then; None for a name that tells none.
    A stick's file system may know no seconds or zones."""
    try:
        return datetime.strptime(_parts(backup)[1], _TIME).replace(
            tzinfo=timezone.get_current_timezone()
        )
    except ValueError:
        return None


def _parts(backup: Path) -> tuple[str, str]:
    """Return the number and the time in a backup's name."""
    found = _IS_BACKUP.fullmatch(backup.name)
    assert found
    return found[1], found[2]


def _remove_old(folder: Path, made: Path, keep: int) -> int:
    """Remove all but the last `keep` backups, never the one just made; how many went."""
    older = [one for one in backups_in(folder) if one != made]
    surplus = older[: max(0, len(older) - keep + 1)]
    for one in surplus:
        one.unlink(missing_ok=True)
    for one in folder.iterdir():
        age = abs(time.time() - one.stat().st_mtime)  # one of a clock in the future is none of now
        if _IS_UNFINISHED.fullmatch(one.name) and age > _ABANDONED:
            one.unlink(missing_ok=True)
    return len(surplus)
