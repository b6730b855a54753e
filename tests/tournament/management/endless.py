"""A worker whose jobs never end, in a process of its own: `python -m tests…endless NAME`.

It asks for a job, so that there is one, and then does what `manage.py work` does.
"""

from __future__ import annotations

import sys
import threading
from unittest.mock import patch

import django


def forever(_job: object, _progress: object) -> None:
    threading.Event().wait()


def main(name: str) -> None:
    django.setup()
    from django.core.management import call_command

    from tests.tournament.factories import actor_of, make_championship
    from tournament.jobs.services import request_job
    from tournament.models import Job

    championship = make_championship()
    request_job(
        actor=actor_of(championship),
        owner=championship,
        kind=Job.Kind.PAPERS,
        arguments={},
        language="ca",
    )
    with patch.dict("tournament.management.worker_thread.HANDLERS", {Job.Kind.PAPERS: forever}):
        call_command("work", with_parent=True, name=name)


if __name__ == "__main__":
    main(sys.argv[1])
