"""The database of a site that has just been started: migrated once, copied from then on.

For sites in processes of their own, whose tests are not about migrating.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
NAME = "botifarra.sqlite3"


def put_new_database(data: Path) -> None:
    """Write it into that data folder, where a site that begins there finds it."""
    (data / NAME).write_bytes(_new_database())


@cache
def _new_database() -> bytes:
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    }
    with TemporaryDirectory(prefix="botifarra-new-") as data:
        done = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"],
            env={**inherited, "BOTIFARRA_DATA": data},
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        return (Path(data) / NAME).read_bytes()
