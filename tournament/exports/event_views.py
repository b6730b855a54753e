"""The standings of a simultaneous event to take away: on paper and as a workbook."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.core.actor import Actor
from tournament.exports.event_files import EVENT_FILES, made_at_once, made_event_file
from tournament.exports.files import export
from tournament.jobs.queries import JobView, job_view
from tournament.jobs.views import made_or_asked_for, send_file, show_job
from tournament.models import Job, Simultaneous
from tournament.simultaneous.permissions import for_everybody
from tournament.simultaneous.queries.state import version_for_everybody

_FRAME = {"frame": "base.html"}


@require_safe
@export
@for_everybody
def as_paper(request: HttpRequest, event: Simultaneous) -> HttpResponseBase:
    return _file(request, event, "paper")


@require_safe
@export
@for_everybody
def as_workbook(request: HttpRequest, event: Simultaneous) -> HttpResponseBase:
    """Send the standings of all venues as a workbook, with sheets of the venues and the clubs."""
    return _file(request, event, "workbook")


def _file(request: HttpRequest, event: Simultaneous, name: str) -> HttpResponseBase:
    """Send the file where it is small or there already, else show the page of its job."""
    if made_at_once(event):
        heading, content = made_event_file(name, event)
        return EVENT_FILES[name].sent(content, heading)
    return made_or_asked_for(
        request,
        event,
        {**_FRAME, "event": event},
        actor=Actor.of_visitor(),
        kind=Job.Kind.OVERALL,
        arguments={"file": name, "version": version_for_everybody(event)},
        page=lambda job: reverse("exports:event_job", args=[event.slug, job]),
    )


@require_safe
@for_everybody
def event_job(request: HttpRequest, event: Simultaneous, job: int) -> HttpResponse:
    """Show how far a file is."""
    file = reverse("exports:event_job_file", args=[event.slug, job])
    return show_job(request, _job(event, job), {**_FRAME, "event": event}, file=file)


@require_safe
@export
@for_everybody
def event_job_file(request: HttpRequest, event: Simultaneous, job: int) -> HttpResponseBase:
    return send_file(request, _job(event, job), {**_FRAME, "event": event})


def _job(event: Simultaneous, number: int) -> JobView:
    job = job_view(event, number)
    if job is None:
        raise Http404
    return job
