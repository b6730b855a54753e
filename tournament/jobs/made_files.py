"""Storage of the files that jobs make: beside the database of a laptop, in that of a server.

A site on several hosts has no folder in common, so a file in the database is found by every host.
On SQLite there is one host, and storing a large file there would keep the tables waiting that enter
results. Both are storages of Django; the one in force is `STORAGES["made"]`.

Files have names that nobody can guess, and are removed after a day, as they can be made again.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage, storages
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.errors import UserError
from tournament.models import MadeFile

KEPT = timedelta(days=1)
"""Time after which a made file is removed."""
LARGEST = 100_000_000
"""Bytes that a file may have: the papers of 200 pairs for all rounds have a quarter of it."""


class DatabaseStorage(Storage):
    """Files as rows of the site's database."""

    def _open(self, name: str, mode: str = "rb") -> File[bytes]:  # noqa: ARG002
        found = MadeFile.objects.filter(name=name).first()
        if found is None:
            raise FileNotFoundError(name)
        return ContentFile(bytes(found.content), name=name)

    def _save(self, name: str, content: File[Any]) -> str:
        MadeFile.objects.create(name=name, content=content.read())
        return name

    def exists(self, name: str) -> bool:
        return MadeFile.objects.filter(name=name).exists()

    def delete(self, name: str) -> None:
        MadeFile.objects.filter(name=name).delete()

    def listdir(self, path: str) -> tuple[list[str], list[str]]:  # noqa: ARG002
        return [], list(MadeFile.objects.values_list("name", flat=True))

    def get_modified_time(self, name: str) -> datetime:
        found = MadeFile.objects.filter(name=name).values_list("made_at", flat=True).first()
        if found is None:
            raise FileNotFoundError(name)
        return found


def made_files() -> Storage:
    """Return the storage in force."""
    return storages["made"]


def store(content: bytes) -> str:
    """Keep what was made; its name. Raises `UserError` for more than `LARGEST` bytes."""
    if len(content) > LARGEST:
        raise UserError(
            _("The file would have %(size)d MB, and %(most)d are the most. Ask for a part of it.")
            % {"size": len(content) // 1_000_000, "most": LARGEST // 1_000_000}
        )
    return made_files().save(secrets.token_hex(24), ContentFile(content))


def remove_old_files(now: datetime | None = None) -> int:
    """Remove what was made more than a day ago; how many files went."""
    before = (now or timezone.now()) - KEPT
    files, removed, names = made_files(), 0, list[str]()
    with suppress(FileNotFoundError):  # nothing was ever made
        names = files.listdir("")[1]
    for name in names:
        with suppress(FileNotFoundError):  # another worker tidies up, too
            if files.get_modified_time(name) < before:
                files.delete(name)
                removed += 1
    return removed
