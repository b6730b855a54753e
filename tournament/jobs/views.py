"""A job's page: its progress and its outcome. Visitors may leave it and come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.core.actor import Actor
from tournament.core.live import live_page, public_version
from tournament.core.permissions import Access, Level, needs
from tournament.jobs.made_files import made_files
from tournament.jobs.queries import JobOwner, JobView, job_view, same_job
from tournament.jobs.services import request_job
from tournament.models import Job

FOR_EVERYBODY = frozenset({Job.Kind.WORKBOOK, Job.Kind.PLAYED})
"""Kinds of jobs that tell what is public."""


def _job(access: Access, number: int) -> JobView:
    job = job_view(access.championship, number)
    if job is None:
        raise Http404
    if job.organisers_only and not access.is_organiser:
        raise PermissionDenied
    if job.organisers_only:
        access.must_see()  # the official record is one of them
    return job


@require_safe
@needs(Level.REFEREE)
def job_page(request: HttpRequest, access: Access, job: int) -> HttpResponse:
    """Show the progress of a job; the page asks for itself until the job is over."""
    file = reverse("jobs:file", args=[access.championship.slug, job])
    return show_job(request, _job(access, job), {"access": access}, file=file)


@require_safe
@needs(Level.REFEREE)
def job_file(request: HttpRequest, access: Access, job: int) -> HttpResponseBase:
    """Send the file that a job made, or a page that says it was removed (404)."""
    return send_file(request, _job(access, job), {"access": access})


@require_safe
@needs(Level.PUBLIC)
def made_page(request: HttpRequest, access: Access, made: int) -> HttpResponse:
    """Show the progress of a file that everybody may have."""
    file = reverse("jobs:made_file", args=[access.championship.slug, made])
    return show_job(request, _for_everybody(access, made), {"access": access}, file=file)


@require_safe
@never_cache
@needs(Level.PUBLIC)
def made_file(request: HttpRequest, access: Access, made: int) -> HttpResponseBase:
    """Show a file that everybody may have."""
    return send_file(request, _for_everybody(access, made), {"access": access})


def _for_everybody(access: Access, number: int) -> JobView:
    job = job_view(access.championship, number)
    if job is None or job.kind not in FOR_EVERYBODY:
        raise Http404
    return job


def made_for_everybody(
    request: HttpRequest, access: Access, kind: Job.Kind, **arguments: Any
) -> HttpResponseBase:
    """Send the file made of what is public now if it is there already, else show the job's page."""
    championship = access.championship
    return made_or_asked_for(
        request,
        championship,
        {"access": access},
        actor=access.actor or Actor.of_visitor(),
        kind=kind,
        arguments={**arguments, "version": public_version(championship)},
        page=lambda job: reverse("jobs:made", args=[championship.slug, job]),
    )


def made_or_asked_for(
    request: HttpRequest,
    owner: JobOwner,
    around: Mapping[str, Any],
    *,
    actor: Actor,
    kind: Job.Kind,
    arguments: dict[str, Any],
    page: Callable[[int], str],
) -> HttpResponseBase:
    """Send the file if it is there already, else go to the job's page, whose address `page` gives.

    That asking puts a job into the queue is no harm in an address that only reads: the same asked
    for again is the same job. The arguments name the state that it is made of.
    """
    language = get_language() or "ca"
    known = same_job(owner, kind, arguments, language)
    if known is not None and known.file and made_files().exists(known.file):
        return send_file(request, known, around)
    if known is not None and not known.is_over:
        return redirect(page(known.id))
    job = request_job(actor=actor, owner=owner, kind=kind, arguments=arguments, language=language)
    return redirect(page(job.pk))


def show_job(
    request: HttpRequest, job: JobView, around: Mapping[str, Any], *, file: str
) -> HttpResponse:
    """Show a job's page; `file` is the address of its file. `around` is what the frame needs:
    `access`, or another `frame`."""

    def context() -> dict[str, Any]:
        return {**around, "job": job, "file": file}

    return live_page(
        request,
        page="jobs/job.html",
        part="jobs/_job.html",
        version=job.version,
        context=context,
    )


def send_file(request: HttpRequest, job: JobView, around: Mapping[str, Any]) -> HttpResponseBase:
    """Send the file that a job made, or a page that says that it is gone."""
    if not job.file:
        raise Http404
    try:
        content = made_files().open(job.file)
    except FileNotFoundError:
        return render(request, "jobs/gone.html", {**around, "job": job}, status=404)
    return FileResponse(
        content, as_attachment=True, filename=job.file_name, content_type=job.content_type
    )
