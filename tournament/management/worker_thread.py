"""The handlers of long work, and the worker process that `serve` keeps running."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping

from django.db import DatabaseError
from django.utils.module_loading import import_string

from tournament.jobs.services import release_jobs
from tournament.jobs.worker import Handler, Made, Progress, new_name
from tournament.management.supervisor import ManageProcess, Process, Supervisor
from tournament.models import Job

logger = logging.getLogger(__name__)


def _at(path: str) -> Handler:
    """Return the handler at that path, such as "tournament.exports.jobs.make_papers".

    It is imported by its first job: what makes papers and workbooks takes long to import, and most
    workers of a day wait for a job that never comes.
    """

    def make(job: Job, progress: Progress) -> Made | None:
        handler: Handler = import_string(path)
        return handler(job, progress)

    return make


HANDLERS: Mapping[Job.Kind, Handler] = {
    Job.Kind.PAPERS: _at("tournament.exports.jobs.make_papers"),
    Job.Kind.WORKBOOK: _at("tournament.exports.jobs.make_workbook"),
    Job.Kind.PLAYED: _at("tournament.play.written_hands.make_written_hands"),
    Job.Kind.OVERALL: _at("tournament.exports.event_files.make_event_file"),
    Job.Kind.ANALYSIS: _at("tournament.analysis.round_job.make_analysis"),
}


class WorkerSupervisor(Supervisor):
    """Keeps `manage.py work` running, each time with a name of its own.

    A job that it leaves unfinished is taken up again when the site is next started.
    """

    what = "the worker"

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        start: Callable[[str], Process] | None = None,
    ) -> None:
        super().__init__(self._start_named, clock=clock)
        self._name = ""
        # The server has been checked as it started; a worker has no addresses to load for that.
        self._start_worker = start or (
            lambda name: ManageProcess("work", "--skip-checks", "--name", name)
        )

    def _start_named(self) -> Process:
        self._name = new_name()
        return self._start_worker(self._name)

    def was_killed(self) -> None:
        try:
            release_jobs(worker=self._name)
        except DatabaseError as error:
            logger.warning("the queue could not be written: %s", error)
