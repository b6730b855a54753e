"""What a job has made."""

from __future__ import annotations

from tournament.jobs.made_files import made_files


def made_bytes(name: str) -> bytes:
    with made_files().open(name) as file:
        content: bytes = file.read()
    return content
