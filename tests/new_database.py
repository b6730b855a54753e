"""What a site has that has just been started: made once, copied from then on.

For sites in processes of their own, whose tests are not about migrating.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
NAME = "botifarra.sqlite3"
_MAKE_READY = (
    "import django; django.setup(); from tournament.management.server import prepare; prepare()"
)


def put_new_database(data: Path) -> None:
    """Write a migrated database into that data folder, where a site that begins there finds it."""
    shutil.copyfile(_new_site() / NAME, data / NAME)


def put_static_files(data: Path) -> None:
    """Write there what a first start collects for browsers, which takes longer than starting."""
    shutil.copytree(_new_site() / "static", data / "static")


@cache
def _new_site() -> Path:
    """The data folder of a site that was made ready and never served."""
    folder = TemporaryDirectory(prefix="botifarra-new-")
    atexit.register(folder.cleanup)
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    }
    done = subprocess.run(
        [sys.executable, "-c", _MAKE_READY],
        env={
            **inherited,
            "BOTIFARRA_DATA": folder.name,
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
        },
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return Path(folder.name)
