"""The worker: it does one job after the other, and no failure of a job ends it."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from django.db import DatabaseError, connections
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.core.errors import UserError
from tournament.jobs.made_files import store
from tournament.jobs.services import (
    TakenAway,
    end_job,
    fail_job,
    put_back,
    release_jobs,
    report_progress,
    take_job,
)
from tournament.models import Job

logger = logging.getLogger(__name__)

_SAY_EVERY = 1.0
"""Seconds between two words of a worker on how far it is."""


@dataclass(frozen=True, slots=True)
class Made:
    """A file that a job has made."""

    content: bytes
    name: str
    content_type: str


class LetOthersGoFirst(Exception):
    """Raised by a handler that has stored its work so far, to put its job back into the queue."""


Progress = Callable[[int, int], None]
"""Called with how many units are done, of how many. Raises `TakenAway` to end a lost job."""
Handler = Callable[[Job, Progress], Made | None]
"""Does a job of one kind, in the language that the job was asked for in. May raise `UserError`."""


def new_name() -> str:
    """Return a name for a worker that no other has."""
    return secrets.token_hex(16)


class Worker:
    """Does the jobs of the queue, each with the handler of its kind."""

    def __init__(self, handlers: Mapping[Job.Kind, Handler], *, name: str = "") -> None:
        """Take `name` as the mark of its jobs, or make one up."""
        self.name = name or new_name()
        self._handlers = handlers

    def work_once(self) -> bool:
        """Do the next job, if there is one; return whether there was.

        While the database does not answer there is none. A job that was under way then is done
        again, as after a worker's death.
        """
        try:
            job = take_job(worker=self.name)
            if job is not None:
                self._do(job)
        except TakenAway:
            logger.warning("a job was taken over by another worker")
        except DatabaseError as error:
            logger.warning("the queue could not be read or written: %s", error)
            return False
        return job is not None

    def let_go(self) -> None:
        """Put back the job that it is at, if any: it has been told to stop, and won't end it."""
        connections.close_all()  # what was interrupted may have left one in the middle of something
        with suppress(DatabaseError):  # then it is taken for dead, and the job done again later
            release_jobs(worker=self.name)
        connections.close_all()

    def _do(self, job: Job) -> None:
        with override(job.language):
            try:
                with _heard(job) as progress:
                    made = self._handlers[Job.Kind(job.kind)](job, progress)
                stored = store(made.content) if made is not None else ""
            except TakenAway:
                raise
            except LetOthersGoFirst:
                put_back(job=job)
            except UserError as error:
                fail_job(job=job, fault=str(error))
            except Exception:
                logger.exception("job %s failed", job.pk)
                fail_job(job=job, fault=_("This could not be made. The program's log says why."))
            else:
                end_job(
                    job=job,
                    file=stored,
                    file_name=made.name if made else "",
                    content_type=made.content_type if made else "",
                )


@contextmanager
def _heard(job: Job) -> Iterator[Progress]:
    """Report progress, and say every few seconds that somebody is at it, whatever it does."""
    over, lost = threading.Event(), threading.Event()
    now = (0, 0)

    def say() -> None:
        try:
            while not over.wait(_SAY_EVERY):
                try:
                    report_progress(job=job, done=now[0], of=now[1])
                except DatabaseError:  # busy, or gone for a moment: said again in a second
                    connections.close_all()
        except TakenAway:
            lost.set()
        finally:
            connections.close_all()

    def progress(done: int, of: int) -> None:
        nonlocal now
        now = (done, of)
        if lost.is_set():
            raise TakenAway

    thread = threading.Thread(target=say, daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        over.set()
        thread.join()
