"""Long work that is done behind the pages: one queue, kept in the database."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from tournament.models.championships import Championship
from tournament.models.clock import now
from tournament.models.recorder import Unrecorded
from tournament.models.simultaneous import Simultaneous


class Job(models.Model):
    """Something that takes longer than a page may, asked for once and done by a worker process.

    A worker reports every few seconds that it is still running (`beat_at`); if it dies, its job is
    done again.
    """

    record = Unrecorded("work to be done, and made again where it is lost")

    class Kind(models.TextChoices):
        PAPERS = "papers", pgettext_lazy("job", "papers")
        WORKBOOK = "workbook", pgettext_lazy("job", "workbook")
        PLAYED = "played", pgettext_lazy("job", "hands with their play")
        ANALYSIS = "analysis", pgettext_lazy("job", "analysis")
        OVERALL = "overall", pgettext_lazy("job", "overall standings")

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("job", "waiting")
        RUNNING = "running", pgettext_lazy("job", "in progress")
        DONE = "done", pgettext_lazy("job", "done")
        FAILED = "failed", pgettext_lazy("job", "failed")

    championship = models.ForeignKey(
        Championship, on_delete=models.CASCADE, null=True, blank=True, related_name="jobs"
    )
    simultaneous = models.ForeignKey(
        Simultaneous, on_delete=models.CASCADE, null=True, blank=True, related_name="jobs"
    )
    """Subject of the job: a championship, or an event with all its venues."""
    kind = models.CharField(max_length=10, choices=Kind.choices)
    arguments = models.JSONField()
    """Details of the job; JSON that the kind's worker understands."""
    digest = models.CharField(max_length=64)
    """SHA-256 over kind, arguments and language: the same asked for twice is one job."""
    organisers_only = models.BooleanField(default=False)
    """The result is for organisers alone; referees may see the other jobs too."""
    language = models.CharField(max_length=5)
    asked_by = models.CharField(max_length=160)
    asked_at = models.DateTimeField(default=now, editable=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    worker = models.CharField(max_length=32, blank=True)
    """Random name of the worker that does it."""
    beat_at = models.DateTimeField(null=True, blank=True)
    """Time at which that worker last reported."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """Number of times a worker began with it: a job that kills its workers is given up."""
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    """Progress in whatever units, `done` of `of`; 0 of 0 while nobody can say."""
    ended_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(max_length=500, blank=True)
    file = models.CharField(max_length=80, blank=True)
    """The name of what was made among the made files; "" where nothing is to be fetched."""
    file_name = models.CharField(max_length=200, blank=True)
    """Name of the file in the visitor's browser."""
    content_type = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "digest"],
                condition=Q(state__in=["waiting", "running"]),
                name="a_job_is_asked_for_once",
            ),
            models.UniqueConstraint(
                fields=["simultaneous", "digest"],
                condition=Q(state__in=["waiting", "running"]),
                name="a_job_of_an_event_is_asked_for_once",
            ),
            models.CheckConstraint(
                condition=Q(championship__isnull=False, simultaneous__isnull=True)
                | Q(championship__isnull=True, simultaneous__isnull=False),
                name="a_job_has_one_owner",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running", "done", "failed"]),
                name="job_state_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class MadeFile(models.Model):
    """A file that a job made, where all hosts of a site can fetch it; removed after a day."""

    record = Unrecorded("what a job has made, and can make again")

    name = models.CharField(max_length=80, unique=True)
    made_at = models.DateTimeField(default=now, editable=False)
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.name
