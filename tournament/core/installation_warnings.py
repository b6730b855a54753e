"""Warnings in the log, when the site starts, of how this installation is left open."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.core.database_files import database_file

_SHOWN = 3


def installation_warnings() -> Iterator[str]:
    """Yield the warnings as sentences."""
    folder = Path(settings.DATA_DIR)
    if found := [str(path) for path in _private_paths(folder) if _is_open(path)]:
        yield _(
            "Others on this machine can open %(paths)s, and who reads the data knows sealed hands. "
            "Close the folder with: chmod -R go= %(folder)s"
        ) % {"paths": _shortened(found), "folder": folder}
    if settings.HTTPS and not settings.TRUSTED_PROXIES:
        yield _(
            "BOTIFARRA_HTTPS is set, but BOTIFARRA_TRUSTED_PROXIES names no proxy: nobody is "
            "believed to ask over HTTPS, and sealed hands are not shown."
        )


def _private_paths(folder: Path) -> Iterable[Path]:
    """Return the paths that hold sealed hands or keys: data folder, files, backups, papers."""
    paths = {folder, *folder.glob("*"), *folder.glob("backups/*"), *folder.glob("made/*")}
    if file := database_file():
        paths.add(file)
    return sorted(paths - {Path(settings.STATIC_ROOT)})


def _is_open(path: Path) -> bool:
    """Return whether others than its owner may open it; False on Windows, without such modes."""
    return os.name != "nt" and path.exists() and bool(path.stat().st_mode & 0o077)


def _shortened(paths: list[str]) -> str:
    shown = ", ".join(paths[:_SHOWN])
    return f"{shown}, …" if len(paths) > _SHOWN else shown
