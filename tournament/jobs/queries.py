"""The progress of a job, for its page."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.core.permissions import Access
from tournament.models import Championship, Job, Simultaneous


@dataclass(frozen=True, slots=True)
class JobView:
    """A job on its page. `before_it`: how many jobs come before it."""

    id: int
    organisers_only: bool
    kind: Job.Kind
    state: Job.State
    done: int
    of: int
    before_it: int
    asked_at: datetime
    asked_by: str
    ended_at: datetime | None
    fault: str
    file: str
    file_name: str
    content_type: str

    @property
    def is_over(self) -> bool:
        return self.state in (Job.State.DONE, Job.State.FAILED)

    @property
    def percent(self) -> int:
        """Progress from 0 to 100; 0 while nobody can say."""
        return 100 * self.done // self.of if self.of else 0

    @property
    def version(self) -> str:
        """Changes with everything that the page shows."""
        return f"{self.state}-{self.done}-{self.of}-{self.before_it}"


JobOwner = Championship | Simultaneous
"""Owner of jobs: a championship, or an event with all its venues."""


def owned_by(owner: JobOwner) -> dict[str, Any]:
    """Return the columns that say whose a job is."""
    return {"championship" if isinstance(owner, Championship) else "simultaneous": owner}


def job_view(owner: JobOwner, number: int) -> JobView | None:
    """Return a job of a championship or an event; 2 queries at most."""
    job = Job.objects.filter(**owned_by(owner), pk=number).first()
    return _view(job) if job is not None else None


def digest_of(
    kind: Job.Kind, arguments: dict[str, Any], language: str, *, organisers_only: bool = False
) -> str:
    """Return a digest that is equal for jobs that make the same file."""
    text = json.dumps([kind.value, arguments, language, organisers_only], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def same_job(
    owner: JobOwner, kind: Job.Kind, arguments: dict[str, Any], language: str
) -> JobView | None:
    """Return the last job that makes the same, or made it, and did not fail; 2 queries at most.

    What it made is still right only if the arguments name the state that it is made of.
    """
    digest = digest_of(kind, arguments, language)
    jobs = Job.objects.filter(**owned_by(owner), digest=digest)
    job = jobs.exclude(state=Job.State.FAILED).order_by("-pk").first()
    return _view(job) if job is not None else None


def latest_jobs(access: Access, *, most: int = 10) -> tuple[JobView, ...]:
    """Return the jobs for papers that a referee or organiser may see, the newest first.

    1 query and one for each that waits.
    """
    jobs = Job.objects.filter(championship=access.championship, kind=Job.Kind.PAPERS)
    if not access.is_organiser:
        jobs = jobs.filter(organisers_only=False)
    return tuple(_view(job) for job in jobs.order_by("-pk")[:most])


def others_wait(job: Job) -> bool:
    """Return whether somebody waits for a job of another kind; 1 query."""
    return Job.objects.filter(state=Job.State.WAITING).exclude(kind=job.kind).exists()


def _view(job: Job) -> JobView:
    before = 0
    if job.state == Job.State.WAITING:
        pending = Job.objects.filter(state__in=(Job.State.WAITING, Job.State.RUNNING))
        before = pending.exclude(kind=Job.Kind.ANALYSIS).filter(pk__lt=job.pk).count()
    return JobView(
        id=job.pk,
        organisers_only=job.organisers_only,
        kind=Job.Kind(job.kind),
        state=Job.State(job.state),
        done=job.done,
        of=job.of,
        before_it=before,
        asked_at=job.asked_at,
        asked_by=job.asked_by,
        ended_at=job.ended_at,
        fault=job.fault,
        file=job.file,
        file_name=job.file_name,
        content_type=job.content_type,
    )
