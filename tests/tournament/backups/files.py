"""What lies in a folder, and a database that is damaged."""

from __future__ import annotations

from pathlib import Path


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def damage(file: Path) -> None:
    """Overwrite the middle of a database."""
    with file.open("rb+") as content:
        content.seek(file.stat().st_size // 3)
        content.write(b"\xff" * (file.stat().st_size // 3))
