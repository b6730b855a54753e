"""A server of its own process, started as a user would and stopped when the test ends."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
USUAL_UMASK = -1 if os.name == "nt" else 0o022
"""What a user's terminal has: files are for everybody to read, unless a program says otherwise."""


def environment(data: Path) -> dict[str, str]:
    """What a user in England has: nothing of this test's own settings, and a data folder."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("BOTIFARRA_", "DJANGO_", "LC_")) and name != "DATABASE_URL"
    }
    return inherited | {
        "BOTIFARRA_DATA": str(data),
        "BOTIFARRA_NO_VENV": "1",
        "LANG": "en_GB.UTF-8",
        "PYTHONWARNINGS": "error",
    }


def manage(data: Path, *arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py to its end."""
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=environment(data) | extra,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        umask=USUAL_UMASK,
    )


@contextmanager
def running(data: Path, *arguments: str, **extra: str) -> Iterator[subprocess.Popen[str]]:
    """A command of manage.py that goes on until it is told to stop."""
    with subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=environment(data) | extra,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        umask=USUAL_UMASK,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process: subprocess.Popen[str], words: str) -> list[str]:
    """The lines that the process has printed up to one with these words."""
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if words in line:
            return lines
    raise AssertionError("\n".join(lines))
