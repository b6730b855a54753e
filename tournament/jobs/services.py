"""The queue of jobs: adding one, taking one, reporting progress, and ending it.

Whoever asks for the same thing twice gets the same job. A worker takes the oldest waiting job, with
analyses last, as nobody sits and waits for them. If a worker has not reported for a while it is
taken for dead, and another one starts its job again. Two workers can't mix up their work: only the
one that is named in the job may go on with it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Case, F, Q, When
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.core.actor import Actor
from tournament.core.locks import lock_championship
from tournament.jobs.queries import JobOwner, digest_of, owned_by
from tournament.models import Championship, Job, Simultaneous

SILENT = timedelta(seconds=30)
"""After this long without a word a worker counts as dead; one that lives says so far more often."""
LONGEST_FAULT = 500
MOST_ATTEMPTS = 3
_PENDING = (Job.State.WAITING, Job.State.RUNNING)


class TakenAway(Exception):
    """Another worker has taken over the job, because this one was silent for too long."""


@transaction.atomic
def request_job(
    *,
    actor: Actor,
    owner: JobOwner,
    kind: Job.Kind,
    arguments: dict[str, Any],
    language: str,
    organisers_only: bool = False,
) -> Job:
    """Put a job of a championship or an event into the queue, or find the same one that waits or is
    being done.

    `arguments` is JSON. What was made for an earlier one is not used again: results change.
    Of a job that is `organisers_only`, nobody else sees what it makes.
    """
    whose = owned_by(_locked(owner))
    digest = digest_of(kind, arguments, language, organisers_only=organisers_only)
    known = Job.objects.filter(**whose, digest=digest, state__in=_PENDING).first()
    if known is not None:
        return known
    return Job.objects.create(
        **whose,
        kind=kind,
        arguments=arguments,
        digest=digest,
        language=language,
        organisers_only=organisers_only,
        asked_by=actor.name,
    )


def _locked(owner: JobOwner) -> JobOwner:
    if isinstance(owner, Championship):
        return lock_championship(owner)
    return Simultaneous.objects.select_for_update().get(pk=owner.pk)


@transaction.atomic
def take_job(*, worker: str) -> Job | None:
    """Return the next job for this worker, or None; 2 queries.

    A job whose workers died `MOST_ATTEMPTS` times (of hunger for memory, perhaps) is given up, so
    that it does not keep the others waiting for ever.
    """
    silent_since = timezone.now() - SILENT
    due = Job.objects.filter(
        Q(state=Job.State.WAITING) | Q(state=Job.State.RUNNING, beat_at__lt=silent_since)
    )
    if connection.features.has_select_for_update_skip_locked:
        due = due.select_for_update(skip_locked=True)
    for job in due.order_by(Case(When(kind=Job.Kind.ANALYSIS, then=1), default=0), "pk"):
        if job.attempts < MOST_ATTEMPTS:
            job.state, job.worker, job.beat_at = Job.State.RUNNING, worker, timezone.now()
            job.attempts, job.done, job.of = job.attempts + 1, 0, 0
            job.save(update_fields=["state", "worker", "beat_at", "attempts", "done", "of"])
            return job
        with override(job.language):
            fault = _(
                "This could not be made: its worker ended each time without an error message."
            )
        job.state, job.ended_at, job.fault = Job.State.FAILED, timezone.now(), fault
        job.save(update_fields=["state", "ended_at", "fault"])
    return None


def report_progress(*, job: Job, done: int, of: int) -> None:
    """Say that one is at it, and how far. Raises `TakenAway`."""
    _update(job, done=done, of=of, beat_at=timezone.now())


def put_back(*, job: Job) -> None:
    """Let the others in the queue go first; what was begun is no failed attempt.

    Raises `TakenAway`.
    """
    _update(job, state=Job.State.WAITING, worker="", attempts=F("attempts") - 1)


def release_jobs(*, worker: str) -> int:
    """Let whatever this worker is at wait again, because it was told to stop; how many jobs.

    That is no attempt: only a worker that died of its job counts.
    """
    mine = Job.objects.filter(worker=worker, state=Job.State.RUNNING)
    return mine.update(state=Job.State.WAITING, worker="", attempts=F("attempts") - 1)


def end_job(*, job: Job, file: str = "", file_name: str = "", content_type: str = "") -> None:
    """End a job; `file` is what it made. Raises `TakenAway`."""
    _update(
        job,
        state=Job.State.DONE,
        ended_at=timezone.now(),
        file=file,
        file_name=file_name,
        content_type=content_type,
    )


def fail_job(*, job: Job, fault: str) -> None:
    """End a job that can't be done; `fault` is a sentence for the visitor. Raises `TakenAway`."""
    _update(
        job,
        state=Job.State.FAILED,
        ended_at=timezone.now(),
        fault=fault[:LONGEST_FAULT],
    )


def _update(job: Job, **values: Any) -> None:
    mine = Job.objects.filter(pk=job.pk, worker=job.worker, state=Job.State.RUNNING)
    if not mine.update(**values):
        raise TakenAway
