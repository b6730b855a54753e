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

_RUN = "import django; django.setup(); from {module} import main; main()"


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
