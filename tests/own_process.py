"""Running a part of a test in a process of its own, with a database that is a file or a server.

For what the tests' own process can't have: threads on one database, or the files and the log that
a venue has. The part is a module whose `main` prints JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from tests.new_database import put_new_database

_RUN = (
    "import django; django.setup(); from tests.unrecorded import need_no_event; need_no_event(); "
    "from {module} import main; main()"
)


def run_main(module: str, **environment: str) -> tuple[Any, str]:
    """What the module's `main` printed, read as JSON, and what it logged."""
    inherited = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    done = subprocess.run(
        [sys.executable, "-c", _RUN.format(module=module)],
        env={**inherited, "DJANGO_SETTINGS_MODULE": "tests.settings", **environment},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def begin_with_new_database() -> None:
    """In that process: write a migrated database where there is none. One on a server is migrated
    already (`new_server_database`)."""
    from django.conf import settings
    from django.db import connection

    if connection.vendor == "sqlite":
        put_new_database(settings.DATA_DIR)
