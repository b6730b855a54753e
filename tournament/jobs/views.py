"""A job's page: its progress and its outcome. Visitors may leave it and come back."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.core.live import live_page
from tournament.core.permissions import Access, Level, needs
from tournament.jobs.made_files import made_files
from tournament.jobs.queries import JobView, job_view


def _job(access: Access, number: int) -> JobView:
    job = job_view(access.championship, number)
    if job is None:
        raise Http404
    if job.organisers_only and not access.is_organiser:
        raise PermissionDenied
    return job


@require_safe
@needs(Level.REFEREE)
def job_page(request: HttpRequest, access: Access, job: int) -> HttpResponse:
    """How far a job is; asks for itself until it is over."""
    file = reverse("jobs:file", args=[access.championship.slug, job])
    return show_job(request, access, _job(access, job), file=file)


@require_safe
@needs(Level.REFEREE)
def job_file(request: HttpRequest, access: Access, job: int) -> HttpResponseBase:
    """What a job made; once it was removed, a page that says so (404)."""
    return send_file(request, access, _job(access, job))


def show_job(request: HttpRequest, access: Access, job: JobView, *, file: str) -> HttpResponse:
    """A job's page; `file` is the address of what it makes."""

    def context() -> dict[str, Any]:
        return {"access": access, "job": job, "file": file}

    return live_page(
        request,
        page="jobs/job.html",
        part="jobs/_job.html",
        version=job.version,
        context=context,
    )


def send_file(request: HttpRequest, access: Access, job: JobView) -> HttpResponseBase:
    """What a job made, or a page that says that it is gone."""
    if not job.file:
        raise Http404
    try:
        content = made_files().open(job.file)
    except FileNotFoundError:
        return render(request, "jobs/gone.html", {"access": access, "job": job}, status=404)
    return FileResponse(
        content, as_attachment=True, filename=job.file_name, content_type=job.content_type
    )
